// What a skeleton leaves out, as cuts in the text: bodies, long values, comments, decorators.
import type { Node, TreeCursor } from 'web-tree-sitter'
import { firstDocLine, firstStringLine } from './doc.ts'
import type { Table } from './language.ts'
import { find } from './language.ts'
import type { Cut } from './span.ts'
import { hasBlankLine, indentAt, isBlank, lineEnd, lineStart } from './span.ts'

/** One text and the table it is read with. */
export interface Source {
  readonly text: string
  readonly table: Table
  /** The text without the conditions that choose between its parts. */
  readonly plain?: string
  /** The text as the grammar saw it, where that differs. */
  readonly read?: string
}

/** The levels at which something is left out. */
export type Outline = 'shape' | 'detail'

/** A whole line when nothing else stands on it, else the stretch with the white space before it. */
export function without(text: string, from: number, to: number): Cut {
  const end = text[to - 1] === '\n' ? to - 1 : to
  const start = lineStart(text, from)
  const after = lineEnd(text, end)
  if (isBlank(text, start, from) && isBlank(text, end, after)) return { start, end: after, with: '' }
  let at = from
  while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--
  return { start: at, end, with: '' }
}

/** Where the last token before a node ends; comments between them do not count. */
export function tokenEndBefore({ text, table }: Source, node: Node): number {
  let first = node
  while (first.previousSibling === null && first.parent?.startIndex === node.startIndex) first = first.parent
  let before = first.previousSibling
  while (before !== null && table.comments.includes(before.type)) before = before.previousSibling
  const end = before?.endIndex ?? node.startIndex
  // What a node only begins with is a statement of its own when it stands on another line.
  return first !== node && text.slice(end, node.startIndex).includes('\n') ? node.startIndex : end
}

/** The same where words before the node may be hidden from the grammar: they stay. */
function wordEndBefore(source: Source, node: Node): number {
  const end = tokenEndBefore(source, node)
  let rest = source.read === undefined ? '' : source.text.slice(end, node.startIndex)
  for (let before = node.previousSibling; rest.trim() !== '' && before !== null && source.table.comments.includes(before.type); before = before.previousSibling) rest = rest.replace(before.text, '')
  return rest.trim() === '' ? end : end + source.text.slice(end, node.startIndex).trimEnd().length
}

/** The cut that replaces a body; undefined when a marker would be longer than what it stands for. */
export function bodyCut(source: Source, body: Node, { level, markers, from }: { level: Outline; markers: readonly string[]; from?: Node | null }): Cut | undefined {
  const doc = level === 'detail' ? docStringOf(source, body) : null
  const start = wordEndBefore(source, from ?? body)
  if (doc !== null) return { start, end: body.endIndex, with: documented(source, body, doc) }
  const length = body.endIndex - body.startIndex
  const marker = markers.find((candidate) => candidate.trimStart().length <= length)
  if (marker === undefined) return undefined
  // Without anything in its place a body takes its `=` along.
  const sign = marker === '' ? signBefore(source, body) : null
  if (sign !== null) return { start: tokenEndBefore(source, sign), end: body.endIndex, with: marker }
  // Nothing may follow on the line of a condition.
  const apart = source.read !== undefined && /^[ 	]*#/.test(source.text.slice(lineStart(source.text, start), start))
  return { start, end: body.endIndex, with: apart ? `
${marker.trimStart()}` : marker }
}

/** The string at the start of a body, in languages that document so. */
export function docStringOf({ table }: Source, body: Node): Node | null {
  if (table.docString !== true) return null
  const first = body.namedChildren.find((child) => !table.comments.includes(child.type))
  if (first === undefined) return null
  const string = first.type === 'string' ? first : first.type === 'expression_statement' ? first.firstNamedChild : null
  return string !== null && (string.type === 'string' || string.type === 'concatenated_string') && first.namedChildCount <= 1 ? string : null
}

function documented({ text, table }: Source, body: Node, doc: Node): string {
  const indent = lineStart(text, body.startIndex) <= (body.parent?.startIndex ?? 0) ? indentAt(text, body.startIndex) + table.step : indentAt(text, body.startIndex)
  const rest = doc.endIndex < body.endIndex ? `\n${indent}...` : ''
  return `\n${indent}${firstStringLine(text.slice(doc.startIndex, doc.endIndex))}${rest}`
}

/** What is cut inside a definition that is otherwise kept: bodies of functions, comments, and decorators at `shape`. */
export function cutsInside(source: Source, node: Node, options: { level: Outline; holds?: Node | null; comments?: boolean }): Cut[] {
  const cuts: Cut[] = []
  const skip = new Set<number>(options.holds ? [options.holds.id] : [])
  const cursor = node.walk()
  let doc = -1
  walkDown(cursor, () => {
    if (skip.has(cursor.nodeId)) return false
    const type = cursor.nodeType
    if (source.table.comments.includes(type)) {
      if (options.comments !== false) doc = cutComment(source, { cuts, level: options.level, doc, start: cursor.startIndex, end: cursor.endIndex })
      return false
    }
    if (source.table.marks?.includes(type) === true) {
      if (options.level === 'shape' && options.comments !== false) cuts.push(markCut(source.text, cursor.startIndex, cursor.endIndex))
      return false
    }
    const valued = source.table.valued?.[type]
    if (valued !== undefined) {
      cuts.push(...memberCuts(source, cursor.currentNode.childForFieldName(valued), options.level))
      return false
    }
    const inner = innerBody(source.table, cursor, options.level)
    if (inner === undefined) return true
    const { body, markers } = inner
    const cut = skip.has(body.id) ? undefined : bodyCut(source, body, { level: options.level, markers })
    if (cut !== undefined) {
      cuts.push(cut)
      skip.add(body.id)
    }
    return true
  })
  return cuts
}

