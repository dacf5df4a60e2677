// A source that came with an import: looking at it again is reading the export again.
import type { Descriptor } from '../../catalog/descriptor.ts'
import { placeOf } from '../../catalog/id.ts'
import { type Connector, type OpenSource, SourceDown } from '../../catalog/ports.ts'
import { LIFECYCLES, type Resource } from '../../catalog/record.ts'
import { UsageError } from '../../core/field.ts'
import { pathInside } from '../inside.ts'
import { importedLabel } from './label.ts'
import { readExport } from './read.ts'

/** Reads an export as a source. */
export const imported: Connector = {
  ...importedLabel,
  async *scan(source, watch) {
    const held = resourcesOf(source).filter((resource) => resource.source === source.name)
    for (const [at, resource] of held.entries()) {
      const descriptor = descriptorOf(resource)
      if (descriptor !== undefined) yield descriptor
      watch.progress(at + 1)
    }
  },
}

function resourcesOf(source: OpenSource): readonly Resource[] {
  try {
    return readExport(pathInside(source, source.address), source.location)
  } catch (error) {
    throw error instanceof UsageError ? new SourceDown(error.message) : error
  }
}

/** The facts that records were made of. */
function descriptorOf({ overview, details }: Resource): Descriptor | undefined {
  const place = placeOf(overview.uri)
  if (place === undefined) return undefined
  const { kind, title, description, tags, shape, cap, cost_hint, examples, owner, updated_at } = overview
  const { columns, inputs, call, constraints, usage, access, quality } = details
  const lifecycle = LIFECYCLES.find((word) => tags.includes(`lifecycle:${word}`))
  const rows = shape.rows_est === undefined ? Number.NaN : Number(shape.rows_est)
  return {
    kind, place, title, tags, columns, cap, examples, constraints, access, quality, updated: updated_at, snippets: usage.snippets, antiPatterns: usage.anti_patterns,
    ...(description === undefined ? {} : { description }), ...(inputs === undefined ? {} : { inputs }), ...(call === undefined ? {} : { call }), ...(owner === undefined ? {} : { owner }),
    ...(lifecycle === undefined ? {} : { lifecycle }), ...(Number.isFinite(rows) ? { rows } : {}), ...(cost_hint === undefined ? {} : { cost: known(cost_hint) }),
  }
}

const known = ({ latency_ms_p50, egress_mb }: NonNullable<Resource['overview']['cost_hint']>): NonNullable<Descriptor['cost']> =>
  ({ ...(latency_ms_p50 === undefined ? {} : { latency_ms_p50 }), ...(egress_mb === undefined ? {} : { egress_mb }) })
