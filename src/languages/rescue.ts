// Text that could not be parsed. Definitions whose first line can be recognised are kept, so that none is lost silently: a function with
// braces as its whole signature, anything else as that line.
import type { Node } from './node.ts'
import type { Tile } from '../core/block.ts'
import { bodyAfter } from './braces.ts'
import { walkDown } from './landmarks.ts'
import type { Source } from './cuts.ts'
import type { Harvest } from './tree.ts'
import type { Span } from './span.ts'
import { asLines, closing, indentAt, lineEnd, toLineEnd } from './span.ts'

/** A stretch that the grammar did not understand. */
export type Fault = Span

const MOST_FAULTS = 1000

/** Every broken place below the root, outermost first. */
export function faultsOf(root: Node): Fault[] {
  const faults: Fault[] = []
  if (!root.hasError) return faults
  const cursor = root.walk()
  walkDown(cursor, () => {
    const node = cursor.currentNode
    if (!node.hasError || faults.length >= MOST_FAULTS) return false
    if (node.isError || node.isMissing) faults.push({ start: node.startIndex, end: node.endIndex })
    return !node.isError
  })
  return faults
}

/** Tiles together with the definitions that only their first line gives away. */
export function rescued(source: Source, { tiles, faulty }: Pick<Harvest, 'tiles' | 'faulty'>, faults: readonly Fault[]): readonly Tile[] {
  return faults.length === 0 ? tiles : withLoose({ ...source, faulty, end: source.text.length }, tiles, [...looseIn(source, faults)])
}

interface Wreck extends Source {
  readonly faulty: ReadonlySet<Tile>
  /** Where the part ends whose tiles are looked at. */
  readonly end: number
}

/** Tiles and loose definitions are both in the order of the text, so one pass joins them; what stands in a class is joined there. */
function withLoose(wreck: Wreck, tiles: readonly Tile[], found: readonly Loose[]): readonly Tile[] {
  if (found.length === 0) return tiles
  const sound: Tile[] = []
  const ahead = [...tiles].reverse()
  // A definition that lost its end may have swallowed all that follows at its margin.
  let torn = { end: 0, margin: 0 }
  for (let i = 0; i < found.length; i++) {
    const loose = found[i] as Loose
    if (loose.start < (sound.at(-1)?.end ?? 0)) continue
    for (let next = ahead.at(-1); next !== undefined && next.end <= loose.start; next = ahead.at(-1)) sound.push(ahead.pop() as Tile)
    const around = ahead.at(-1)
    if (around === undefined || around.start > loose.start) {
      if (loose.inFault || (loose.start < torn.end && loose.indent <= torn.margin)) sound.push(functionTile(wreck, { found, at: i, ahead }) ?? looseTile(wreck, loose, around?.start ?? wreck.end))
      continue
    }
    const inside = found.slice(i, firstBehind(found, i, around.end))
    ahead.pop()
    const { before, after, taken } = mended(wreck, around, inside)
    if ((before[0]?.end ?? 0) < around.end) torn = { end: Math.max(torn.end, around.end), margin: indentOf(wreck, around) }
    sound.push(...before)
    for (const tile of [...after].reverse()) ahead.push(tile)
    i += taken - 1
  }
  return [...sound, ...ahead.reverse()]
}

/** The first of the definitions that begins behind a place; a file of one error after the other has thousands of them. */
function firstBehind(found: readonly Loose[], from: number, place: number): number {
  let at = from
  while (at < found.length && (found[at] as Loose).start < place) at++
  return at
}

/** What became of a tile: the part that is done, what is still to be looked at, and how many of the loose definitions were used up. */
interface Mended {
  readonly before: readonly Tile[]
  readonly after: readonly Tile[]
  readonly taken: number
}

/** A tile and the loose definitions that stand in it. One at the margin of a broken tile was swallowed by it, others belong inside. */
function mended(wreck: Wreck, around: Tile, inside: readonly Loose[]): Mended {
  const own = ownLineEnd(wreck, around)
  const margin = indentOf(wreck, around)
  const swallowed = wreck.faulty.has(around) ? inside.findIndex(({ start, indent }) => start >= own && indent <= margin) : -1
  const within = swallowed < 0 ? inside : inside.slice(0, swallowed)
  const { body } = around
  const held = within.filter(({ start }) => body !== undefined && start >= Math.max(own, body.start) && start < body.end)
  const whole = body === undefined || held.length === 0 ? around : { ...around, body: { ...body, tiles: withLoose({ ...wreck, end: body.end }, body.tiles, held) } }
  if (swallowed < 0) return { before: [whole], after: [], taken: inside.length }
  const loose = inside[swallowed] as Loose
  const { before, after } = split(wreck, whole, loose.start)
  // The grammar may have read it after all, only in the wrong place.
  const known = after[0] !== undefined && after[0].start <= loose.start && ownLineEnd(wreck, after[0]) > loose.start
  return { before: known ? [before] : [before, looseTile(wreck, loose, after[0]?.start ?? around.end)], after, taken: swallowed + 1 }
}

/** How far the own first line of a tile is indented. */
function indentOf({ text }: Source, { start, detail }: Tile): number {
  const first = /^[ \t]*/.exec(detail.head)?.[0].length ?? 0
  return Math.max(first, indentAt(text, start).length)
}

interface Loose {
  readonly start: number
  readonly name: string
  readonly word: string
  readonly indent: number
  readonly inFault: boolean
}

