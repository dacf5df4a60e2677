// A syntax tree becomes tiles, by the table of its language. Only the nodes between definitions are visited: bodies are never entered,
// except those that hold definitions.
import type { Node } from 'web-tree-sitter'
import type { Tile } from '../core/block.ts'
import { holdsCondition } from './conditions.ts'
import { firstDocLine, firstStringLine } from './doc.ts'
import type { Source } from './cuts.ts'
import type { Draft } from './forms.ts'
import { bodyOf, frameOf, leafForms } from './forms.ts'
import { landmarksOf } from './landmarks.ts'
import type { Branch, Rule, Section } from './language.ts'
import { find } from './language.ts'
import type { Place, Seal } from './seal.ts'
import { sealOf } from './seal.ts'
import { asLines, closing, fromLineStart, hasBlankLine, indentAt, isBlank, lineEnd, lineStart, toLineEnd, withoutSpace } from './span.ts'

/** Deeper definitions are kept as part of the one around them, so that hostile nesting cannot exhaust the stack. */
const DEEPEST = 60

/** Tiles of one text, the definitions whose syntax is broken somewhere inside, and the sealed parts by the start of their tile. */
export interface Harvest {
  readonly tiles: readonly Tile[]
  readonly faulty: ReadonlySet<Tile>
  readonly seals: ReadonlyMap<number, Seal>
}

interface Hand extends Source {
  /** Whether the syntax is broken anywhere. */
  readonly hasError: boolean
  readonly faulty: Set<Tile>
  readonly seals: Map<number, Seal>
}

const TOP: Place = { indent: '', depth: 0, member: false }

/** Every definition below the root. */
export function tilesOf(source: Source, root: Node, place = TOP): Harvest {
  const hand: Hand = { ...source, landmarks: landmarksOf(source.table), hasError: root.hasError, faulty: new Set(), seals: new Map() }
  return { tiles: gather(hand, root, place), faulty: hand.faulty, seals: hand.seals }
}

/** What is known while the children of one node are read. */
interface Row {
  readonly tiles: Tile[]
  /** Comments and decorators that may belong to the next definition. */
  lead: Node[]
  /** The last tile is a run that the next neighbour may join. */
  run: boolean
  /** The clauses that the last tile is made of: what they share, and their node types. */
  clauses: { readonly key: string; readonly types: Set<string> } | undefined
  /** Something that is no definition stood at the start. */
  begun: boolean
  /** How many of the tiles only open the file. */
  opened: number
}

const rowWith = (lead: Node[]): Row => ({ tiles: [], lead, run: false, clauses: undefined, begun: false, opened: 0 })

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

