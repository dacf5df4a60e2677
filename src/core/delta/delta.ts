// What turns one printed pack into another: lines that are replaced, section by section. Whoever has the first pack and this has the second.
import { heightOf, type Level } from '../level.ts'
import { movesOf } from '../session/changes.ts'
import { type Edit, editsBetween, linesOf } from './lines.ts'
import { AFTER, BEFORE, type Pack, type Section } from './pack.ts'

/** What became of a file. `dropped` is still there but not shown any more; `moved` stands elsewhere on the page. */
export type Change = 'new' | 'raised' | 'lowered' | 'changed' | 'moved' | 'gone' | 'dropped'

/** Lines of the base, `from` to `to` (half open, from 0), that are replaced: by lines of its own, or by others of the base. */
export interface Hunk {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
  readonly copy?: readonly [number, number]
  /** The line before it, for orientation; only inside a file. */
  readonly after?: string
}

/** What is different in one file, or in what stands around the files. */
export interface Difference {
  /** `''` for what stands before the files, `/` for what stands after them. */
  readonly path: string
  readonly change: Change
  readonly level: Level
  /** Where it was, when it had another path. */
  readonly was?: string
  readonly hunks: readonly Hunk[]
}

/** Everything that is different. */
export interface Delta {
  readonly base: string
  readonly pack: string
  /** Files of the pack, and how many of them read as in the base. */
  readonly files: number
  readonly unchanged: number
  readonly differences: readonly Difference[]
}

/** A section with its lines and where they begin. */
interface Part extends Section {
  readonly start: number
  readonly texts: readonly string[]
}

/** What turns `base` into `now`; `exists` says whether a path that is not shown any more is still there. */
export function deltaBetween(base: Pack, now: Pack, exists: (path: string) => boolean): Delta {
  const before = partsOf(base)
  const after = partsOf(now)
  const pairs = pairsOf(before, after)
  const inPlace = rising(after.map((part) => pairs.get(part)?.start))
  const files = after.filter(({ path }) => !isFrame(path))
  const used = new Set(after.filter((_, i) => inPlace.has(i)).map((part) => pairs.get(part) as Part))
  const differences = [...arrived(after, { pairs, inPlace, end: linesIn(before) }), ...left(before, { used, pairs, exists })]
  const unchanged = files.filter((part) => isSame(pairs.get(part), part)).length
  return { base: base.id, pack: now.id, files: files.length, unchanged, differences: differences.sort(byPlace) }
}

/** Whether a path names no file but what stands around the files. */
export const isFrame = (path: string): boolean => path === BEFORE || path === AFTER

/** Hunks are applied from front to back: at one place, what comes in comes before what goes out. */
const byPlace = (a: Difference, b: Difference): number => (a.hunks[0]?.from ?? 0) - (b.hunks[0]?.from ?? 0) || (a.hunks[0]?.to ?? 0) - (b.hunks[0]?.to ?? 0)

function partsOf({ text, sections }: Pack): Part[] {
  const lines = linesOf(text)
  let start = 0
  return sections.map((section) => {
    const part = { ...section, start, texts: lines.slice(start, start + section.lines) }
    start += section.lines
    return part
  })
}

const linesIn = (parts: readonly Part[]): number => parts.reduce((sum, { lines }) => sum + lines, 0)

const isSame = (a: Part | undefined, b: Part): boolean => a !== undefined && a.texts.length === b.texts.length && a.texts.every((line, i) => line === b.texts[i])

/** Each section with what it was: by path, else by content or name where that is certain enough. */
function pairsOf(before: readonly Part[], after: readonly Part[]): Map<Part, Part> {
  const byPath = new Map(before.map((part) => [part.path, part]))
  const paths = new Set(after.map(({ path }) => path))
  const itemOf = ({ path, sha8 }: Part): { id: string; sha8: string } => ({ id: path, sha8 })
  const fresh = after.filter(({ path }) => !byPath.has(path))
  const moves = movesOf(before.filter(({ path }) => !paths.has(path)).map(itemOf), fresh.map(itemOf))
  const origin = new Map(moves.map(({ from, to }) => [to, byPath.get(from) as Part]))
  return new Map(after.flatMap((part): [Part, Part][] => {
    const was = byPath.get(part.path) ?? origin.get(part.path)
    return was === undefined ? [] : [[part, was]]
  }))
}

