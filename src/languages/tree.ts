// A syntax tree becomes tiles, by the table of its language. Only the nodes between definitions are visited: bodies are never entered,
// except those that hold definitions.
import type { Node } from './node.ts'
import type { Tile } from '../core/block.ts'
import { attached, comment, commentsBelow, header, leadOf } from './comments.ts'
import type { Source } from './cuts.ts'
import { firstStringLine } from './doc.ts'
import { branchDraft, draftOf, resolve } from './draft.ts'
import type { Draft } from './forms.ts'
import { bodyOf, frameOf, leafForms } from './forms.ts'
import { landmarksOf } from './landmarks.ts'
import type { Branch, Section } from './language.ts'
import { find } from './language.ts'
import type { Hand, Row } from './row.ts'
import { add, rowWith } from './row.ts'
import type { Place, Seal } from './seal.ts'
import { sealOf } from './seal.ts'
import { sectionTile } from './sections.ts'
import { asLines, fromLineStart, indentAt, isBlank, lineEnd, lineStart, toLineEnd, withoutSpace } from './span.ts'

/** Deeper definitions are kept as part of the one around them, so that hostile nesting cannot exhaust the stack. */
const DEEPEST = 60

/** Tiles of one text, the definitions whose syntax is broken somewhere inside, and the sealed parts by the start of their tile. */
export interface Harvest {
  readonly tiles: readonly Tile[]
  readonly faulty: ReadonlySet<Tile>
  readonly seals: ReadonlyMap<number, Seal>
}

const TOP: Place = { indent: '', depth: 0, member: false }

/** Every definition below the root. */
export function tilesOf(source: Source, root: Node, place = TOP): Harvest {
  const hand: Hand = { ...source, landmarks: landmarksOf(source.table), hasError: root.hasError, faulty: new Set(), seals: new Map() }
  return { tiles: gather(hand, root, place), faulty: hand.faulty, seals: hand.seals }
}

function gather(hand: Hand, holder: Node, place: Place): Tile[] {
  const row = rowWith(leadOf(hand, holder))
  visitAll(hand, row, { holder, place })
  header(hand, row, place)
  return row.tiles
}

function visitAll(hand: Hand, row: Row, { holder, place }: { holder: Node; place: Place }): void {
  const separator = hand.table.separators?.[holder.type]
  for (const node of separator === undefined ? holder.namedChildren : holder.children) {
    if (separator === undefined || node.isNamed) visit(hand, row, { node, place })
    else if (node.type === separator) separate(hand, row, { node, place })
  }
}

/** A mark that closes no definition on its line. */
function separate({ text }: Hand, row: Row, { node, place }: { node: Node; place: Place }): void {
  if ((row.tiles.at(-1)?.end ?? 0) >= node.endIndex) return
  const indent = isBlank(text, lineStart(text, node.startIndex), node.startIndex) ? indentAt(text, node.startIndex) : place.indent
  const form = { head: `${indent}${node.type}\n`, tail: '' }
  row.lead = []
  row.tiles.push({ kind: 'field', name: '', start: fromLineStart(text, node.startIndex), end: toLineEnd(text, node.endIndex), shape: form, detail: form })
}

function visit(hand: Hand, row: Row, at: { node: Node; place: Place }): void {
  const { node, place } = at
  const type = node.type
  if (hand.table.comments.includes(type)) comment(hand, row, at)
  else if (hand.table.marks?.includes(type) === true || hand.table.docAbove?.is(node) === true) row.lead.push(node)
  else if (type === 'ERROR' && place.depth < DEEPEST) broken(hand, row, at)
  else if (hand.table.beginnings?.includes(type) === true) return
  else if (!define(hand, row, at)) {
    header(hand, row, place)
    row.run = false
    row.clauses = undefined
    row.begun = true
  }
}

function broken(hand: Hand, row: Row, { node, place }: { node: Node; place: Place }): void {
  for (const tile of gather(hand, node, { ...place, depth: place.depth + 1 })) row.tiles.push(tile)
  row.lead = []
  row.run = false
  row.clauses = undefined
}

function define(hand: Hand, row: Row, { node, place }: { node: Node; place: Place }): boolean {
  const found = resolve(hand, node)
  if (found === undefined) return false
  if (found.rule.spreads === true) return spread(hand, row, { node: found.inner, place })
  if (found.rule.sections !== undefined) return section(hand, row, { node: found.inner, place, sections: found.rule.sections(found.inner) })
  if (found.rule.branches !== undefined) return branch(hand, row, { node, place, branches: found.rule.branches(found.inner) })
  if (found.rule.run === true && row.tiles.length === row.opened) header(hand, row, place)
  const lead = attached(hand, row, node)
  header(hand, row, place)
  const below = commentsBelow(hand, node)
  const draft = draftOf(hand, found, { outer: node, lead, place, end: ownEnd(hand, below[0]?.startIndex ?? node.endIndex) })
  add(hand, row, { draft, tile: tileOf(hand, draft, place) })
  row.lead = below
  return true
}

const ownEnd = ({ text, table }: Source, end: number): number => (table.indented === 'mixed' ? withoutSpace(text, end) : end)

/** Reads what stands inside a node in its place. */
function spread(hand: Hand, row: Row, { node, place }: { node: Node; place: Place }): boolean {
  if (place.depth >= DEEPEST) return false
  visitAll(hand, row, { holder: node, place: { ...place, depth: place.depth + 1 } })
  return true
}

