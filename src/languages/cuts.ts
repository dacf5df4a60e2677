// What a skeleton leaves out, as cuts in the text: bodies, long values, comments, decorators.
import type { Node } from './node.ts'
import { firstDocLine, firstStringLine } from './doc.ts'
import type { Table } from './language.ts'
import { find } from './language.ts'
import type { Landmarks } from './landmarks.ts'
import { landmarksIn, walkDown } from './landmarks.ts'
import type { Cut, Span } from './span.ts'
import { hasBlankLine, indentAt, isBlank, lineEnd, lineStart } from './span.ts'

/** One text and the table it is read with. */
export interface Source {
  readonly text: string
  readonly table: Table
  /** The text without the conditions that choose between its parts. */
  readonly plain?: string
  /** The text as the grammar saw it, where that differs. */
  readonly read?: string
  /** What was found in the tree that is being read. */
  readonly landmarks?: Landmarks
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
  let before = first.previousSibling
  while (before === null && first.parent?.startIndex === node.startIndex) {
    first = first.parent
    before = first.previousSibling
  }
  while (before !== null && table.comments.includes(before.type)) before = before.previousSibling
  const end = before?.endIndex ?? node.startIndex
  // What a node only begins with is a statement of its own when it stands on another line.
  return first !== node && text.slice(end, node.startIndex).includes('\n') ? node.startIndex : end
}

/** The same, asked at both levels and answered once. */
function knownEndBefore(source: Source, node: Node): number {
  const known = source.landmarks?.ends.get(node.id)
  if (known !== undefined) return known
  const end = tokenEndBefore(source, node)
  source.landmarks?.ends.set(node.id, end)
  return end
}

/** The same where words before the node may be hidden from the grammar: they stay. */
function wordEndBefore(source: Source, node: Node): number {
  const end = knownEndBefore(source, node)
  const between = source.read === undefined ? '' : source.text.slice(end, node.startIndex)
  if (between.trim() === '') return end
  let rest = between
  for (let before = node.previousSibling; rest.trim() !== '' && before !== null && source.table.comments.includes(before.type); before = before.previousSibling) rest = rest.replace(before.text, '')
  return rest.trim() === '' ? end : end + between.trimEnd().length
}

/** The cut that replaces a body; undefined when a marker would be longer than what it stands for. */
export function bodyCut(source: Source, body: Node, { level, markers, from }: { level: Outline; markers: readonly string[]; from?: Node | null }): Cut | undefined {
  const doc = level === 'detail' ? docStringOf(source, body) : null
  const start = wordEndBefore(source, from ?? body)
  const end = body.endIndex
  if (doc !== null) return { start, end, with: documented(source, body, doc) }
  const length = end - body.startIndex
  const marker = markers.find((candidate) => candidate.trimStart().length <= length)
  if (marker === undefined) return undefined
  // Without anything in its place a body takes its `=` along.
  const sign = marker === '' ? signBefore(source, body) : null
  if (sign !== null) return { start: sign.before, end, with: marker }
  // Nothing may follow on the line of a condition.
  const apart = source.read !== undefined && /^[ 	]*#/.test(source.text.slice(lineStart(source.text, start), start))
  return { start, end, with: apart ? `
${marker.trimStart()}` : marker }
}

/** The string at the start of a body, in languages that document so. */
export function docStringOf({ table }: Source, body: Node): Node | null {
  if (table.docString !== true) return null
  let first = body.firstNamedChild
  while (first !== null && table.comments.includes(first.type)) first = first.nextNamedSibling
  if (first === null) return null
  const string = first.type === 'string' ? first : first.type === 'expression_statement' ? first.firstNamedChild : null
  return string !== null && (string.type === 'string' || string.type === 'concatenated_string') && first.namedChildCount <= 1 ? string : null
}

function documented({ text, table }: Source, body: Node, doc: Node): string {
  const indent = lineStart(text, body.startIndex) <= (body.parent?.startIndex ?? 0) ? indentAt(text, body.startIndex) + table.step : indentAt(text, body.startIndex)
  const rest = doc.endIndex < body.endIndex ? `\n${indent}...` : ''
  return `\n${indent}${firstStringLine(text.slice(doc.startIndex, doc.endIndex))}${rest}`
}

/** What stands deeper among things of its kind stays with what is around it: a tree answers where a node stands by going there from its root. */
const DEEPEST = 100

/** What is cut inside a definition that is otherwise kept: bodies of functions, comments, and decorators at `shape`. */
export function cutsInside(source: Source, node: Node, options: { level: Outline; holds?: Node | null; comments?: boolean }): Cut[] {
  const cuts: Cut[] = []
  const { comments, marks, valued } = source.table
  // Bodies and decorators that are behind us in reading order, though their end may be ahead.
  let hidden: Span[] = []
  const around: number[] = []
  let doc = -1
  for (const landmark of landmarksIn(source, node, options.holds ?? ownBody(source, node, options.level))) {
    const start = landmark.startIndex
    hidden = hidden.filter(({ end }) => end > start)
    if (hidden.some((span) => span.start <= start)) continue
    const type = landmark.type
    if (comments.includes(type)) {
      if (options.comments !== false) doc = cutComment(source, { cuts, level: options.level, doc, start, end: landmark.endIndex })
    } else if (marks?.includes(type) === true) {
      const end = landmark.endIndex
      hidden.push({ start, end })
      if (options.level === 'shape' && options.comments !== false) cuts.push(markCut(source.text, start, end))
      else if (type === source.table.docNode) cuts.push({ start, end, with: firstStringLine(source.text.slice(start, end)) })
    } else if (valued?.[type] !== undefined) {
      hidden.push({ start, end: landmark.endIndex })
      cuts.push(...memberCuts(source, landmark.childForFieldName(valued[type]), options.level))
    } else {
      while ((around.at(-1) ?? Infinity) <= start) around.pop()
      if (around.push(landmark.endIndex) > DEEPEST) continue
      const cut = innerCut(source, { node: landmark, type }, options.level)
      if (cut !== undefined && cut.body.startIndex !== options.holds?.startIndex && !hidden.some((span) => span.start === cut.body.startIndex)) {
        cuts.push(cut)
        hidden.push({ start: cut.body.startIndex, end: cut.end })
      }
    }
  }
  return cuts
}

