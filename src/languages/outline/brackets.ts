// The outline of a language with brackets: statement after statement, and into the brackets of those that hold definitions. Everything else in brackets is
// passed over without a look, which is what makes it cheap.
import { afterDirective } from './directives.ts'
import { afterGroup } from './group.ts'
import { codeAfter, type Head, headAt, readHead, type Reading } from './head.ts'
import { type Named, shapeOf } from './naming.ts'
import { isWord, Sign, signsOf } from './signs.ts'
import { lineEnd, type Skip } from './skips.ts'
import { type Bracketed, type Found, LONGEST_NAME, type Shape } from './speech.ts'

const BOM = '\ufeff'

/** Deeper definitions are not looked at: nobody writes them, and nothing may overflow. */
const DEEPEST = 30

/** A list of statements that is being read. */
interface Place extends Reading {
  readonly found: Found[]
  /** Characters that may be read once more, of all. */
  readonly again: { left: number }
  /** The list of shapes that reads it. */
  readonly list: string
  readonly depth: number
  readonly nesting: number
}

/** The definitions of a text, in reading order. */
export function bracketed(text: string, speech: Bracketed): Found[] {
  const found: Found[] = []
  const place = { text, speech, signs: signsOf(speech), found, again: { left: text.length * DEEPEST }, list: 'top', depth: 0, nesting: 0, commas: false }
  // A closing bracket too many ends nothing: the rest of the file is read all the same.
  for (let at = speech.begins?.(text) ?? Number(text.startsWith(BOM)); at < text.length;) at = members(place, at)
  return found
}

/** Reads statements up to the closing bracket; gives the offset after it. */
function members(outer: Place, from: number): number {
  const { text, signs, speech } = outer
  let place = outer
  for (let at = firstWord(place, from); at < text.length; at = firstWord(place, at)) {
    const sign = signs.of[text.charCodeAt(at)]
    if (sign === Sign.close) return at + 1
    at = sign === Sign.hash ? directive(place, at) : statement(place, at)
    const next = text[at - 1] === ';' || text[codeAfter(text, at)] === ';' ? speech.commas?.[place.list] : undefined
    if (next !== undefined) place = { ...place, list: next, commas: false }
  }
  return text.length
}

const DEFINE = /#[ \t]*define[ \t]+(\w+)(\()?/y

/** A line for the preprocessor may define a macro. */
function directive({ text, found, depth }: Place, at: number): number {
  const end = afterDirective(text, at, false)
  DEFINE.lastIndex = at
  const [, name, called] = DEFINE.exec(text) ?? []
  if (name !== undefined) found.push({ kind: called === undefined ? 'constant' : 'function', name, start: at, end, depth })
  return end
}

/** The first word of the next statement: white space, comments, marks and empty statements are passed over. */
function firstWord(place: Place, from: number): number {
  let at = from
  for (;;) {
    const next = passed(place, codeAfter(place.text, at))
    if (next === at || next >= place.text.length) return next
    at = next
  }
}

function passed(place: Place, at: number): number {
  const { text, signs, speech } = place
  const sign = signs.of[text.charCodeAt(at)] ?? Sign.word
  if (sign === Sign.semicolon || text[at] === ',') return at + 1
  const mark = markAt(text, at, speech.marks)
  if (mark !== undefined) return afterMark(place, at, mark)
  if (sign === Sign.skip) {
    const end = (signs.skips[text.charCodeAt(at)] as Skip)(text, at)
    return isQuote(text[at] as string) ? at : end
  }
  if (speech.labels !== undefined && sign === Sign.word) {
    speech.labels.lastIndex = at
    return at + (speech.labels.exec(text)?.[0].length ?? 0)
  }
  return at
}

/** The mark that stands at an offset; undefined for nearly all. */
function markAt(text: string, at: number, marks: readonly string[] | undefined): string | undefined {
  if (marks === undefined) return undefined
  for (let i = 0; i < marks.length; i++) if (text.startsWith(marks[i] as string, at)) return marks[i]
  return undefined
}

const isQuote = (sign: string): boolean => sign === '"' || sign === "'" || sign === '`'

/** `@Input({ … })`, `[Obsolete]`, `#[derive(Debug)]`. */
function afterMark({ text, signs }: Place, at: number, mark: string): number {
  if (mark.endsWith('[')) return afterGroup(text, at + mark.length - 1, signs)
  let end = at + mark.length
  while (end < text.length && (isWord(text.charCodeAt(end)) || text[end] === '.' || text[end] === ':')) end++
  // `@interface` declares one.
  if (end === at + mark.length || text.slice(at, end) === '@interface') return at
  return text[end] === '(' ? afterGroup(text, end, signs) : end
}