/** Every line that begins like a definition. */
function* looseIn({ text, table }: Source, faults: readonly Fault[]): Iterable<Loose> {
  let fault = 0
  // A byte order mark stands before the first line.
  for (const match of text.replace(/^\uFEFF/, '\n').matchAll(table.loose)) {
    const start = match.index
    while (fault < faults.length - 1 && (faults[fault] as Fault).end <= start) fault++
    const { start: from, end } = faults[fault] as Fault
    yield { start, name: match.groups?.['name'] ?? '', word: match[0], indent: indentAt(text, start).length, inFault: from <= start && start < end }
  }
}

/** The first line that a tile shows of itself: a definition found there is the tile's own. */
function ownLineEnd({ text, table }: Source, tile: Tile): number {
  table.loose.lastIndex = tile.start
  const own = table.loose.exec(text)
  table.loose.lastIndex = 0
  const named = own !== null && own.index < tile.end && tile.name.endsWith(own.groups?.['name'] ?? '')
  return lineEnd(text, named ? Math.max(tile.start, own.index) : tile.start)
}

/** A definition that swallowed another one ends where the other begins; what it held from there on is set free. */
function split(wreck: Wreck, around: Tile, at: number): { before: Tile; after: Tile[] } {
  const { body } = around
  if (body === undefined) return { before: clipped(wreck.text, around, at), after: [] }
  if (at < body.start) return headSplit(wreck, { ...around, body }, at)
  const before: Tile[] = []
  const after: Tile[] = []
  for (const tile of body.tiles) {
    if (tile.end <= at) before.push(tile)
    else if (ownLineEnd(wreck, tile) > at) after.push(tile)
    else {
      const parts = split(wreck, tile, at)
      before.push(parts.before)
      after.push(...parts.after)
    }
  }
  // What is set free may begin with comments above it.
  const stop = Math.min(at, after[0]?.start ?? at)
  return { before: { ...around, end: stop, body: { start: Math.min(body.start, stop), end: Math.min(stop, body.end), tiles: before } }, after }
}

/** What a definition took for its beginning is another one. */
function headSplit({ text }: Source, around: Tile & { readonly body: NonNullable<Tile['body']> }, at: number): { before: Tile; after: Tile[] } {
  const head = asLines(text.slice(at, around.body.start))
  const own = { head: asLines(text.slice(around.start, at)), tail: '' }
  const before: Tile = { kind: around.kind, name: '', start: around.start, end: at, shape: own, detail: own }
  return { before, after: [{ ...around, start: at, shape: { ...around.shape, head }, detail: { ...around.detail, head } }] }
}

/** A leaf that now ends earlier, with forms no longer than what is left of it. */
function clipped(text: string, tile: Tile, end: number): Tile {
  const rest = asLines(text.slice(tile.start, end))
  const fitting = (head: string): string => (head.length <= rest.length ? head : rest)
  return { ...tile, end, shape: { head: fitting(tile.shape.head), tail: '' }, detail: { head: fitting(tile.detail.head), tail: '' } }
}

/** A function up to its closing brace, in the place of whatever was read inside it. */
function functionTile(source: Wreck, { found, at, ahead }: { found: readonly Loose[]; at: number; ahead: Tile[] }): Tile | undefined {
  const { text, table: { elision, indented } } = source
  const loose = found[at] as Loose
  const body = indented === true || looseKind(loose) !== 'function' ? undefined : bodyAfter(text, loose.start, neighbourOf(found, at))
  if (body === undefined) return undefined
  const end = toLineEnd(text, closing(text, body.end))
  let first = ahead.length
  while (first > 0 && (ahead[first - 1] as Tile).start < end) first--
  if (end > source.end || (ahead[first]?.end ?? 0) > end) return undefined
  ahead.length = first
  const head = text.slice(loose.start, body.start).trimEnd()
  const whole = asLines(text.slice(loose.start, end))
  const write = (markers: readonly string[], most: string): string => markers.map((marker) => asLines(head + marker)).find(({ length }) => length <= most.length) ?? most
  const detail = write(elision.detail, whole)
  return { kind: 'function', name: loose.name, start: loose.start, end, shape: { head: write(elision.shape, detail), tail: '' }, detail: { head: detail, tail: '' } }
}

/** Where the next definition begins that is not part of this one: a brace that is missing would take it along. */
function neighbourOf(found: readonly Loose[], at: number): number {
  const { indent } = found[at] as Loose
  let next = at + 1
  while (next < found.length && (found[next] as Loose).indent > indent) next++
  return found[next]?.start ?? Infinity
}

const WIDEST = 200

function looseTile({ text }: Source, loose: Loose, limit = text.length): Tile {
  const { start, name } = loose
  const end = Math.min(lineEnd(text, start), limit)
  const line = asLines(text.slice(start, end).slice(0, WIDEST))
  return { kind: looseKind(loose), name, start, end, shape: { head: line, tail: '' }, detail: { head: line, tail: '' } }
}

/** What the first words of a definition make it. */
export function looseKind({ name, word }: Pick<Loose, 'name' | 'word'>): Tile['kind'] {
  if (word.endsWith('(')) return 'function'
  if (/\b(?:class|struct|union)\b/.test(word)) return 'class'
  if (/\b(?:interface|trait)\b/.test(word)) return 'interface'
  if (/\b(?:fn|function|def|func)\b/.test(word)) return 'function'
  return /\b(?:const|let|var|static|ref|mut)$/.test(word.slice(0, -name.length).trimEnd()) ? 'constant' : 'type'
}
