// What became of a resource, in a few words each, and whether somebody who uses it must act. The table of classes is in docs/guide/catalog-changes.md.
import { type Difference, listChanges, turned } from './difference.ts'
import { fieldChanges } from './field-changes.ts'
import type { Details, Overview, Resource } from './record.ts'

/** Everything that changed between two states of one resource and would be shown; what is measured anew (rows, samples, costs) is not a change. */
export function differencesOf(before: Resource, after: Resource): readonly Difference[] {
  return [
    ...fieldChanges(before, after), ...keyChanges(before.details.constraints, after.details.constraints), ...callChanges(before.details, after.details),
    ...capChanges(before, after), ...wordChanges(before.overview, after.overview),
  ]
}

type Constraints = Details['constraints']

function keyChanges(before: Constraints, after: Constraints): Difference[] {
  const unique = (of: Constraints): string[] => (of.unique ?? []).map(listed)
  const foreign = (of: Constraints): string[] => (of.foreign_keys ?? []).map(({ columns, to, to_columns }) => `${listed(columns)} to ${to}${listed(to_columns)}`)
  return [
    // A key that was not there before takes nothing away.
    ...turned('key ', [keyOf(before), keyOf(after)], keyOf(before) !== undefined),
    ...listChanges('unique ', [unique(before), unique(after)], { came: false, went: true }),
    ...listChanges('fk ', [foreign(before), foreign(after)], { came: false, went: false }),
    ...listChanges('check ', [before.checks ?? [], after.checks ?? []], { came: false, went: false }),
    ...turned('pii: ', [before.pii, after.pii], false), ...turned('retention: ', [before.retention, after.retention], false),
  ]
}

const listed = (names: readonly string[]): string => `(${names.join(', ')})`
const keyOf = ({ primary_key }: Constraints): string | undefined => (primary_key === undefined || primary_key.length === 0 ? undefined : listed(primary_key))

function callChanges({ call: before }: Details, { call: after }: Details): Difference[] {
  if (before?.by !== 'http' || after?.by !== 'http') return turned('call ', [before && JSON.stringify(before), after && JSON.stringify(after)], before !== undefined)
  return [
    ...turned('call ', [`${before.method} ${before.path}`, `${after.method} ${after.path}`], true),
    ...turned('server ', [before.server, after.server], true),
    ...turned('rows at ', [`/${before.rows.join('/')}`, `/${after.rows.join('/')}`], true),
    ...turned('auth ', [authOf(before), authOf(after)], authOf(after) !== 'none'),
  ]
}

const authOf = ({ auth = 'none', auth_name }: { auth?: string | undefined; auth_name?: string | undefined }): string => (auth_name === undefined ? auth : `${auth} ${auth_name}`)

/** What can be done there. A pushdown that follows from a capability is told once. */
function capChanges(before: Resource, after: Resource): Difference[] {
  const pushed = ({ overview, details }: Resource): string[] => Object.entries(details.pushdown).filter(([what, can]) => can && !(overview.cap as string[]).includes(what)).map(([what]) => what)
  return [
    ...listChanges('cap ', [before.overview.cap, after.overview.cap], { came: false, went: true }),
    ...listChanges('pushdown ', [pushed(before), pushed(after)], { came: false, went: true }),
  ]
}

/** Words that people read: none of them breaks a caller. */
function wordChanges(before: Overview, after: Overview): Difference[] {
  const lifecycle = ({ tags }: Overview): string | undefined => tags.find((tag) => tag.startsWith('lifecycle:'))?.slice('lifecycle:'.length)
  const others = ({ tags }: Overview): string[] => tags.filter((tag) => !tag.startsWith('lifecycle:') && !tag.startsWith('pii:'))
  return [
    ...turned('lifecycle: ', [lifecycle(before), lifecycle(after)], false),
    ...listChanges('tag ', [others(before), others(after)], { came: false, went: false }),
    ...turned('owner: ', [before.owner, after.owner], false),
    ...said('title', before.title !== after.title), ...said('description', (before.description ?? '') !== (after.description ?? '')),
    ...said('examples', JSON.stringify(before.examples) !== JSON.stringify(after.examples)),
  ]
}

const said = (what: string, changed: boolean): Difference[] => (changed ? [{ text: what, breaking: false }] : [])
