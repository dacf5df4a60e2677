// How a definition reads when it is not shown in full.
import type { Node } from './node.ts'
import type { Form, Tile } from '../core/block.ts'
import { unevenConditions } from './conditions.ts'
import { cutsInside, bodyCut, docStringOf, tokenEndBefore, valueCuts, without } from './cuts.ts'
import type { Outline, Source } from './cuts.ts'
import { firstDocLine, firstStringLine } from './doc.ts'
import { onOneLine } from './flat.ts'
import type { Rule } from './language.ts'
import { find } from './language.ts'
import type { Cut, Span } from './span.ts'
import { asLines, fromLineStart, hasBlankLine, indentAt, inOrder, isBlank, lineEnd, render, toLineEnd } from './span.ts'

/** A definition that was found and has yet to be written. */
export interface Draft {
  readonly rule: Rule
  readonly kind: Tile['kind']
  readonly name: string
  /** The whole statement, and the definition itself when the statement wraps it. */
  readonly outer: Node
  readonly inner: Node
  /** Comments and decorators above it. */
  readonly lead: readonly Node[]
  /** Where the tile begins, where its own first word stands, where its text ends, where the tile ends. */
  readonly start: number
  readonly own: number
  readonly stop: number
  readonly end: number
  readonly indent: string
}

/** The two forms of a definition. */
export type Forms = Pick<Tile, 'shape' | 'detail'>

const whole = (head: string): Form => ({ head, tail: '' })

/** The forms of a definition without definitions inside; `body` is left out when given. */
export function leafForms(source: Source, draft: Draft, body: Node | null): Forms {
  const original = asLines(margin(source, draft) + source.text.slice(draft.start, draft.end))
  const detail = shorter(asLines(detailText(source, draft, body)), original)
  const shape = shorter(asLines(shapeText(source, draft, body)), detail)
  return { shape: whole(shape), detail: whole(detail) }
}

const shorter = (text: string, other: string): string => (text.length <= other.length ? text : other)

/** The indentation that a definition in the middle of a line lacks. */
const margin = ({ text }: Source, draft: Draft): string => (fromLineStart(text, draft.own) === draft.own && draft.start === draft.own ? draft.indent : '')

function detailText(source: Source, draft: Draft, body: Node | null): string {
  const own = inOrder(ownCuts(source, draft, { body, level: 'detail' }))
  const cuts = inOrder([...leadCuts(source, draft), ...conditionCuts(source, draft), ...own])
  const line = draft.rule.layout === 'line' ? documentedLine(source, draft, own) : undefined
  const lead = margin(source, draft) + render(source.text, { from: draft.start, to: line === undefined ? draft.stop : draft.own, cuts })
  return lead + (line ?? '')
}

