// What a role sees of the catalogue (S3.60-S3.62). The rest is taken out before anything is indexed, priced, compared or compiled, so no later step can tell of it.
// Two catalogues that differ only in what a role may not see look the same to it, byte for byte (docs/adr/0055-a-role-sees-a-smaller-catalogue.md).
import { type Cut, cutFor, partsOf } from './cut.ts'
import { censorOf, remembering, wordsOf } from './hidden-words.ts'
import type { Change, SourceState } from './ports.ts'
import type { Resource } from './record.ts'
import type { Role } from './roles.ts'
import { targetsOf } from './targets.ts'
import { shown } from './visible.ts'

/** The catalogue as a role sees it; everything, for no role. */
export function visibleTo(resources: readonly Resource[], role: Role | undefined): readonly Resource[] {
  if (role === undefined || role.full) return resources
  const cuts = resources.filter(({ overview }) => role.sees(overview.id)).map((resource) => cutFor(resource, role))
  const unseen = resources.filter(({ overview }) => !role.sees(overview.id))
  const [censor, targets] = [remembering(censorOf(hiddenNames(cuts, unseen))), targetsOf(cuts)]
  return cuts.map((cut) => {
    if (cut.hidden.length === 0) return shown(cut, { role, targets, censor })
    const own = censorOf(cut.hidden)
    return shown(cut, { role, targets, censor: (text) => censor(text) || own(text) })
  })
}

/**
 * The newest changes as a role may read them. That a resource came or went follows from its name; what changed inside may be about hidden fields,
 * and the words of old changes do not say which, so a restricted role compares its own exports instead (`catalog diff`).
 */
export function visibleChanges(changes: readonly Change[], role: Role | undefined): readonly Change[] {
  if (role === undefined || role.full) return changes
  return changes.filter(({ id, what }) => what !== 'changed' && role.sees(id)).map((change) => ({ ...change, rev: 1, changes: [] }))
}

/** The sources of what a role sees, for showing: what else a source says of itself could name what is hidden. */
export function visibleSources(states: readonly SourceState[], visible: readonly Resource[], role: Role | undefined): readonly SourceState[] {
  if (role === undefined || role.full) return states
  const counts = new Map<string, number>()
  for (const { source } of visible) counts.set(source, (counts.get(source) ?? 0) + 1)
  return states.filter(({ spec }) => counts.has(spec.name)).map(({ spec, scanned, failure }) => ({
    spec: { ...spec, location: '', secrets: {}, options: {} }, ...(scanned === undefined ? {} : { scanned }), resources: counts.get(spec.name) ?? 0,
    ...(failure === undefined ? {} : { failure: { at: failure.at, message: 'the newest scan failed' } }),
  }))
}

/** Names that no visible thing bears, and the full names of everything hidden. A word that a role sees anyway tells it nothing. */
function hiddenNames(cuts: readonly Cut[], unseen: readonly Resource[]): Set<string> {
  const open = new Set(cuts.flatMap(({ resource, columns, inputs }) => [...partsOf(resource), ...[...columns, ...inputs].map(({ name }) => name)]).map(phrase))
  const fields = [...cuts.flatMap(({ hidden }) => hidden), ...unseen.flatMap(({ details }) => [...details.columns, ...(details.inputs ?? [])].map(({ name }) => name))]
  const names = [...fields, ...unseen.flatMap((resource) => [...partsOf(resource), resource.overview.title])].filter((name) => !open.has(phrase(name)))
  const full = [...unseen.map(fullName), ...cuts.flatMap(({ resource, hidden }) => hidden.map((name) => `${partsOf(resource).at(-1) ?? ''}.${name}`))]
  return new Set([...names, ...full.filter((name) => !open.has(phrase(name)))])
}

const phrase = (name: string): string => wordsOf(name).join(' ')

/** `hr.salaries`; of a resource with one name, its source and that. */
function fullName(resource: Resource): string {
  const parts = partsOf(resource)
  return (parts.length > 2 ? parts.slice(1) : parts).join('.')
}