/** A value among many is kept only when it is very short. */
const memberCuts = (source: Source, value: Node | null, level: Outline): Cut[] => (value === null ? [] : valueCuts(source, value, { level: 'shape', always: level === 'shape' }))

/** The body of the node at hand, by its rule, and what may stand for it. */
function innerBody({ bodies, blocks, elision }: Table, cursor: TreeCursor, level: Outline): { body: Node; markers: readonly string[] } | undefined {
  const extra = bodies?.[cursor.nodeType]
  const entry = extra === undefined ? blocks[cursor.nodeType] : undefined
  if (extra === undefined && entry === undefined) return undefined
  const node = cursor.currentNode
  const rule = typeof entry === 'function' ? entry(node) : entry
  const body = find(node, extra ?? rule?.body)
  if (body === null) return undefined
  const usual = extra !== undefined && level === 'shape' ? elision.inner ?? elision.shape : elision[level]
  return { body, markers: rule?.elision?.[level] ?? elision.of?.[body.type] ?? elision.of?.[node.type] ?? usual }
}

const markCut = (text: string, from: number, to: number): Cut => {
  const line = without(text, from, to)
  if (text[line.end - 1] === '\n' && line.start < from) return line
  let end = to
  while (text[end] === ' ' || text[end] === '\t') end++
  let start = from
  // At the end of a line the space before it goes too.
  if (text[end] === '\n' || text[end] === '\r') while (text[start - 1] === ' ' || text[start - 1] === '\t') start--
  return { start, end, with: '' }
}

/** Keeps the first line of documentation at `detail`; gives the end of the documentation comment before, to know a run of lines. */
function cutComment({ text, table }: Source, at: { cuts: Cut[]; level: Outline; doc: number; start: number; end: number }): number {
  const comment = text.slice(at.start, at.end)
  const end = comment.endsWith('\n') ? at.end - 1 : at.end
  const documents = at.level === 'detail' && table.doc.test(comment) && isBlank(text, lineStart(text, at.start), at.start)
  const continues = at.doc >= 0 && isBlank(text, at.doc, at.start) && !hasBlankLine(text, at.doc, at.start)
  if (!documents || continues) at.cuts.push(without(text, at.start, end))
  else if (comment.includes('\n', 0) && end - at.start > 0) at.cuts.push({ start: at.start, end, with: firstDocLine(comment) })
  return documents ? end : -1
}

/** Visits nodes in reading order without recursion; `enter` says whether to look below. */
export function walkDown(cursor: TreeCursor, enter: () => boolean): void {
  try {
    for (;;) {
      if (enter() && cursor.gotoFirstChild()) continue
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return
    }
  } finally {
    cursor.delete()
  }
}

const LONG = { detail: { lines: 3, characters: 300 }, shape: { lines: 1, characters: 60 } }

/** What is cut from an initial value at a level; `always` when even a short one goes. */
export function valueCuts(source: Source, value: Node, options: { level: Outline; always: boolean }): Cut[] {
  const { elision } = source.table
  const bodies = cutsInside(source, value, { level: options.level, comments: false })
  const sign = signBefore(source, value)
  const goes = elision.value !== undefined || sign !== null
  const always = options.always && elision.keepsShort !== true && goes
  if (!always && isShort(source.text, value, { cuts: bodies, level: options.level })) return bodies
  const parts = always ? [] : partCuts(source, value)
  const level = elision.keepsShort === true ? 'detail' : options.level
  if (parts.length > 0 && isShort(source.text, value, { cuts: parts, level })) return parts
  return goes ? [dropped(source, value, sign)] : parts
}

/** The `=` before a value; `export default` has none, and cannot do without its value. */
function signBefore({ table }: Source, value: Node): Node | null {
  let sign = value.previousSibling
  while (sign !== null && table.comments.includes(sign.type)) sign = sign.previousSibling
  return sign?.type === '=' ? sign : null
}

function isShort(text: string, value: Node, { cuts, level }: { cuts: readonly Cut[]; level: Outline }): boolean {
  const kept: string[] = []
  let at = value.startIndex
  for (const cut of cuts) {
    kept.push(text.slice(at, cut.start), cut.with)
    at = cut.end
  }
  const rest = kept.join('') + text.slice(at, value.endIndex)
  return rest.length <= LONG[level].characters && rest.split('\n').length <= LONG[level].lines
}

function partCuts({ table }: Source, value: Node): Cut[] {
  const cuts: Cut[] = []
  const cursor = value.walk()
  walkDown(cursor, () => {
    const replacement = table.elision.parts?.[cursor.nodeType]
    const length = cursor.endIndex - cursor.startIndex
    if (replacement === undefined || replacement.length > length) return true
    if (length > 20) cuts.push({ start: cursor.startIndex, end: cursor.endIndex, with: replacement })
    return false
  })
  return cuts
}

function dropped(source: Source, value: Node, sign: Node | null): Cut {
  const replacement = source.table.elision.value
  // What stands for a value on the next line moves up to its sign.
  if (replacement !== undefined && sign !== null && source.text.slice(sign.endIndex, value.startIndex).includes('\n')) return { start: sign.endIndex, end: value.endIndex, with: ` ${replacement}` }
  if (replacement !== undefined || sign === null) return { start: value.startIndex, end: value.endIndex, with: replacement ?? '' }
  return { start: tokenEndBefore(source, sign), end: beforeSemicolon(source.text, value.endIndex), with: '' }
}

/** A semicolon on a line of its own moves up to what it closes. */
function beforeSemicolon(text: string, end: number): number {
  let at = end
  while (at < text.length && text.charCodeAt(at) <= 32) at++
  return text[at] === ';' ? at : end
}