/** The comments that stand between the opening of an indented block and its first line. */
function leadOf({ text, table }: Source, holder: Node): Node[] {
  const lead: Node[] = []
  if (table.indented !== true || holder.isError) return lead
  for (let before = holder.previousSibling; before !== null && table.comments.includes(before.type); before = before.previousSibling) {
    if (fromLineStart(text, before.startIndex) === before.startIndex) break
    lead.unshift(before)
  }
  return lead
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

function comment({ text, table }: Hand, row: Row, { node, place }: { node: Node; place: Place }): void {
  const last = row.tiles.at(-1)
  if (row.lead.length === 0 && last !== undefined && trails(text, last, node)) {
    row.tiles[row.tiles.length - 1] = { ...last, end: toLineEnd(text, node.endIndex) }
    return
  }
  if (last !== undefined && row.lead.length === 0 && documentsAbove({ text, table }, last, node)) return docBelow(text, row, node)
  if (table.innerDoc?.test(text.slice(node.startIndex, node.startIndex + 4)) === true) return innerDoc(text, row, node)
  const before = row.lead.at(-1)
  if (before !== undefined && table.comments.includes(before.type) && hasBlankLine(text, before.endIndex - 1, node.startIndex)) header({ text, table } as Hand, row, place)
  row.lead.push(node)
}

const trails = (text: string, last: Tile, node: Node): boolean =>
  text[last.end - 1] !== '\n' && isBlank(text, last.end, node.startIndex) && !text.slice(last.end, node.startIndex).includes('\n')
  && (text[node.endIndex - 1] === '\n' || toLineEnd(text, node.endIndex) > node.endIndex)

/** Whether a comment documents the definition that ends right above it. */
function documentsAbove({ text, table }: Source, last: Tile, node: Node): boolean {
  if (table.docBelow !== true || last.body !== undefined || last.kind === 'import' || !table.doc.test(text.slice(node.startIndex, node.startIndex + 8))) return false
  const next = node.nextSibling
  return isBlank(text, last.end, node.startIndex) && !hasBlankLine(text, last.end - 1, node.startIndex)
    && (next === null || !next.isNamed || hasBlankLine(text, node.endIndex, next.startIndex))
}

function docBelow(text: string, row: Row, node: Node): void {
  const last = row.tiles.pop() as Tile
  const end = toLineEnd(text, node.endIndex)
  const source = asLines(text.slice(lineStart(text, node.startIndex), end))
  const doc = asLines(indentAt(text, node.startIndex) + firstDocLine(text.slice(node.startIndex, node.endIndex)))
  row.tiles.push({ ...last, end, detail: { ...last.detail, head: last.detail.head + (doc.length <= source.length ? doc : source) } })
}

function innerDoc(text: string, row: Row, node: Node): void {
  const last = row.tiles.at(-1)
  const end = toLineEnd(text, text[node.endIndex - 1] === '\n' ? node.endIndex - 1 : node.endIndex)
  if (last?.kind === 'doc' && isBlank(text, last.end, node.startIndex)) row.tiles[row.tiles.length - 1] = { ...last, end }
  else row.tiles.push(docTile(text, fromLineStart(text, node.startIndex), end))
}

const docTile = (text: string, start: number, end: number): Tile => ({
  kind: 'doc', name: '', start, end, shape: { head: '', tail: '' },
  detail: { head: asLines(indentAt(text, start) + firstDocLine(text.slice(start, end))), tail: '' },
})

/** A documentation comment at the head of a file that belongs to no definition documents the file. */
function header({ text, table }: Hand, row: Row, place: Place): void {
  const [first] = row.lead
  const comments = row.lead.filter((node) => table.comments.includes(node.type))
  row.lead = []
  if (first === undefined || place.depth > 0 || row.tiles.length > row.opened || row.begun || comments.length === 0) return
  row.begun = true
  const doc = comments.find((node) => documentsFile(table, text.slice(node.startIndex, node.endIndex)))
  if (doc === undefined) return
  row.run = false
  row.tiles.push(docTile(text, fromLineStart(text, doc.startIndex), toLineEnd(text, doc.endIndex)))
}

const documentsFile = ({ fileDoc }: Source['table'], comment: string): boolean => (fileDoc ?? /^\/\*\*/).test(comment) && !/copyright|licen[cs]e/i.test(comment)

interface Found {
  readonly rule: Rule
  readonly inner: Node
}

/** The rule of a node, through its wrappers. */
function resolve({ table }: Source, node: Node): Found | undefined {
  let inner = node
  for (let hops = 0; hops < 8; hops++) {
    const entry = table.blocks[inner.type]
    const rule = typeof entry === 'function' ? entry(inner) : entry
    if (rule === undefined) return undefined
    if (rule.wraps === undefined) return { rule, inner }
    const next = find(inner, rule.wraps)
    if (next === null) return undefined
    inner = next
  }
  return undefined
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
  add(hand, row, { draft, place })
  row.lead = below
  return true
}

const ownEnd = ({ text, table }: Source, end: number): number => (table.indented === 'mixed' ? withoutSpace(text, end) : end)

/** Comments that an indented block took in, though they stand no deeper than its definition: they belong to the next one. */
function commentsBelow({ text, table }: Source, node: Node): Node[] {
  const found: Node[] = []
  if (table.indented !== 'mixed') return found
  let last = node.lastNamedChild
  while (last !== null && isBlank(text, last.endIndex, found[0]?.startIndex ?? node.endIndex)) {
    const isComment = table.comments.includes(last.type)
    if (isComment && last.startPosition.column > node.startPosition.column) break
    if (isComment) found.unshift(last)
    last = isComment ? last.previousNamedSibling : last.lastNamedChild
  }
  return found
}

/** Reads what stands inside a node in its place. */
function spread(hand: Hand, row: Row, { node, place }: { node: Node; place: Place }): boolean {
  if (place.depth >= DEEPEST) return false
  visitAll(hand, row, { holder: node, place: { ...place, depth: place.depth + 1 } })
  return true
}

/** Whether a condition stands between two nodes. */
const isApart = ({ text, table }: Source, from: number, to: number): boolean => table.conditions !== undefined && holdsCondition(text, from, to)

/** Takes the comments and decorators that stand directly above a node. */
function attached({ text, table }: Source, row: Row, node: Node): Node[] {
  // At the head of a file it is rather the file that is documented.
  const reaches = (above: Node): boolean => table.docApart === true && row.tiles.length > 0 && table.doc.test(text.slice(above.startIndex, above.startIndex + 4))
  let below = node
  let from = row.lead.length
  while (from > 0) {
    const above = row.lead[from - 1] as Node
    const gap = hasBlankLine(text, above.endIndex - 1, below.startIndex) && !reaches(above)
    // A line of words between them opens or closes a block, and the comment belongs to that.
    const blocked = !isBlank(text, above.endIndex, lineStart(text, below.startIndex))
    if (table.comments.includes(above.type) && (gap || blocked || isApart({ text, table }, above.endIndex, below.startIndex))) break
    below = above
    from--
  }
  return row.lead.splice(from)
}

function draftOf(source: Source, { rule, inner }: Found, { outer, lead, place, end }: { outer: Node; lead: readonly Node[]; place: Place; end: number }): Draft {
  const { text } = source
  const begin = rule.since ?? withUnread(source, outer.startIndex, outer.endIndex)
  const own = rule.since ?? withUnread(source, ownStart(source, outer), outer.endIndex)
  const start = fromLineStart(text, lead[0]?.startIndex ?? begin)
  const stop = closing(text, rule.until ?? end, rule.ends)
  const first = isBlank(text, lineStart(text, begin), begin) || start < begin
  return {
    rule, outer: rule.since === undefined ? outer : outer.parent ?? outer, inner, lead, start, own, stop,
    kind: memberKind(rule.kind, place.member), name: nameOf(rule, inner), end: Math.max(stop, toLineEnd(text, stop)),
    indent: first ? indentAt(text, begin) : place.indent,
  }
}

/** Words that were kept from the grammar and stand directly before a place on its line belong to what stands there. */
function withUnread({ text, table, read }: Source, at: number, end: number): number {
  if (read === undefined) return at
  let from = at
  while (from > 0 && text[from - 1] !== '\n' && isBlank(read, from - 1, from)) from--
  while (from < at && isBlank(text, from, from + 1)) from++
  return table.conditions === undefined && /^[ \t]*#[ \t]*(?:el|endif)/m.test(text.slice(at, end)) ? withCondition(text, read, from) : from
}

/** A hidden line above begins the condition that ends inside. */
function withCondition(text: string, read: string, from: number): number {
  const start = fromLineStart(text, from)
  const above = start > 1 && text[start - 1] === '\n' ? lineStart(text, start - 1) : start
  return above < start && isBlank(read, above, start) && /^[ \t]*#[ \t]*if/.test(text.slice(above, start)) ? withCondition(text, read, above) : from
}

/** Where the first word after decorators stands. */
function ownStart({ table }: Source, outer: Node): number {
  const skipped = [...table.marks ?? [], ...table.modifiers?.marks ?? []]
  if (skipped.length === 0) return outer.startIndex
  const first = (node: Node): number | undefined => {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      const type = child.type
      if (skipped.includes(type) || table.comments.includes(type)) continue
      const start = table.modifiers?.types.includes(type) === true ? first(child) : child.startIndex
      if (start !== undefined) return start
    }
    return undefined
  }
  return first(outer) ?? outer.startIndex
}