/** The places of a longest rising row of numbers: what stands in the same order as before. */
function rising(numbers: readonly (number | undefined)[]): Set<number> {
  const best: { last: number; place: number }[] = []
  const chain: number[] = []
  const previous: number[] = []
  numbers.forEach((value, place) => {
    previous.push(-1)
    if (value === undefined) return
    let low = best.findIndex(({ last }) => last >= value)
    if (low < 0) low = best.length
    previous[place] = low === 0 ? -1 : (best[low - 1] as { place: number }).place
    best[low] = { last: value, place }
  })
  for (let place = best.at(-1)?.place ?? -1; place >= 0; place = previous[place] as number) chain.push(place)
  return new Set(chain)
}

interface Alignment {
  readonly pairs: ReadonlyMap<Part, Part>
  readonly inPlace: ReadonlySet<number>
  /** Lines of the base. */
  readonly end: number
}

/** What is new, changed or elsewhere, each at the place where it comes in. */
function arrived(after: readonly Part[], { pairs, inPlace, end }: Alignment): Difference[] {
  const differences: Difference[] = []
  let place = end
  // From back to front: what comes in stands before the next thing that stayed.
  for (let i = after.length - 1; i >= 0; i--) {
    const part = after[i] as Part
    const was = pairs.get(part)
    if (was !== undefined && inPlace.has(i)) {
      if (!isSame(was, part)) differences.push(changed(was, part))
      place = was.start
    } else differences.push(inserted(part, was, place))
  }
  return differences.reverse()
}

function changed(was: Part, part: Part): Difference {
  const edits = merged(editsBetween(was.texts, part.texts), was.texts)
  const hunks = edits.map(({ from, to, start, end }): Hunk => ({
    from: was.start + from, to: was.start + to, lines: part.texts.slice(start, end), ...(from > 1 ? { after: was.texts[from - 1] as string } : {}),
  }))
  const whole: Hunk = { from: was.start, to: was.start + was.lines, lines: part.texts }
  const cheaper = lengthOf(hunks) < lengthOf([whole]) ? hunks : [whole]
  return { path: part.path, level: part.level, change: changeOf(was, part), ...(was.path === part.path ? {} : { was: was.path }), hunks: cheaper }
}

function inserted(part: Part, was: Part | undefined, place: number): Difference {
  const copy = isSame(was, part) && was !== undefined ? { lines: [], copy: [was.start, was.start + was.lines] as const } : { lines: part.texts }
  const change = was === undefined ? 'new' : 'copy' in copy ? 'moved' : changeOf(was, part)
  return { path: part.path, level: part.level, change, ...(was === undefined || was.path === part.path ? {} : { was: was.path }), hunks: [{ from: place, to: place, ...copy }] }
}

function changeOf(was: Part, part: Part): Change {
  const more = heightOf(part.level) - heightOf(was.level)
  return more > 0 ? 'raised' : more < 0 ? 'lowered' : 'changed'
}

/** What is not where it was. Something that stands elsewhere now is told there. */
function left(before: readonly Part[], { used, pairs, exists }: { used: ReadonlySet<Part>; pairs: ReadonlyMap<Part, Part>; exists: (path: string) => boolean }): Difference[] {
  const elsewhere = new Set(pairs.values())
  return before.filter((part) => !used.has(part)).map((part) => ({
    path: part.path, level: 'none', change: elsewhere.has(part) ? 'moved' : exists(part.path) ? 'dropped' : 'gone', hunks: [{ from: part.start, to: part.start + part.lines, lines: [] }],
  }))
}

/** What the head of one more hunk costs, in characters. */
const HEAD = 40

const lengthOf = (hunks: readonly Hunk[]): number => hunks.reduce((sum, { lines, after = '' }) => sum + HEAD + Math.min(after.length, 60) + lines.reduce((all, line) => all + line.length, 0), 0)

/** Edits with little between them are one: telling the lines between again costs less than another head. */
function merged(edits: readonly Edit[], texts: readonly string[]): Edit[] {
  const result: Edit[] = []
  for (const edit of edits) {
    const last = result.at(-1)
    const between = last === undefined ? Infinity : texts.slice(last.to, edit.from).reduce((sum, line) => sum + line.length, 0)
    if (last !== undefined && between <= 2 * HEAD) result[result.length - 1] = { from: last.from, to: edit.to, start: last.start, end: edit.end }
    else result.push(edit)
  }
  return result
}
