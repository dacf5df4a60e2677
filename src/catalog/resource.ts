// A descriptor becomes a resource: overview and details (S3.39). One way for all sources, so that a table and an endpoint can be compared.
import { md5 } from '../core/md5.ts'
import type { Descriptor } from './descriptor.ts'
import { digestOf } from './digest.ts'
import { idOf, uriOf } from './id.ts'
import type { Cap, Details, Overview, Resource } from './record.ts'

/** The records of a descriptor at a time, as the first revision; publishing says which revision it is. */
export function resourceOf(descriptor: Descriptor, now: string): Resource {
  const details = detailsOf(descriptor)
  return { version: 1, source: descriptor.place.source, overview: overviewOf(descriptor, details, now), details }
}

function overviewOf(descriptor: Descriptor, details: Details, now: string): Overview {
  const { kind, place, rows, columns, inputs = [], description, owner, cost } = descriptor
  const name = place.path.at(-1) ?? place.source
  const schema_digest = digestOf(columns.length > 0 ? columns : inputs)
  return {
    id: details.id, uri: details.uri, kind,
    title: descriptor.title ?? `${name} (${[place.engine, place.source].filter((part) => part !== '').join('.')})`,
    ...(description === undefined || description === '' ? {} : { description }),
    tags: tagsOf(descriptor),
    shape: { ...(rows === undefined ? {} : { rows_est: roughly(rows) }), cols: columns.length },
    schema_digest, cap: [...descriptor.cap],
    ...(cost === undefined ? {} : { cost_hint: cost }),
    examples: (descriptor.examples ?? []).map(({ task, ops }) => ({ task, ops: [...ops] })),
    ...(owner === undefined ? {} : { owner }),
    updated_at: descriptor.updated ?? now,
    ...hashesOf(details, descriptor.cap), rev: 1, what_changed: [],
  }
}

/** Hashes of what a role can see: of the schema, and of what can be done. */
export const hashesOf = (details: Details, cap: readonly Cap[]): Pick<Overview, 'schema_hash' | 'cap_hash'> => ({
  schema_hash: short({ columns: details.columns, inputs: details.inputs ?? [], constraints: details.constraints }),
  cap_hash: short({ cap: [...cap].sort(), pushdown: details.pushdown, call: details.call ?? null }),
})

/** A canonical text of data: the same facts in another order of keys have the same hash. */
const short = (value: unknown): string => md5(JSON.stringify(sorted(value))).slice(0, 16)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]))
}

function detailsOf(descriptor: Descriptor): Details {
  const { place, columns, inputs = [], call, cap, constraints = {}, snippets = [], antiPatterns = [], access = {}, quality = {} } = descriptor
  const can = (what: Cap): boolean => cap.includes(what)
  return {
    id: idOf(place), uri: uriOf(place), columns: [...columns],
    ...(inputs.length === 0 ? {} : { inputs: [...inputs] }), ...(call === undefined ? {} : { call }),
    constraints,
    pushdown: { filter: can('filter'), project: can('project'), aggregate: can('aggregate'), window: can('window'), join: can('join'), sort: can('sort'), limit: can('limit') },
    usage: { snippets: [...snippets], anti_patterns: [...antiPatterns] },
    access: { policy: access.policy ?? 'any', secrets: access.secrets ?? [], ...(access.grants === undefined ? {} : { grants: access.grants }) },
    quality,
  }
}

/** Its own tags, how steady it is, and whether it holds personal data. */
function tagsOf({ tags = [], lifecycle = 'evolving', constraints, columns }: Descriptor): string[] {
  const pii = constraints?.pii ?? columns.find((column) => column.pii !== undefined)?.pii ?? 'none'
  return [...new Set([...tags, ...pii.split(',').map((kind) => `pii:${kind}`), `lifecycle:${lifecycle}`])]
}

/** `1e7` for ten million: an estimate does not pretend to be a count. Below a hundred it is one. */
export function roughly(rows: number): string {
  if (rows < 100) return String(Math.max(0, Math.round(rows)))
  const power = Math.floor(Math.log10(rows))
  const digit = Math.round(rows / 10 ** power)
  return digit === 10 ? `1e${power + 1}` : `${digit}e${power}`
}
