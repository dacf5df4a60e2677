// The overview for programs: one JSON object a line with the seed's short keys (S3.48).
import type { Overview } from '../record.ts'

/** An overview under its short keys. */
export interface ShortOverview {
  readonly id: string
  readonly u: string
  readonly k: string
  readonly t: string
  readonly g: readonly string[]
  readonly sh: Overview['shape']
  readonly sd: readonly string[]
  readonly cap: readonly string[]
  readonly cost?: NonNullable<Overview['cost_hint']>
  readonly ex: Overview['examples']
  readonly own?: string
  readonly ts: string
}

/** The short form of an overview. */
export function shortOverview({ id, uri, kind, title, tags, shape, schema_digest: sd, cap, cost_hint: cost, examples, owner, updated_at: ts }: Overview): ShortOverview {
  return { id, u: uri, k: kind, t: title, g: tags, sh: shape, sd, cap, ...(cost === undefined ? {} : { cost }), ex: examples, ...(owner === undefined ? {} : { own: owner }), ts }
}