const memberKind = (kind: Tile['kind'], member: boolean): Tile['kind'] =>
  member && kind === 'function' ? 'method' : member && kind === 'constant' ? 'field' : kind

function nameOf(rule: Rule, inner: Node): string {
  const name = typeof rule.name === 'function' ? rule.name(inner) : inner.childForFieldName(rule.name ?? 'name')?.text ?? ''
  return name.replace(/^(["'`])(.*)\1$/s, '$2')
}

function add(hand: Hand, row: Row, { draft, place }: { draft: Draft; place: Place }): void {
  const last = row.tiles.at(-1)
  const tile = behind(last, tileOf(hand, draft, place))
  const joins = last !== undefined && (draft.rule.run === true ? row.run && !isApart(hand, last.end, tile.start) : draft.rule.seals === undefined && sharesLine(hand.text, last, tile))
  const { key, type } = clauseOf(draft)
  if (key !== undefined && row.clauses?.key === key) addClause(hand, row, { tile, type })
  else {
    if (joins && last !== undefined) row.tiles[row.tiles.length - 1] = joined(hand.text, last, tile)
    else row.tiles.push(tile)
    row.clauses = key === undefined ? undefined : { key, types: new Set([type]) }
  }
  row.run = draft.rule.run === true
  if (draft.rule.opening === true) row.opened = row.tiles.length
  else row.begun = true
  if (hand.hasError && draft.outer.hasError) hand.faulty.add(row.tiles.at(-1) as Tile)
}

/** A word that the grammar missed may stand for it at the end of the line before, which the last tile has already. */
const behind = (last: Tile | undefined, tile: Tile): Tile =>
  last === undefined || tile.start >= last.end || tile.end <= last.end ? tile : { ...tile, start: last.end }

/** What the clauses of one definition share. */
function clauseOf({ rule: { clause }, inner, name }: Draft): { key: string | undefined; type: string } {
  return { key: clause === true ? name : clause?.(inner), type: inner.type }
}

/** A clause of the definition before it; the first of its type is shown at `detail`. */
function addClause({ text, faulty }: Hand, row: Row, { tile, type }: { tile: Tile; type: string }): void {
  const last = row.tiles.pop() as Tile
  const seen = row.clauses?.types
  const whole = seen?.has(type) === true ? { ...last, end: tile.end } : { ...joined(text, last, tile), kind: tile.kind, shape: last.shape }
  row.tiles.push(whole)
  seen?.add(type)
  if (faulty.has(last)) faulty.add(whole)
}

const LONGEST_LINE = 4000

const PLAIN: readonly Tile['kind'][] = ['constant', 'field']

/** Constants on one line are one tile: a line of them would otherwise become many lines. */
const sharesLine = (text: string, last: Tile, tile: Tile): boolean =>
  PLAIN.includes(last.kind) && PLAIN.includes(tile.kind) && last.end - last.start < LONGEST_LINE && last.body === undefined && tile.body === undefined
  && text[last.end - 1] !== '\n' && !text.slice(last.end, tile.start).includes('\n')

function joined(text: string, last: Tile, tile: Tile): Tile {
  const oneLine = text[last.end - 1] !== '\n' && !text.slice(last.end, tile.start).includes('\n')
  const join = (a: string, b: string): string => (oneLine && a !== '' ? `${a.trimEnd()}${text.slice(last.end, tile.start)}${b.trimStart()}` : a + b)
  return {
    ...last, end: tile.end,
    shape: { head: join(last.shape.head, tile.shape.head), tail: '' },
    detail: { head: join(last.detail.head, tile.detail.head), tail: '' },
  }
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

function branchDraft({ text }: Source, { node, start, block, inside, next }: Branch & { node: Node; next: number | undefined }): Draft {
  const stop = next === undefined ? closing(text, node.endIndex) : inside === undefined ? block.endIndex : fromLineStart(text, inside.end)
  return {
    rule: { kind: 'module', holds: () => block, ...(inside === undefined ? {} : { opens: inside.start, closes: inside.end }) }, kind: 'module', name: '', outer: block.startIndex <= start ? block : node, inner: node, lead: [],
    start: fromLineStart(text, start), own: start, stop, end: toLineEnd(text, stop), indent: indentAt(text, node.startIndex),
  }
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

/** One part of a condition; the last one also has the line that ends it. */
function sectionTile({ text }: Source, at: { node: Node; section: Section; tiles: readonly Tile[]; end: number | undefined; plain: boolean }): Tile {
  const start = fromLineStart(text, at.section.start)
  const close = at.node.lastChild
  const tail = at.end === undefined && close !== null ? asLines(text.slice(fromLineStart(text, close.startIndex), close.endIndex)) : ''
  const form = { head: asLines(text.slice(start, at.section.open)), tail }
  const body = { start: lineEnd(text, at.section.open), end: at.end ?? fromLineStart(text, close?.startIndex ?? at.node.endIndex) }
  const tiles = at.tiles.filter((tile) => tile.start >= body.start && tile.end <= body.end)
  return { kind: 'module', name: '', start, end: at.end ?? toLineEnd(text, at.node.endIndex), body: { ...body, tiles }, shape: at.plain ? { head: '', tail: '' } : form, detail: form }
}
