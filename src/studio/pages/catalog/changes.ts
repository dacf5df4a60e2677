// What changed across the catalogue: between two scans or revisions, or between the catalogue and what its sources hold now.
import type { ResourceDiff } from '../../../catalog/diff.ts'
import type { Change } from '../../../catalog/ports.ts'
import { number, text, UsageError } from '../../../core/field.ts'
import { diff, pointOf } from '../../../operations/catalog/diff.ts'
import type { ChangesView } from '../../contract/catalog.ts'
import { asking, defineQuestion, type Question } from '../../page.ts'
import { looking, lookingAs, withLook } from './role.ts'

/** As many as are kept. */
const MOST_CHANGES = 10_000

/** The changes of scans. */
export const changes = defineQuestion({
  path: '/catalog/changes.json',
  fields: { since: text('A time or a revision: what came after it'), until: text('The last time or revision that counts'), limit: number('The most that are shown', { otherwise: 200 }), ...looking },
  async run({ since, until, limit, role }, room): Promise<ChangesView> {
    for (const when of [since, until]) if (when !== undefined && pointOf(when) === undefined) throw new UsageError(`a point in time looks like 2026-01-31, 2026-01-31T08:00:00Z or the number of a revision, not ${JSON.stringify(when)}`)
    const outcome = await diff.run({ names: [], since, until, live: false, failOn: undefined, limit: MOST_CHANGES, root: undefined, json: true, role: lookingAs(room, role) }, room.context)
    const diffs = outcome.data as readonly ResourceDiff[]
    const all = await withLook(room, { role }, ({ catalog }) => catalog.changes(MOST_CHANGES))
    return { total: diffs.length, breaking: diffs.filter(({ breaking }) => breaking).length, diffs: diffs.slice(0, limit), scans: scansIn(all), report: outcome.report ?? [] }
  },
})

/** The times at which scans found something, the newest first. */
function scansIn(all: readonly Change[]): ChangesView['scans'] {
  const scans = new Map<string, { at: string; changes: number; breaking: number }>()
  for (const { at, breaking } of all) {
    const scan = scans.get(at) ?? { at, changes: 0, breaking: 0 }
    scans.set(at, { at, changes: scan.changes + 1, breaking: scan.breaking + Number(breaking) })
  }
  return [...scans.values()].toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

const looked = asking('/catalog/live.json', diff as never, { without: ['since', 'until', 'failOn', 'limit'], fixed: { live: true }, changes: true })

/** Sources are looked at again, which an address alone does not ask for; nothing is kept of it. */
export const live: Question = { ...looked, run: (input, room) => looked.run({ ...input, role: lookingAs(room, input['role'] as string | undefined) } as never, room) }
