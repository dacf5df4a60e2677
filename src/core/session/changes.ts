// What became of a plan's blocks since: compared by id first, then by content, then by name.
import { heightOf, type Level } from '../level.ts'
import { type Item, itemFrom, type Shown } from './inventory.ts'

/** What is different from the day of a checkpoint. */
export interface Changes {
  /** Their text is another one. Of things inside each other, the innermost. */
  readonly changed: readonly string[]
  /** Not where they were. `certain` when the content is the same, else only the name is. */
  readonly moved: readonly Move[]
  /** Nowhere any more, or no longer allowed to be seen. */
  readonly gone: readonly string[]
  /** Shown now and not then. Of things inside each other, the outermost. */
  readonly added: readonly string[]
  /** Shown then, still there, not shown now. */
  readonly dropped: readonly string[]
}

/** From where to where. */
export interface Move {
  readonly from: string
  readonly to: string
  readonly certain: boolean
}

/** Compares what was shown with what there is, and with how much of it is shown now. */
export function changesSince(then: readonly Shown[], items: readonly Item[], levels: ReadonlyMap<string, Level>): Changes {
  const before = then.flatMap(({ handle }) => itemFrom(handle) ?? [])
  const now = new Map(items.map((item) => [item.id, item.sha8]))
  const known = new Set(before.map(({ id }) => id))
  const lost = before.filter(({ id }) => !now.has(id))
  const moved = movesOf(lost, items.filter(({ id }) => !known.has(id)))
  const targets = new Set(moved.map(({ to }) => to))
  const movedIds = new Set(moved.map(({ from }) => from))
  const lostIds = new Set(lost.map(({ id }) => id))
  const changed = before.filter(({ id, sha8 }) => now.has(id) && now.get(id) !== sha8).map(({ id }) => id)
  return {
    changed: innermost(changed, [...changed, ...lostIds]),
    moved: moved.filter(({ from }) => !holdersOf(from).some((holder) => movedIds.has(holder))),
    gone: lost.map(({ id }) => id).filter((id) => !movedIds.has(id) && !holdersOf(id).some((holder) => lostIds.has(holder))),
    added: outermost([...levels.keys()].filter((id) => !known.has(id) && !targets.has(id))),
    dropped: outermost(before.map(({ id }) => id).filter((id) => now.has(id) && heightOf(levels.get(id) ?? 'none') < heightOf('shape'))),
  }
}

/** Where lost things went: the same content, else the one thing that has their name. */
export function movesOf(lost: readonly Item[], candidates: readonly Item[]): Move[] {
  const bySha = grouped(candidates, ({ id, sha8 }) => `${isFile(id)} ${sha8}`)
  const byName = grouped(candidates, ({ id }) => `${isFile(id)} ${nameIn(id)}`)
  return lost.flatMap(({ id, sha8 }): Move[] => {
    const [same] = bySha.get(`${isFile(id)} ${sha8}`) ?? []
    if (same !== undefined) return [{ from: id, to: same.id, certain: true }]
    const named = byName.get(`${isFile(id)} ${nameIn(id)}`) ?? []
    return named.length === 1 ? [{ from: id, to: (named[0] as Item).id, certain: false }] : []
  })
}

const isFile = (id: string): boolean => !id.includes('#')

/** `Sessions.closeAll`, or the last part of a path. */
const nameIn = (id: string): string => (isFile(id) ? id.slice(id.lastIndexOf('/') + 1) : id.slice(id.indexOf('#') + 1))

/** The ids of what a block stands in: its file, its class. */
function holdersOf(id: string): string[] {
  const hash = id.indexOf('#')
  if (hash < 0) return []
  const parts = id.slice(hash + 1).split('.')
  return [id.slice(0, hash), ...parts.slice(1).map((_, i) => `${id.slice(0, hash)}#${parts.slice(0, i + 1).join('.')}`)]
}

function innermost(ids: readonly string[], among: readonly string[]): string[] {
  const holders = new Set(among.flatMap(holdersOf))
  return ids.filter((id) => !holders.has(id))
}

function outermost(ids: readonly string[]): string[] {
  const all = new Set(ids)
  return ids.filter((id) => !holdersOf(id).some((holder) => all.has(holder)))
}

function grouped(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** The most things of one kind that are named. */
const MOST_NAMED = 8

/** The changes as sentences; none when nothing changed. `planned` is about what is shown, which a page need not tell of itself. */
export function sentencesOf(changes: Changes, { planned }: { planned: boolean }): string[] {
  const moves = changes.moved.map(({ from, to, certain }) => `${from} ${certain ? 'is now' : 'is perhaps now'} ${to}`)
  return [
    ...sentence('changed since', changes.changed), ...sentence('moved since', moves), ...sentence('gone since', changes.gone),
    ...(planned ? [...sentence('newly shown', changes.added), ...sentence('no longer shown', changes.dropped)] : []),
  ]
}

function sentence(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return [`${names.length} ${what}: ${names.slice(0, MOST_NAMED).join(', ')}${more}`]
}
