// What filters and the order of results ask of a resource, apart from its words.
import type { Cap, Kind, Resource } from '../record.ts'

/** The facts of one resource. */
export interface Fact {
  readonly id: string
  readonly kind: Kind
  readonly source: string
  readonly owner?: string
  readonly tags: readonly string[]
  readonly cap: readonly Cap[]
  /** Hours on a calendar whose months all have 31 days: enough to say how much newer one is. */
  readonly updated: number
  readonly latency: number
  readonly egress: number
}

/** The facts of a resource. */
export function factOf({ overview, source }: Resource): Fact {
  const { id, kind, owner, tags, cap, cost_hint: cost = {} } = overview
  return { id, kind, source, ...(owner === undefined ? {} : { owner }), tags, cap, updated: hoursOf(overview.updated_at), latency: cost.latency_ms_p50 ?? 0, egress: cost.egress_mb ?? 0 }
}

function hoursOf(time: string): number {
  const [year = 0, month = 0, day = 0, hour = 0] = (/^(\d{4})-(\d\d)-(\d\d)T(\d\d)/.exec(time) ?? []).slice(1).map(Number)
  return ((year * 12 + month) * 31 + day) * 24 + hour
}
