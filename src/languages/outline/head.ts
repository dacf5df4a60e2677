// The head of a statement: from its first word to the brace, semicolon or line end that decides what it is. Round and square brackets are passed over.
import { afterDirective } from './directives.ts'
import { afterGroup } from './group.ts'
import { isWord, Sign, type Signs } from './signs.ts'
import type { Skip } from './skips.ts'
import type { Bracketed, Found } from './speech.ts'

/** A statement as far as it was read. */
export interface Head {
  readonly start: number
  /** Where it stopped, and at what: a brace, a semicolon, a closing bracket, a line end or the end of the text. */
  at: number
  /** Where a value begins; -1 without one. */
  value: number
  /** An arrow stands in it. */
  arrow: boolean
  /** Where the name before the first round brackets begins and ends; -1 without one. */
  callee: number
  calleeEnd: number
  /** No later name replaces it: a list of first values follows. */
  settled: boolean
  /** Where the last code ends; spaces and comments do not count. */
  last: number
  /** The definition that it became before its end was seen. */
  noted: Found | undefined
}

/** A statement of which nothing was read. */
export const headAt = (start: number): Head => ({ start, at: start, value: -1, arrow: false, callee: -1, calleeEnd: -1, settled: false, last: start, noted: undefined })

/** What reading a text takes. */
export interface Reading {
  readonly text: string
  readonly speech: Bracketed
  readonly signs: Signs
  /** A comma ends a statement. */
  readonly commas: boolean
}

const ROUND = 40

/** Reads on until something decides. */
export function readHead(reading: Reading, head: Head): number {
  const { text, signs: { of } } = reading
  while (head.at < text.length) {
    passWords(text, of, head)
    if (head.at >= text.length) break
    const sign = of[text.charCodeAt(head.at)] as number
    if (sign === Sign.newline) {
      if (reading.speech.lines === true && endsHere(text, head) && !goesOn(text, head, reading.speech)) return sign
      head.at = codeAfter(text, head.at)
    } else if (sign === Sign.brace || sign === Sign.close || sign === Sign.semicolon || (sign === Sign.comma && reading.commas)) return sign
    else step(reading, head, sign)
  }
  return Sign.newline
}

/** Goes past words, spaces and signs that say nothing: nearly all of a text. */
function passWords(text: string, of: Uint8Array, head: Head): void {
  let { at, last } = head
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const sign = code < 128 ? of[code] as number : Sign.word
    if (sign === Sign.space) continue
    if (sign > Sign.word || sign === Sign.newline) break
    last = at + 1
  }
  head.at = at
  head.last = last
}

/** Goes past one sign that is neither word nor space. */
function step(reading: Reading, head: Head, sign: number): void {
  const { text, signs } = reading
  const { at } = head
  const code = text.charCodeAt(at)
  if (sign === Sign.skip) head.at = (signs.skips[code] as Skip)(text, at)
  else if (sign === Sign.open) bracket(reading, head, code)
  else if (sign === Sign.template) head.at = afterGroup(text, at, signs)
  else if (sign === Sign.hash) head.at = afterDirective(text, at, false)
  else head.at = sign === Sign.equals ? equals(text, head) : sign === Sign.colon ? colon(text, head) : at + 1
  if (!isRemark(text, at, sign)) head.last = head.at
}

const isRemark = (text: string, at: number, sign: number): boolean =>
  sign === Sign.hash || (sign === Sign.skip && (text[at] === '#' || (text[at] === '/' && (text[at + 1] === '/' || text[at + 1] === '*'))))

/** The name before round brackets may be what is defined; a later one replaces it where words stand between them. */
function bracket({ text, signs }: Reading, head: Head, code: number): void {
  if (code === ROUND && head.value < 0 && !head.settled) {
    const end = beforeTypes(text, head.at, head.start)
    let start = end
    while (start > head.start && isWord(text.charCodeAt(start - 1))) start--
    const words = head.callee < 0 ? AFTER_CALL : AFTER_NAME
    if (end > start && !words.test(text.slice(start, end))) [head.callee, head.calleeEnd] = [start, end]
  }
  const open = head.at
  head.at = afterGroup(text, open, signs)
  if (code === ROUND && head.value < 0 && !head.settled && text.charCodeAt(codeAfter(text, head.at)) === ROUND) bracketed(text, head, open)
}