/** Reads one statement; gives the offset after it. */
function statement(place: Place, start: number): number {
  const { text, signs, speech } = place
  const head = headAt(start)
  for (;;) {
    const sign = readHead(place, head)
    if (sign !== Sign.brace) return leaf(place, head)
    const shape = shapeOf(place, head, true)
    const inType = speech.typesInBraces === true && shape?.holds !== 'object' && isInType(text, head)
    if (shape?.opens !== undefined) return leaf(place, head)
    if (shape?.holds !== undefined && place.nesting < DEEPEST && !inType) return container(place, head, { shape, at: head.at })
    head.at = shape?.kind !== 'type' && isObject(place, head) ? object(place, head, shape) : afterGroup(text, head.at, signs)
    head.last = head.at
    if (endsAfterBraces(shape, head) && !inType) {
      if (shape !== undefined) note(place, head, shape)
      return head.at
    }
  }
}

/** A brace after one of these belongs to a type: `extends Component<{ id: string }> {`. */
const isInType = (text: string, { last, start }: Head): boolean => last > start && '<&|,:='.includes(text[last - 1] as string)

const endsAfterBraces = (shape: Shape | undefined, { value }: Head): boolean =>
  shape === undefined || shape.plain === 'valued' ? value < 0 : shape.plain === undefined

/** Whether the brace begins the value itself. */
const isObject = ({ text, speech, nesting }: Place, { value, at }: Head): boolean =>
  value >= 0 && speech.shapes['object'] !== undefined && nesting < DEEPEST && codeAfter(text, value + 1) === at

/** An object tells its members when functions are among them. */
function object(place: Place, head: Head, shape: Named | undefined): number {
  const { found } = place
  const noted = shape === undefined ? undefined : note(place, head, shape)
  const before = found.length
  const end = members({ ...place, list: 'object', commas: true, depth: place.depth + 1, nesting: place.nesting + 1 }, head.at + 1)
  if (noted === undefined) found.length = before
  else prune(place, before)
  return end
}

/** An object without functions is data; inside another one it is not told at all. */
function prune({ found, list }: Place, before: number): void {
  if (!found.slice(before).some(({ kind }) => kind === 'method')) found.length = before - Number(list === 'object')
}

/** A statement that no brace ends. */
function leaf(place: Place, head: Head): number {
  const shape = shapeOf(place, head, false)
  if (shape?.opens !== undefined) {
    const open = place.text.indexOf(shape.opens, head.start)
    if (open >= 0 && open < head.at && mayReadAgain(place, head)) return container(place, head, { shape, at: open })
  }
  if (shape?.called === true && place.nesting < DEEPEST && mayReadAgain(place, head)) return container(place, head, { shape, at: shape.words.lastIndex - 1 })
  if (shape !== undefined && shape.silent !== true) note(place, head, shape)
  // A closing bracket belongs to the list; every other sign to the statement.
  return place.signs.of[place.text.charCodeAt(head.at)] === Sign.close ? head.at : head.at + 1
}

/** Round brackets were passed over before it was known that they hold definitions. Code nests only so deep; where brackets never close, each statement would pass over all of the rest. */
function mayReadAgain({ again }: Place, { start, at }: Head): boolean {
  again.left -= at - start
  return again.left >= 0
}

/** A statement whose brackets hold definitions. */
function container(place: Place, head: Head, { shape, at }: { shape: Named; at: number }): number {
  const item = shape.silent === true ? undefined : note(place, head, shape)
  const list = shape.holds ?? place.list
  const before = place.found.length
  const end = members({ ...place, list, commas: place.speech.commas?.[list] !== undefined, depth: place.depth + (item === undefined ? 0 : 1), nesting: place.nesting + 1 }, at + 1)
  if (list === 'object') prune(place, before)
  if (item !== undefined) item.end = end
  return shape.called === true ? lineEnd(place.text, end) : end
}

/** Adds what a head defines, or sets its end when that was done before. */
function note({ found, depth }: Place, head: Head, { kind, title }: Named): Found | undefined {
  if (title === '' || title.length > LONGEST_NAME || CONTROL.test(title)) return undefined
  if (head.noted !== undefined) head.noted.end = head.last
  else found.push(head.noted = { kind, name: title, start: head.start, end: head.last, depth })
  return head.noted
}

/** No name holds a tab or a newline. */
const CONTROL = /[\0-\x1f]/
