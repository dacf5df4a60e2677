// The outline of a language whose definitions begin a line: each ends where a line with no more indentation begins. That is the rule of Python, and the
// custom wherever `end` closes a definition; it holds in broken text too.
import { Sign, type Signs, signsOf } from './signs.ts'
import { after, lineEnd, type Skip } from './skips.ts'
import { type Found, type Indented, LONGEST_NAME, type Shape } from './speech.ts'

/** A definition that is still open. */
interface Open {
  readonly indent: number
  /** Undefined where nothing inside is looked at. */
  readonly list: string | undefined
  readonly item: Found | undefined
}

/** What was read so far. */
interface Read {
  readonly speech: Indented
  readonly found: Found[]
  readonly open: Open[]
  /** What the clauses of the last definition share; empty for one that has none. */
  clause: string
}

/** The definitions of a text, in reading order. */
export function indented(text: string, speech: Indented): Found[] {
  const signs = signsOf(speech)
  const read: Read = { speech, found: [], open: [], clause: '' }
  let last = 0
  for (let at = Number(text.startsWith('\ufeff')); at < text.length;) {
    const start = wordIn(text, at)
    const indent = start - at
    const remark = afterRemark(text, start, signs)
    if (isBlank(text, start)) at = start + 1
    else if (remark > 0) {
      if (indent > (read.open.at(-1)?.indent ?? -1)) last = remark
      at = remark + 1
    } else {
      const closes = isClosing(text, start, speech)
      close(read.open, { indent, closes, last })
      if (!closes) define(text, { start, indent }, read)
      last = afterStatement(text, start, { signs, speech })
      at = last + 1
    }
  }
  close(read.open, { indent: -1, closes: false, last })
  return read.found
}

function wordIn(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++
  return at
}

const isBlank = (text: string, at: number): boolean => at >= text.length || text.charCodeAt(at) === 10 || text.charCodeAt(at) === 13

/** The newline after a comment that begins a line and fills it; 0 where there is none. It closes nothing, however little it is indented. */
function afterRemark(text: string, start: number, { of, skips }: Signs): number {
  const code = text.charCodeAt(start)
  if (of[code] !== Sign.skip || code === 34 || code === 39) return 0
  const end = (skips[code] as Skip)(text, start)
  return end > start + 1 && isBlank(text, end) ? end : 0
}

function isClosing(text: string, at: number, { closes }: Indented): boolean {
  if (closes === undefined) return false
  closes.lastIndex = at
  return closes.test(text)
}

/** Ends what stands at this indentation or deeper; a line that closes a definition still belongs to it. */
function close(open: Open[], { indent, closes, last }: { indent: number; closes: boolean; last: number }): void {
  const least = closes ? indent + 1 : indent
  for (let top = open.at(-1); top !== undefined && top.indent >= least; top = open.at(-1)) {
    if (top.item !== undefined) top.item.end = last
    open.pop()
  }
}

function define(text: string, { start, indent }: { start: number; indent: number }, read: Read): void {
  const { speech, open } = read
  const around = open.at(-1)
  const list = around === undefined ? 'top' : around.list
  for (const shape of list === undefined ? [] : speech.shapes[list] ?? []) {
    shape.words.lastIndex = start
    const words = shape.words.exec(text)
    if (words === null) continue
    const item = shape.silent === true ? undefined : itemOf(shape, words, read)
    open.push({ indent, list: shape.holds, item })
    return
  }
}

/** The item of a definition: a new one, or the last when this is one more clause of it. */
function itemOf(shape: Shape, words: RegExpExecArray, read: Read): Found | undefined {
  const name = shape.named?.(words, words.index + words[0].length) ?? words.groups?.['name'] ?? ''
  if (name === '' || name.length > LONGEST_NAME || name.includes('\n')) return undefined
  const depth = read.open.filter(({ item }) => item !== undefined).length
  const clause = shape.clause?.(words) ?? ''
  const before = read.found.at(-1)
  if (clause !== '' && clause === read.clause && before?.depth === depth) return before
  read.clause = clause
  const item = { kind: shape.kind, name, start: words.index, end: words.index, depth }
  read.found.push(item)
  return item
}

/** The newline that ends a statement: strings, brackets and texts that follow below carry it on. */
function afterStatement(text: string, start: number, { signs, speech }: { signs: Signs; speech: Indented }): number {
  let depth = 0
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const sign = code < 128 ? signs.of[code] as number : Sign.word
    if (sign === Sign.newline && depth <= 0) break
    if (sign === Sign.skip) {
      at = (signs.skips[code] as Skip)(text, at)
      continue
    }
    if (speech.brackets === true) depth += sign === Sign.open || sign === Sign.brace ? 1 : sign === Sign.close ? -1 : 0
    at++
  }
  return speech.heredoc === undefined ? at : afterHeredocs(text, { start, end: at, heredoc: speech.heredoc })
}

/** Far enough for any line that announces one. */
const WIDEST = 400

function afterHeredocs(text: string, { start, end, heredoc }: { start: number; end: number; heredoc: RegExp }): number {
  let at = end
  for (const words of text.slice(start, Math.min(end, start + WIDEST)).matchAll(heredoc)) at = afterMarker(text, words[1] as string, at)
  return at
}

/** The end of the line that holds the word alone. */
function afterMarker(text: string, word: string, from: number): number {
  for (let at = from; at < text.length;) {
    const begin = wordIn(text, at + 1)
    const end = lineEnd(text, begin)
    if (text.startsWith(word, begin) && text.slice(begin + word.length, Math.min(end, begin + word.length + 2)).trim() === '') return end
    at = end
  }
  return text.length
}

/** A comment of many lines between two words that begin a line. */
export const between = (open: string, shut: string): Skip => (text, at) =>
  text.startsWith(open, at) && (at === 0 || text[at - 1] === '\n') ? lineEnd(text, after(text, shut, at)) : at + 1
