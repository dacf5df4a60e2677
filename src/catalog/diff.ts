// Two catalogues, compared resource by resource: what came, what went, what is different, and whether it breaks anybody.
import { differencesOf } from './changes.ts'
import type { Difference } from './difference.ts'
import type { Resource } from './record.ts'

/** What became of one resource between two states. */
export interface ResourceDiff {
  readonly id: string
  readonly what: 'added' | 'changed' | 'removed'
  readonly breaking: boolean
  readonly differences: readonly Difference[]
  /** Which revision it made and when, where a scan found it. */
  readonly rev?: number
  readonly at?: string
}

/** Everything that differs, sorted by id. Revisions and times are not compared: they say that something changed, and this says what. */
export function diffOf(before: readonly Resource[], after: readonly Resource[]): readonly ResourceDiff[] {
  const [old, now] = [before, after].map((resources) => new Map(resources.map((resource) => [resource.overview.id, resource]))) as [Map<string, Resource>, Map<string, Resource>]
  const ids = [...new Set([...old.keys(), ...now.keys()])].sort()
  return ids.flatMap((id) => one(id, old.get(id), now.get(id)))
}

function one(id: string, before: Resource | undefined, after: Resource | undefined): ResourceDiff[] {
  if (before === undefined) return [{ id, what: 'added', breaking: false, differences: [] }]
  if (after === undefined) return [{ id, what: 'removed', breaking: true, differences: [] }]
  const differences = differencesOf(before, after)
  return differences.length === 0 ? [] : [{ id, what: 'changed', breaking: differences.some(({ breaking }) => breaking), differences }]
}

const SIGNS = { added: '+', changed: '~', removed: '-' } as const

/** A line for each resource, and one for each thing that changed; what breaks is marked with `!`. */
export function* diffLines(diffs: readonly ResourceDiff[]): Iterable<string> {
  for (const { id, what, breaking, differences, rev, at } of diffs) {
    yield `${breaking ? '!' : ' '} ${SIGNS[what]} ${id}${rev === undefined ? '' : `  rev ${rev}, ${at ?? ''}`}`
    for (const difference of differences) yield `${difference.breaking ? '!' : ' '}     ${difference.text}`
  }
}
