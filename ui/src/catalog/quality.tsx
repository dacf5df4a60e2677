// How good and how fresh it is, what it costs to ask, and what its source can do itself.
import { short } from '../numbers.ts'
import type { CardView } from '../../../src/studio/contract/catalog.ts'
import { When } from './words.tsx'

type Resource = CardView['resource']

/** `1970` stands where a role is not told when something changed. */
const isTold = (time: string): boolean => !time.startsWith('1970-')

/** The section. */
export function Quality({ overview: { updated_at: updated, cost_hint: cost = {} }, details: { quality, constraints, pushdown } }: Pick<Resource, 'overview' | 'details'>) {
  const can = Object.entries(pushdown).filter(([, able]) => able === true).map(([name]) => name)
  return (
    <section>
      <h2>Quality and cost</h2>
      <dl>
        {isTold(updated) ? <><dt>Changed</dt><dd><When at={updated} /></dd></> : null}
        <dt>Fresh</dt><dd>{quality.freshness_sla_s === undefined ? 'its source does not say' : `within ${short(quality.freshness_sla_s)} s`}</dd>
        {constraints.retention === undefined ? null : <><dt>Kept</dt><dd>{constraints.retention}</dd></>}
        {cost.latency_ms_p50 === undefined ? null : <><dt>Takes</dt><dd>about {short(cost.latency_ms_p50)} ms</dd></>}
        {cost.egress_mb === undefined ? null : <><dt>Sends</dt><dd>about {cost.egress_mb} MB when it is read whole</dd></>}
        <dt>Runs there</dt><dd>{can.length === 0 ? 'nothing: rows are read and the rest of a plan runs here' : can.join(', ')}</dd>
        {(quality.samples ?? []).length === 0 ? null : <><dt>Samples</dt><dd>{quality.samples?.map((sample) => <div key={sample}><code>{sample}</code></div>)}</dd></>}
      </dl>
    </section>
  )
}