/** A definition on one line, unless documentation stands inside it. */
function documentedLine(source: Source, draft: Draft, cuts: readonly Cut[]): string | undefined {
  const kept = render(source.text, { from: draft.own, to: draft.stop, cuts })
  return !kept.includes('\n') || /\/[/*]/.test(kept) ? undefined : readableLine(source, draft, cuts)
}

function shapeText(source: Source, draft: Draft, body: Node | null): string {
  const cuts = inOrder(ownCuts(source, draft, { body, level: 'shape' }))
  const keepsLines = draft.rule.layout === 'kept' || (body === null && draft.rule.values === undefined && draft.rule.run === undefined && draft.rule.omits === undefined)
  const text = keepsLines
    ? readableLine(source, draft, cuts) ?? closeLines(draft, render(source.text, { from: draft.own, to: draft.stop, cuts }))
    : joinedText(source, draft, { to: draft.stop, cuts })
  return draft.indent + text
}

/** An enumeration without the blank lines between its members; a string may need its own. */
const closeLines = ({ kind }: Draft, text: string): string => (kind !== 'enum' || /["'`]/.test(text) ? text : text.replace(/\n(?:[ \t\r]*\n)+/g, '\n'))

const WIDEST = 240

/** What may be joined, when the line does not get too long; members that stand below each other stay so. */
function readableLine(source: Source, draft: Draft, cuts: readonly Cut[]): string | undefined {
  if (draft.rule.layout === 'kept' || draft.rule.layout === undefined || holdsMembers(source, draft)) return undefined
  const line = onOneLine({ ...source, node: draft.outer }, { from: draft.own, to: draft.stop, cuts })
  return line === undefined || line.length > WIDEST ? undefined : line
}

/** The names in the braces of an import are no members. */
const holdsMembers = ({ text }: Source, draft: Draft): boolean => draft.rule.run !== true && /\{\|?\s*\n/.test(text.slice(draft.own, draft.stop))

/** On one line where that is possible, else line by line without comments. */
function joinedText(source: Source, draft: Draft, { to, cuts }: { to: number; cuts: readonly Cut[] }): string {
  const line = onOneLine({ ...source, node: draft.outer }, { from: draft.own, to, cuts })
  if (line !== undefined) return line
  const comments = cutsInside(source, draft.outer, { level: 'shape' }).filter((cut) => cut.with === '' && cut.start > draft.own)
  return render(source.text, { from: draft.own, to, cuts: inOrder([...cuts, ...comments]) })
}

/** What is left out of a definition. An indented block may reach to the lines below it; they are not cut. */
function ownCuts(source: Source, draft: Draft, part: { body: Node | null; level: Outline }): Cut[] {
  const cuts = partsOut(source, draft, part)
  return source.table.indented === 'mixed' ? cuts.map((cut) => ({ ...cut, end: Math.max(cut.start, Math.min(cut.end, draft.stop)) })) : cuts
}

function partsOut(plain: Source, draft: Draft, { body, level }: { body: Node | null; level: Outline }): Cut[] {
  const { rule } = draft
  const source = rule.elision === undefined ? plain : { ...plain, table: { ...plain.table, elision: { ...plain.table.elision, ...rule.elision } } }
  if (body !== null) return [bodyCut(source, body, { level, markers: markersFor(source, draft, { body, level }), from: find(draft.inner, rule.from) })].filter((cut) => cut !== undefined)
  if (rule.omits !== undefined) return [rule.omits(draft.inner, level)].flat()
  if (rule.values !== undefined) {
    const always = level === 'shape' && (draft.kind === 'constant' || source.table.elision.keepsShort === false)
    const cuts = rule.values(draft.inner).flatMap((value) => valueCuts(source, value, { level, always }))
    return rule.layout === 'kept' ? [...cuts, ...cutsInside(source, draft.outer, { level })] : cuts
  }
  const from = plain.table.docNode === undefined ? draft.own : draft.start
  return cutsInside(plain, draft.outer, { level }).filter((cut) => cut.start >= from)
}

/** An emptied container keeps its braces: `impl Eq for Id {}`. */
const markersFor = ({ table: { elision } }: Source, { rule }: Draft, { body, level }: { body: Node; level: Outline }): readonly string[] =>
  rule.holds !== undefined && level === 'shape' ? elision.inner ?? elision.shape : rule.elision?.[level] ?? elision.of?.[body.type] ?? elision[level]

/** A condition that begins above a definition and ends in it would be left half. */
const conditionCuts = ({ text, table }: Source, { start, stop }: Draft): Cut[] => (table.conditions === undefined ? [] : unevenConditions(text, start, stop))

/** Documentation above a definition keeps its first line, other comments go, decorators stay. */
function leadCuts({ text, table }: Source, { lead }: Draft): Cut[] {
  const cuts: Cut[] = []
  let group: { start: number; end: number } | undefined
  const close = (): void => {
    if (group !== undefined) cuts.push({ start: group.start, end: withGap(text, group.end), with: isLicence(text, group) ? '' : firstDocLine(text.slice(group.start, group.end)) })
    group = undefined
  }
  for (const node of lead) {
    if (table.docAbove?.is(node) === true) cuts.push({ start: node.startIndex, end: node.endIndex, with: table.docAbove.first(node.text) })
    if (!table.comments.includes(node.type)) continue
    const end = text[node.endIndex - 1] === '\n' ? node.endIndex - 1 : node.endIndex
    const documents = table.doc.test(text.slice(node.startIndex, end))
    const continues = group !== undefined && isBlank(text, group.end, node.startIndex)
    if (!documents) cuts.push(without(text, node.startIndex, end))
    else if (continues && group !== undefined) group.end = end
    else {
      close()
      group = { start: node.startIndex, end }
    }
  }
  close()
  return cuts
}

/** What a file begins with may say whose it is instead of what it does. */
const isLicence = (text: string, { start, end }: Span): boolean => isBlank(text, 0, start) && /copyright|licensed under|SPDX-/i.test(text.slice(start, end))

/** A position with the empty lines after it, up to the last line end. */
function withGap(text: string, from: number): number {
  const gap = /^[ \t\r]*(?:\n[ \t\r]*)*(?=\n)/.exec(text.slice(from, from + LONGEST_GAP))
  return from + (gap?.[0].length ?? 0)
}

const LONGEST_GAP = 400

/** Where the definitions inside stand, and the text around them. */
export interface Frame extends Forms {
  readonly bodyStart: number
  readonly bodyEnd: number
}

/** The frame of a definition that holds others. */
export function frameOf(source: Source, draft: Draft, holds: Node): Frame {
  return isIndented(source, draft, holds) ? indentedFrame(source, draft, holds) : bracedFrame(source, draft, holds)
}

const isIndented = ({ text, table }: Source, { rule }: Draft, holds: Node): boolean =>
  table.indented === true || (table.indented === 'mixed' && text[(rule.opens ?? holds.startIndex + 1) - 1] !== '{')


function bracedFrame(source: Source, draft: Draft, holds: Node): Frame {
  const { text } = source
  const open = draft.rule.opens ?? holds.startIndex + 1
  const close = draft.rule.closes ?? (isOpen(holds) ? holds.endIndex : holds.endIndex - 1)
  const inside = (level: Outline): readonly Cut[] => inOrder(cutsInside(source, draft.outer, { level, holds, comments: level === 'shape' }))
  const atShape = inside('shape')
  const tail = asLines(draft.indent + render(text, { from: close, to: draft.stop, cuts: atShape }))
  const detail = margin(source, draft) + render(text, { from: draft.start, to: open, cuts: inOrder([...leadCuts(source, draft), ...conditionCuts(source, draft), ...inside('detail')]) })
  const shape = draft.indent + joinedText(source, draft, { to: open, cuts: atShape })
  const bodyStart = toLineEnd(text, open)
  return {
    bodyStart, bodyEnd: Math.max(bodyStart, fromLineStart(text, close)),
    detail: { head: asLines(detail), tail }, shape: { head: asLines(shape), tail },
  }
}

/** In broken code the closing bracket may be missing. */
const isOpen = (holds: Node): boolean => holds.hasError && (holds.lastChild?.isMissing === true || holds.lastChild?.isNamed === true)

function indentedFrame(source: Source, draft: Draft, holds: Node): Frame {
  const { text } = source
  const colon = draft.rule.opens ?? tokenEndBefore(source, holds)
  const doc = docStringOf(source, holds)
  const head = asLines(margin(source, draft) + render(text, { from: draft.start, to: colon, cuts: inOrder(leadCuts(source, draft)) }))
  const shape = asLines(draft.indent + joinedText(source, draft, { to: colon, cuts: [] }))
  const bodyStart = doc === null ? toLineEnd(text, colon) : afterBlankLines(text, lineEnd(text, doc.endIndex))
  return {
    bodyStart: Math.min(bodyStart, draft.end), bodyEnd: draft.end,
    detail: whole(doc === null ? head : head + docLines(text, doc)), shape: whole(shape),
  }
}

/** The documentation of a class, with the empty line that set it apart from the first member. */
function docLines(text: string, doc: Node): string {
  const next = lineEnd(text, doc.endIndex)
  const apart = hasBlankLine(text, next - 1, afterBlankLines(text, next) + 1) || text[next] === '\n' ? '\n' : ''
  return asLines(indentAt(text, doc.startIndex) + firstStringLine(text.slice(doc.startIndex, doc.endIndex))) + apart
}

function afterBlankLines(text: string, from: number): number {
  let at = from
  while (at < text.length && isBlank(text, at, lineEnd(text, at))) at = lineEnd(text, at)
  return at
}

/** The part a leaf leaves out, by its rule. */
export const bodyOf = ({ rule, inner }: Draft): Node | null => find(inner, rule.body)