function tileOf(hand: Hand, draft: Draft, place: Place): Tile {
  const { kind, name, start, end } = draft
  if (kind === 'doc') return { kind, name, start, end, ...documentation(hand, draft) }
  const sealed = find(draft.inner, draft.rule.seals)
  if (sealed !== null && place.depth < DEEPEST) hand.seals.set(start, sealOf(hand, draft, { sealed, place }))
  const holds = find(draft.inner, draft.rule.holds)
  if (holds === null) return { kind, name, start, end, ...leafForms(hand, draft, bodyOf(draft)) }
  return container(hand, draft, { holds, place })
}

const documentation = ({ text, table }: Source, { inner, indent }: Draft): Pick<Tile, 'shape' | 'detail'> => ({
  shape: { head: '', tail: '' },
  detail: { head: asLines(indent + (table.docAbove?.first ?? firstStringLine)(text.slice(inner.startIndex, inner.endIndex))), tail: '' },
})

const CLASSES: readonly Tile['kind'][] = ['class', 'interface', 'enum']

function container(hand: Hand, draft: Draft, { holds, place }: { holds: Node; place: Place }): Tile {
  const { kind, name, start, end } = draft
  const from = draft.rule.opens ?? holds.startIndex
  const flat = !hand.text.slice(from, draft.rule.closes ?? holds.endIndex).includes('\n') && hand.text.slice(from - 1, from) !== '\n'
  if ((flat && !onOwnLine(hand, holds)) || place.depth >= DEEPEST) return { kind, name, start, end, ...leafForms(hand, asItStands(draft), null) }
  const { closes, omits } = draft.rule
  const inner = { indent: closes !== undefined && name === '' ? draft.indent : draft.indent + hand.table.step, depth: place.depth + 1, member: CLASSES.includes(kind) || (name === '' && place.member) }
  const tiles = gather(hand, holds, inner)
  if (!isVisible(tiles) && (closes === undefined || omits !== undefined)) return { kind, name, start, end, ...leafForms(hand, draft, omits === undefined ? holds : null) }
  const frame = frameOf(hand, draft, holds)
  const body = { start: frame.bodyStart, end: frame.bodyEnd, tiles: tiles.filter((tile) => tile.start >= frame.bodyStart && tile.end <= frame.bodyEnd) }
  return { kind, name, start, end, body, shape: frame.shape, detail: frame.detail }
}

/** Whether something is shown at `shape`. */
const isVisible = (tiles: readonly Tile[]): boolean => tiles.some(({ shape, body }) => shape.head !== '' || isVisible(body?.tiles ?? []))

/** What a definition leaves out when nothing in it is shown does not go here. */
function asItStands(draft: Draft): Draft {
  const { omits: _omits, ...rule } = draft.rule
  return { ...draft, rule }
}

/** An indented block of one line is still a block. */
const onOwnLine = ({ text, table }: Source, holds: Node): boolean =>
  table.indented !== undefined && fromLineStart(text, holds.startIndex) !== holds.startIndex

/** A longer chain is no place for definitions. */
const MOST_BRANCHES = 2000

/** The branches of a statement, when any of them defines something. */
function branch(hand: Hand, row: Row, at: { node: Node; place: Place; branches: readonly Branch[] }): boolean {
  const { node, place } = at
  if (place.depth >= DEEPEST || at.branches.length > MOST_BRANCHES) return false
  const drafts = at.branches.map((one, index) => branchDraft(hand, { ...one, node, next: at.branches[index + 1]?.start }))
  const tiles = drafts.map((draft) => container(hand, draft, { holds: find(draft.inner, draft.rule.holds) as Node, place: { ...place, depth: place.depth } }))
  if (!tiles.some((tile, index) => isVisible(tile.body?.tiles ?? []) || definesOnOneLine(hand, drafts[index] as Draft, place))) return false
  row.lead = []
  row.run = false
  row.begun = true
  for (const tile of tiles) row.tiles.push(tile)
  return true
}

/** A branch on one line has no tiles of its own, but may define something. */
function definesOnOneLine(hand: Hand, { rule, inner, start, stop }: Draft, place: Place): boolean {
  const block = find(inner, rule.holds)
  return block !== null && !hand.text.slice(start, stop).includes('\n') && isVisible(gather(hand, block, { ...place, depth: place.depth + 1 }))
}

/** The parts of a condition, when any of them defines something: all lines of the condition up to the last part that does. */
function section(hand: Hand, row: Row, { node, place, sections }: { node: Node; place: Place; sections: readonly Section[] }): boolean {
  if (place.depth >= DEEPEST || sections.length > MOST_BRANCHES) return false
  // A comment on the line of a condition belongs to that line.
  const below = ({ nodes, open }: Section): Node[] => nodes.filter(({ startIndex }) => startIndex >= lineEnd(hand.text, open))
  const inside = sections.map((one) => gatherThese(hand, below(one), { ...place, depth: place.depth + 1 }))
  const last = inside.findLastIndex(isVisible)
  if (last < 0) return false
  row.lead = []
  row.run = false
  row.begun = true
  // Lines of the same sort are constants and imports; at `shape` they have no values, so it does not matter on what they depend.
  const sign = hand.text[node.startIndex]
  const plain = inside.flat().every(({ shape, body }) => (body === undefined ? shape.head.trimStart()[0] === sign : shape.head === ''))
  const ends = sections.map((_, index) => (index < last ? fromLineStart(hand.text, (sections[index + 1] as Section).start) : undefined))
  for (let i = 0; i <= last; i++) row.tiles.push(sectionTile(hand, { node, section: sections[i] as Section, tiles: inside[i] as Tile[], end: ends[i], plain }))
  return true
}

function gatherThese(hand: Hand, nodes: readonly Node[], place: Place): Tile[] {
  const row = rowWith([])
  for (const node of nodes) visit(hand, row, { node, place })
  return row.tiles
}