/** The name itself may stand in brackets, so that no macro takes its place: `int (getc)(FILE *f)`. */
function bracketed(text: string, head: Head, open: number): void {
  const [words, before, name] = IN_BRACKETS.exec(text.slice(open, Math.min(head.at, open + 100))) ?? []
  if (words === undefined || before === undefined || name === undefined) return
  head.callee = open + before.length
  head.calleeEnd = head.callee + name.length
}

const IN_BRACKETS = /^(\(\s*(?:\w+::)?)([A-Za-z_]\w*)\s*\)$/

/** Words that stand between the brackets of a function and its body. */
const AFTER_CALL = /^(?:noexcept|throw|__attribute__|requires|decltype|alignas|base|this|super|where|__declspec|_Alignas|async|sync)$/

/** The same behind a name: there a macro says something of the function, `void lock() ACQUIRES_LOCK(mutex);`. */
const AFTER_NAME = new RegExp(`${AFTER_CALL.source}|^[A-Z][A-Z0-9]*_[A-Z0-9_]*$`)

/** The offset after the name, with the types in angle brackets before the round ones passed over: `map<K, V>(`. */
function beforeTypes(text: string, at: number, floor: number): number {
  let i = blankBefore(text, at, floor)
  if (text[i - 1] !== '>') return i
  let depth = 0
  while (i > floor && i > at - MOST_TYPES) {
    i--
    depth += text[i] === '>' ? 1 : text[i] === '<' ? -1 : 0
    if (depth === 0) return blankBefore(text, i, floor)
  }
  return at
}

const MOST_TYPES = 300

function blankBefore(text: string, at: number, floor: number): number {
  let i = at
  while (i > floor && text.charCodeAt(i - 1) <= 32) i--
  return i
}

/** A value begins after one `=`; comparisons and `operator=` begin none. */
function equals(text: string, head: Head): number {
  const [before, next] = [text[head.at - 1] ?? '', text[head.at + 1] ?? '']
  if (next === '>') {
    head.arrow = true
    if (head.value < 0) head.value = head.at
    return head.at + 2
  }
  if (next === '=') return head.at + 2
  const isOperator = '!<>+-*/%&|^'.includes(before) || text.slice(head.at - 9, head.at).trimEnd().endsWith('operator')
  if (!isOperator && head.value < 0) head.value = head.at
  return head.at + 1
}

/** After the brackets of a function, a colon leads to its type or to first values: `Point(int x) : x_(x) {`. */
function colon(text: string, head: Head): number {
  if (text[head.at + 1] === ':') return head.at + 2
  if (head.callee >= 0) head.settled = true
  return head.at + 1
}

/** A line that ends in one of these goes on, and so does one that the next begins with one of these. */
const OPEN_END = ',=([{+-*%&|^<:.\\~'
const OPEN_START = '.,=?:&|{)]+%>'

/** Whether a statement can end at a line end. */
function endsHere(text: string, { last, at }: Head): boolean {
  const code = text[last - 1] as string
  const before = text[last - 2]
  if (code === '>' ? before === '=' : !isEverything(code, before) && OPEN_END.includes(code) && !((code === '+' || code === '-') && before === code)) return false
  const next = codeAfter(text, at)
  MORE.lastIndex = next
  return next >= text.length || !(OPEN_START.includes(text[next] as string) || MORE.test(text))
}

/** `import a.*`. */
const isEverything = (code: string, before: string | undefined): boolean => code === '*' && before === '.'

/** Whether the language says that the statement goes on although it could end here. */
const goesOn = (text: string, { start, at }: Head, { bodied, spanned }: Bracketed): boolean => endOf(bodied, text, start) > 0 || endOf(spanned, text, start) > at

/** Where a match that begins at an offset ends; 0 without one. */
function endOf(words: RegExp | undefined, text: string, start: number): number {
  if (words === undefined) return 0
  words.lastIndex = start
  return words.test(text) ? words.lastIndex : 0
}

const MORE = /(?:extends|implements|where|instanceof|satisfies|with|throws|permits)\b(?!\s*[(<:=?!;,])/y

/** The next character that is no white space. */
export function codeAfter(text: string, from: number): number {
  let i = from
  while (i < text.length && text.charCodeAt(i) <= 32) i++
  return i
}