/** The body of a function that is a value: when it is cut, nothing in it needs to be found. */
function ownBody(source: Source, node: Node, level: Outline): Node | null {
  const type = node.type
  if (source.table.bodies?.[type] === undefined) return null
  const body = innerCut(source, { node, type }, level)?.body
  // A closure may be its own body: then it is what is looked for.
  return body === undefined || body.id === node.id ? null : body
}

/** A value among many is kept only when it is very short. */
const memberCuts = (source: Source, value: Node | null, level: Outline): Cut[] => (value === null ? [] : valueCuts(source, value, { level: 'shape', always: level === 'shape' }))

/** The cut of a body inside a definition, and the body itself. */
function innerCut(source: Source, { node, type }: { node: Node; type: string }, level: Outline): (Cut & { readonly body: Node }) | undefined {
  const { bodies, blocks, elision } = source.table
  const extra = bodies?.[type]
  const entry = extra === undefined ? blocks[type] : undefined
  const rule = typeof entry === 'function' ? entry(node) : entry
  const body = find(node, extra ?? rule?.body)
  if (body === null) return undefined
  const usual = extra !== undefined && level === 'shape' ? elision.inner ?? elision.shape : elision[level]
  const markers = rule?.elision?.[level] ?? (elision.of === undefined ? undefined : elision.of[body.type] ?? elision.of[type]) ?? usual
  const cut = bodyCut(source, body, { level, markers })
  return cut === undefined ? undefined : { ...cut, body }
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

const LONG = { detail: { lines: 3, characters: 300 }, shape: { lines: 1, characters: 60 } }

/** What is cut from an initial value at a level; `always` when even a short one goes. */
export function valueCuts(source: Source, value: Node, options: { level: Outline; always: boolean }): Cut[] {
  const { elision } = source.table
  const gone = options.always && elision.keepsShort !== true ? dropped(source, value) : undefined
  if (gone !== undefined) return [gone]
  const bodies = cutsInside(source, value, { level: options.level, comments: false })
  if (isShort(source.text, value, { cuts: bodies, level: options.level })) return bodies
  const parts = partCuts(source, value)
  const level = elision.keepsShort === true ? 'detail' : options.level
  if (parts.length > 0 && isShort(source.text, value, { cuts: parts, level })) return parts
  const long = dropped(source, value)
  return long === undefined ? parts : [long]
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

function partCuts({ table: { elision: { parts = {} } } }: Source, value: Node): Cut[] {
  const cuts: Cut[] = []
  if (Object.keys(parts).length === 0) return cuts
  const cursor = value.walk()
  walkDown(cursor, () => {
    const replacement = parts[cursor.nodeType]
    const length = cursor.endIndex - cursor.startIndex
    if (replacement === undefined || replacement.length > length) return true
    if (length > 20) cuts.push({ start: cursor.startIndex, end: cursor.endIndex, with: replacement })
    return false
  })
  return cuts
}

/** Without its value; undefined where nothing may stand for it and it has no `=` that could go too: `export default` needs its value. */
function dropped(source: Source, value: Node): Cut | undefined {
  const { text, table: { elision: { value: replacement } } } = source
  const sign = signBefore(source, value)
  if (replacement === undefined) return sign === null ? undefined : { start: sign.before, end: beforeSemicolon(text, value.endIndex), with: '' }
  // What stands for a value on the next line moves up to its sign.
  if (sign !== null && text.slice(sign.end, value.startIndex).includes('\n')) return { start: sign.end, end: value.endIndex, with: ` ${replacement}` }
  return { start: value.startIndex, end: value.endIndex, with: replacement }
}

/** Where the `=` before a value ends, and where the word before the `=` does. The text usually tells; siblings are dear to ask for. */
function signBefore(source: Source, value: Node): { readonly end: number; readonly before: number } | null {
  const seen = source.read ?? source.text
  const end = afterWord(seen, value.startIndex)
  const before = afterWord(seen, end - 1)
  if (/^[\w)\]}'"] *=$/.test(seen.slice(before - 1, end))) return { end, before }
  let sign = value.previousSibling
  while (sign !== null && source.table.comments.includes(sign.type)) sign = sign.previousSibling
  return sign?.type === '=' ? { end: sign.endIndex, before: tokenEndBefore(source, sign) } : null
}

/** A position without the white space before it. */
function afterWord(text: string, from: number): number {
  let at = from
  while (at > 0 && text.charCodeAt(at - 1) <= 32) at--
  return at
}

/** A semicolon on a line of its own moves up to what it closes. */
function beforeSemicolon(text: string, end: number): number {
  let at = end
  while (at < text.length && text.charCodeAt(at) <= 32) at++
  return text[at] === ';' ? at : end
}
