// What a scan found takes the place of what was known (S3.52, S3.55): a revision goes up only when there is something new to say.
import { differencesOf } from './changes.ts'
import { sameData } from '../core/same.ts'
import type { Difference } from './difference.ts'
import type { Change } from './ports.ts'
import type { Resource } from './record.ts'

/** So many changes stand in an overview, which is read often; in the list of changes there is room for more. */
const SHOWN = 6
const KEPT = 100
const LONGEST = 120

/** The next state of a source, and what changed. `at` is the time that the scan gave to its resources. */
export interface Published {
  readonly resources: readonly Resource[]
  readonly changes: readonly Change[]
}

/** Takes revisions, times and words on from the state before. The result is sorted by id; of two resources with one id the later counts. */
export function publish(before: readonly Resource[], after: readonly Resource[], at: string): Published {
  const known = byId(before)
  const found = byId(after)
  const steps = [...found.values()].sort(ordered).map((resource) => next(known.get(resource.overview.id), resource, at))
  const removed = [...known.values()].filter(({ overview }) => !found.has(overview.id)).map((resource) => gone(resource, at))
  const changes = [...steps.flatMap(({ change }) => (change === undefined ? [] : [change])), ...removed]
  return { resources: steps.map(({ resource }) => resource), changes: changes.sort((a, b) => (a.id < b.id ? -1 : 1)) }
}

const byId = (resources: readonly Resource[]): ReadonlyMap<string, Resource> => new Map(resources.map((resource) => [resource.overview.id, resource]))
const ordered = (a: Resource, b: Resource): number => (a.overview.id < b.overview.id ? -1 : 1)

interface Step {
  readonly resource: Resource
  readonly change?: Change
}

function next(before: Resource | undefined, after: Resource, at: string): Step {
  const { id } = after.overview
  // A scan says 1; an import says what it was where it comes from.
  if (before === undefined) return { resource: after, change: { id, what: 'added', rev: after.overview.rev, at, changes: [], breaking: false } }
  const differences = told(before, after)
  if (differences.length === 0) return { resource: unchanged(before, after, at) }
  const rev = before.overview.rev + 1
  const change: Change = { id, what: 'changed', rev, at, changes: wordsOf(differences, KEPT), breaking: differences.some(({ breaking }) => breaking) }
  return { resource: stated(after, { rev, what_changed: wordsOf(differences, SHOWN) }), change }
}

/** A hash that differs is a change even when no rule has words for it. */
function told(before: Resource, after: Resource): readonly Difference[] {
  if (saysTheSame(before, after)) return []
  const differences = differencesOf(before, after)
  if (differences.length > 0) return differences
  const [a, b] = [before.overview, after.overview]
  return [...(a.schema_hash === b.schema_hash ? [] : [{ text: 'schema', breaking: false }]), ...(a.cap_hash === b.cap_hash ? [] : [{ text: 'capabilities', breaking: false }])]
}

/** Most of a large source is as it was: that is seen without looking for words. */
const saysTheSame = (before: Resource, after: Resource): boolean => sameData(before.details, after.details) && sameData({ ...before.overview, ...APART }, { ...after.overview, ...APART })

/** What a revision itself says. */
const APART = { rev: 0, what_changed: [], updated_at: '' }

/** The newest figures, with the revision and the words of the state before. A time that the source itself gave is kept; that of the scan is not news. */
const unchanged = ({ overview }: Resource, after: Resource, at: string): Resource =>
  stated(after, { rev: overview.rev, what_changed: overview.what_changed, ...(after.overview.updated_at === at ? { updated_at: overview.updated_at } : {}) })

const stated = (resource: Resource, said: Partial<Resource['overview']>): Resource => ({ ...resource, overview: { ...resource.overview, ...said } })

const gone = ({ overview }: Resource, at: string): Change => ({ id: overview.id, what: 'removed', rev: overview.rev, at, changes: [], breaking: true })

/** What breaks comes first, so that a cut list still says it. */
function wordsOf(differences: readonly Difference[], most: number): string[] {
  const words = [...differences].sort((a, b) => Number(b.breaking) - Number(a.breaking)).map(({ text }) => clipped(text))
  return words.length <= most ? words : [...words.slice(0, most - 1), `and ${words.length - most + 1} more`]
}

const clipped = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`)
