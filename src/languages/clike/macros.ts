// Macros among the words of a declaration. Two plain names in a row can only be a type and what has it; where there are more, the rest are macros.
// One at the start is read as a word that may stand there, because what is blank would not belong to the declaration; others are hidden.
import type { Edit } from './edits.ts'
import { blank } from './edits.ts'
import type { Token } from './tokens.ts'

/** The words of one declaration, and what follows them: a brace around definitions, a body, or nothing. */
export interface Declaration {
  readonly text: string
  readonly words: readonly Token[]
  readonly before: '{' | 'body' | ''
  /** It goes on after the brace of a type: `} PACKED point;`. */
  readonly after: boolean
}

/** What has to be hidden in a declaration. */
export function mended(declaration: Declaration): Edit[] {
  if (/^[-+@]$/.test(declaration.words[0]?.text ?? '')) return remarks(declaration.words)
  if (isEnum(declaration.words)) return asEnum(declaration.words)
  if (isInstance(declaration.words)) return [blank((declaration.words[0] as Token).start, (declaration.words.at(-1) as Token).end)]
  const { edits: unwrapped, words } = unwrap(declaration.words)
  const { edits, next } = leading({ ...declaration, words })
  const header = inside({ ...declaration, words: words.slice(0, afterTemplates(words)) }, 0)
  return [...unwrapped, ...header, ...edits, ...awkward(words), ...inside({ ...declaration, words }, next)]
}

/** Angle brackets of one declaration that are never closed: after so many no other is looked for. */
const MOST_UNCLOSED = 100

/** What the grammar of C++ stumbles over: `T::*`, `decltype` of an expression, comparisons in angle brackets, `T* = nullptr`, `::template`, `enum : unsigned long`. */
function awkward(words: readonly Token[]): Edit[] {
  let unclosed = 0
  return words.flatMap((token, at) => {
    const next = words[at + 1]
    if (isWord(token) && next?.text === '::' && words[at + 2]?.text === '*') return [blank(token.start, next.end)]
    if (token.text === '*' && next?.text === '=' && isOneOf(words[at + 3], ', > )')) return [blank(next.start, (words[at + 2] as Token).end)]
    if (token.text === 'template' && words[at - 1]?.text === '::') return [blank(token.start, token.end)]
    if (TYPE.test(token.text) && TYPE.test(words[at - 1]?.text ?? '') && words[0]?.text === 'enum') return [blank(token.start, token.end)]
    if (/^[A-Z_]+_COMMA$/.test(token.text)) return [{ start: token.start, end: token.end, with: ',' }]
    if (token.text === 'decltype' || token.text === 'noexcept') return stoodFor(words, { at: at + 1, next: afterCall(words, at) }, /[(,]/)
    if (!isPlain(token) || next?.text !== '<' || next.start !== token.end || unclosed > MOST_UNCLOSED) return []
    const end = afterAngles(words, at + 1)
    if (end === at + 1) unclosed++
    return stoodFor(words, { at: at + 1, next: end }, /==|!|&&|\|\||<=/)
  })
}

/** `template class List<int>;` defines nothing. */
const isInstance = (words: readonly Token[]): boolean => {
  const at = words[0]?.text === 'extern' ? 1 : 0
  return words[at]?.text === 'template' && words[at + 1]?.text !== '<'
}

/** What stands in brackets, read as a single name when it has signs that disturb. */
function stoodFor(words: readonly Token[], { at, next }: Reach, signs: RegExp): Edit[] {
  const [open, close] = [words[at] as Token, words[next - 1] as Token]
  if (next - at < 3 || !signs.test(words.slice(at + 1, next - 1).map(({ text }) => text).join(''))) return []
  return [{ start: open.end, end: close.start, with: 'x' }]
}

/** Macros after a method or property of Objective-C: `NS_UNAVAILABLE`. */
function remarks(words: readonly Token[]): Edit[] {
  return words.flatMap((macro, at) => {
    const named = isWord(words[at - 1]) && (words[0]?.text !== '@' || isOneOf(words[at - 2], '*') || (isWord(words[at - 2]) && at > 3))
    return isCapital(macro) && named && words[at + 1]?.text !== ':' ? [blank(macro.start, (words[afterCall(words, at) - 1] as Token).end)] : []
  })
}

/** Macros after the names of an enumeration: `OLD DEPRECATED("…") = 1`. */
export const enumRemarks = (words: readonly Token[]): Edit[] =>
  words.flatMap((macro, at) => (isCapital(macro) && isWord(words[at - 1]) ? [blank(macro.start, (words[afterCall(words, at) - 1] as Token).end)] : []))

/** `typedef NS_ENUM(NSInteger, Kind) { … };`. */
export const isEnum = (words: readonly Token[]): boolean => enumAt(words) >= 0

const enumAt = (words: readonly Token[]): number =>
  words.findIndex(({ text }, at) => /^[A-Z]{2}_(?:\w+_)?(?:ENUM|OPTIONS)$/.test(text) && at < 2 && words[at + 1]?.text === '(' && words[at + 3]?.text === ',')

/** It is read as `enum Kind { … };`. */
function asEnum(words: readonly Token[]): Edit[] {
  const name = words[enumAt(words) + 4]
  const close = words[afterCall(words, enumAt(words)) - 1]
  if (name === undefined || close === undefined) return []
  return [{ start: (words[0] as Token).start, end: name.start, with: 'enum' }, blank(name.end, close.end)]
}

/** Words of Objective-C beside a type, which its grammar knows in some places only. */
const QUALIFIER = /^(?:_Nullable|_Nonnull|_Null_unspecified|__nullable|__nonnull|__strong|__weak|__kindof|__unsafe_unretained|__autoreleasing|[a-z]{2}_nullable|[a-z]{2}_nonnull)$/

/** `int run P((void));` has its parameters in a macro: the inner brackets are those of the function. Qualifiers go as well. */
function unwrap(words: readonly Token[]): { edits: Edit[]; words: readonly Token[] } {
  const edits: Edit[] = []
  const gone = new Set<Token>()
  words.forEach((macro, at) => {
    const [open, inner] = [words[at + 1], words[at + 2]]
    if (QUALIFIER.test(macro.text)) {
      edits.push(blank(macro.start, macro.end))
      gone.add(macro)
    }
    if (open?.text !== '(' || inner?.text !== '(' || !/^_*[A-Z][A-Z0-9_]*$/.test(macro.text) || !(isPlain(words[at - 1]) || words[at - 1]?.text === ')')) return
    const close = words[afterCall(words, at) - 1] as Token
    if (words[afterCall(words, at) - 2]?.text !== ')') return
    edits.push(blank(macro.start, open.end), blank(close.start, close.end))
    for (const token of [macro, open, close]) gone.add(token)
  })
  return { edits, words: gone.size === 0 ? words : words.filter((token) => !gone.has(token)) }
}

/** Words of the language that may stand beside a type but are none. */
const SPECIFIER = /^(?:static|extern|inline|const|constexpr|consteval|constinit|volatile|virtual|explicit|typedef|struct|class|enum|union|typename|friend|mutable|register|return|public|private|protected|using|template|operator|namespace|new|delete|thread_local|restrict|_Thread_local|_Noreturn|__inline|__inline__|__extension__|__restrict|__restrict__|__const|__volatile__|concept|export|import|module|co_await|throw|noexcept|override|final|requires|try|asm|__asm__|__attribute__|__declspec|alignas|_Alignas|decltype|typeof|__typeof__|static_assert|_Static_assert|and|or|not)$/
/** Words of the language that are types. */
const TYPE = /^(?:void|int|char|short|long|float|double|signed|unsigned|bool|_Bool|auto|wchar_t|char8_t|char16_t|char32_t)$/
/** Words that begin a declaration or a type: what stands before them is none. */
const BEGINS = /^(?:void|int|char|short|long|float|double|signed|unsigned|bool|_Bool|auto|static|extern|inline|constexpr|virtual|explicit|struct|union|enum|class|typename|typedef|register)$/
/** What follows the parameters of a function. */
const TRAILS = /^(?:const|noexcept|override|final|requires|try|throw|volatile|asm|__asm__|__attribute__)$/

const isWord = (token: Token | undefined): token is Token => token?.kind === 'word'
const isCapital = (token: Token | undefined): boolean => isWord(token) && /^[A-Z0-9_]*[A-Z][A-Z0-9_]*[A-Z][A-Z0-9_]*$/.test(token.text)
const isPlain = (token: Token | undefined): boolean => isWord(token) && !SPECIFIER.test(token.text) && !TYPE.test(token.text)
const isOneOf = (token: Token | undefined, signs: string): boolean => token !== undefined && setOf(signs).has(token.text)

const sets = new Map<string, ReadonlySet<string>>()

/** The signs of a list, split once. */
function setOf(signs: string): ReadonlySet<string> {
  const known = sets.get(signs) ?? new Set(signs.split(' '))
  sets.set(signs, known)
  return known
}

/** Whether a type must stand here: a name follows, and then another name or a sign that goes on with it. */
function beginsType(words: readonly Token[], at: number): boolean {
  if (BEGINS.test(words[at]?.text ?? '')) return true
  if (isOneOf(words[at], 'const')) return isWord(words[at + 1]) && (isOneOf(words[at + 2], '* & < ::') || (isWord(words[at + 2]) && (!isCapital(words[at + 2]) || isOneOf(words[at + 3], '*'))))
  if (!isPlain(words[at]) && words[at]?.text !== '::') return false
  const after = words[afterName(words, at)]
  return isOneOf(after, '* & const operator') || (isWord(after) && !TRAILS.test((after as Token).text))
}

/** After a name with its scopes and what it has in angle brackets: `a::b<int>::c`. */
function afterName(words: readonly Token[], at: number): number {
  let next = at
  for (;;) {
    if (words[next]?.text === '::') next++
    if (!isWord(words[next])) return next
    next = afterAngles(words, next + 1)
    if (words[next]?.text !== '::') return next
  }
}

/** After what stands in angle brackets; the place itself when nothing does. */
export function afterAngles(words: readonly Token[], at: number): number {
  if (words[at]?.text !== '<') return at
  let depth = 0
  for (let i = at; i < Math.min(words.length, at + MOST_WORDS); i++) {
    const { text } = words[i] as Token
    if (text === '(') i = afterCall(words, i - 1) - 1
    else if (text === ';' || text === '{') return at
    depth += text === '<' ? 1 : text === '>' ? -1 : 0
    if (depth === 0) return i + 1
  }
  return at
}

/** After `template <…>`, however many there are. */
function afterTemplates(words: readonly Token[]): number {
  let at = 0
  while (words[at]?.text === 'template' && words[at + 1]?.text === '<' && afterAngles(words, at + 1) > at + 1) at = afterAngles(words, at + 1)
  return at
}

/** Brackets hold no more words than this; each of them is looked at from every word around it. */
const MOST_WORDS = 1000

/** After a word and what it has in brackets. */
function afterCall(words: readonly Token[], at: number): number {
  if (words[at + 1]?.text !== '(') return at + 1
  let depth = 0
  for (let i = at + 1; i < Math.min(words.length, at + MOST_WORDS); i++) {
    depth += words[i]?.text === '(' ? 1 : words[i]?.text === ')' ? -1 : 0
    if (depth === 0) return i + 1
  }
  return words.length
}

/** A word with its brackets: the places of its first token and of the first after it. */
interface Reach {
  readonly at: number
  readonly next: number
}

interface Step {
  readonly edits: readonly Edit[]
  readonly next: number
}

/** The macros at the start of a declaration, and the first word after them. */
function leading(declaration: Declaration): { edits: Edit[]; next: number } {
  const edits: Edit[] = []
  let at = afterTemplates(declaration.words)
  for (;;) {
    const reach = { at, next: afterCall(declaration.words, at) }
    const step = isPlain(declaration.words[at]) ? first(declaration, reach) : undefined
    if (step === undefined) return { edits, next: at }
    edits.push(...step.edits)
    at = step.next
  }
}

function first(declaration: Declaration, reach: Reach): Step | undefined {
  const { words, before } = declaration
  const { at, next } = reach
  if (next >= words.length) return before === '' && isCapital(words[at]) ? { edits: lonely(declaration, reach), next } : undefined
  if (words[next]?.text === '::' && words[next]?.start === words[at]?.end) return undefined
  if (next === at + 1) return firstWord(declaration, reach)
  // A call with a semicolon is complete, whatever it is given.
  if (isCapital(words[at]) && words[next]?.text === ';') return { edits: [blank((words[at + 1] as Token).end, (words[next - 1] as Token).start)], next: words.length }
  return firstCall(declaration, reach)
}

/** A macro before `}` or a directive, all alone. */
const lonely = (declaration: Declaration, { at, next }: Reach): readonly Edit[] =>
  /AVAILABLE|DEPRECATED/.test((declaration.words[at] as Token).text) ? [blank((declaration.words[at] as Token).start, (declaration.words[next - 1] as Token).end)] : next > at + 1 ? statement(declaration, { at, next }) : [blank((declaration.words[at] as Token).start, (declaration.words[at] as Token).end)]

/** A call that stands for itself becomes a statement: what it is given is hidden, which leaves room for a semicolon. */
function statement({ text, words }: Declaration, { at, next }: Reach): Edit[] {
  const [open, { end }] = [words[at + 1] as Token, words[next - 1] as Token]
  if (end - open.end > 1) return [{ start: open.end, end, with: `${' '.repeat(end - open.end - 2)});` }]
  return /\s/.test(text[end] ?? '') && !/^\s*#/.test(text.slice(end, end + 200)) ? [{ start: end, end: end + 1, with: ';' }] : []
}

function firstCall(declaration: Declaration, { at, next }: Reach): Step | undefined {
  const { text, words } = declaration
  const after = words[next] as Token
  const apart = text.slice((words[next - 1] as Token).end, after.start).includes('\n')
  if (isCapital(words[at])) {
    if (apart && (isOneOf(after, '~ [ @ - +') || (isWord(after) && !TRAILS.test(after.text)))) return { edits: statement(declaration, { at, next }), next }
    if (beginsType(words, next)) return { edits: [specifier(declaration, { at, next })], next }
  }
  if (isPlain(after) && isOneOf(words[next + 1], '; = [ ,')) return { edits: isCapital(words[at]) ? [typeOver((words[at] as Token).start, (words[next - 1] as Token).end)] : [], next }
  return apart ? undefined : typeMacro(declaration, { at, next })
}

/** `EXPORT(int) run(void)`: the type stands in the brackets. */
function typeMacro({ words }: Declaration, { at, next }: Reach): Step | undefined {
  if (!isPlain(words[next]) || words[next + 1]?.text !== '(') return undefined
  const type = words.slice(at + 2, next - 1)
  if (type.length === 0 || !type.every((token) => isWord(token) || isOneOf(token, '* & :: < >'))) return undefined
  const [name, open, close] = [words[at] as Token, words[at + 1] as Token, words[next - 1] as Token]
  return { edits: [specifierOver(name.start, open.end), blank(close.start, close.end)], next }
}

const KINDS = /^(?:class|struct|union|enum)$/
const STARTS = /^(?:public|private|protected|template|namespace|using|typedef|friend)$/

function firstWord(declaration: Declaration, { at, next }: Reach): Step | undefined {
  const { words } = declaration
  const after = words[next] as Token
  const macro = words[at] as Token
  const apart = declaration.text.slice(macro.end, after.start).includes('\n')
  const hidden = { edits: [blank(macro.start, macro.end)], next }
  if (declaration.after && at === 0 && isCapital(macro) && isPlain(after)) return hidden
  if (STARTS.test(after.text) || (KINDS.test(after.text) && (apart || declaration.before === '{'))) return hidden
  if (isCapital(macro) && apart && (/(?:^|_)(?:BEGIN|END)(?:_|$)/.test(macro.text) || (isCapital(after) && standsAlone(declaration, next)))) return hidden
  return beginsType(words, next) || (isCapital(macro) && precedesSpecial(declaration, next)) ? { edits: [specifier(declaration, { at, next })], next } : undefined
}

/** Whether a macro is no function: another word follows it, or nothing. */
function standsAlone({ words, before }: Declaration, at: number): boolean {
  const after = words[afterCall(words, at)]
  return words[at + 1]?.text !== '(' || (after === undefined ? before === '' : isWord(after) && !TRAILS.test(after.text))
}

/** A destructor, a conversion, a constructor with initial values, or another macro before a type. */
function precedesSpecial({ words, before }: Declaration, next: number): boolean {
  if (words[next]?.text === '~' || (words[next]?.text === 'operator' && isWord(words[next + 1]))) return true
  if (isCapital(words[next]) && isWord(words[next + 1])) return true
  if (before !== 'body' || !isPlain(words[next]) || words[next + 1]?.text !== '(') return false
  let after = afterCall(words, next)
  while (TRAILS.test(words[after]?.text ?? '')) after = afterCall(words, after)
  return words[after]?.text === ':'
}

const specifier = ({ words }: Declaration, { at, next }: Reach): Edit => specifierOver((words[at] as Token).start, (words[next - 1] as Token).end)

/** A word that may begin every declaration, as long as there is room for it. */
const specifierOver = (start: number, end: number): Edit => ({ start, end, with: end - start >= 6 ? 'inline' : end - start === 5 ? 'const' : '' })

/** A type, whichever. */
const typeOver = (start: number, end: number): Edit => ({ start, end, with: 'int' })

/** The macros after the first word. */
function inside(declaration: Declaration, from: number): Edit[] {
  const { words } = declaration
  const edits: Edit[] = []
  let last = words[from]
  for (let at = from + 1; at < words.length; at++) {
    const next = afterCall(words, at)
    if (words[at]?.text === ':' && declaration.before === 'body' && isTrailing(words, at)) return edits
    const found = isWord(words[at]) && last?.text !== '::' && words[next]?.text !== '::' ? disturbing(declaration, { at, next, last }) : []
    edits.push(...found)
    if (found.length === 0) last = words[at]
    else if (next > at + 1 || found.length === 1) at = Math.max(at, endIn(words, at, found[0] as Edit))
  }
  return edits
}

/** The place of the last token that an edit hides. */
function endIn(words: readonly Token[], at: number, edit: Edit): number {
  let to = at
  while (to + 1 < words.length && (words[to + 1] as Token).end <= edit.end) to++
  return to
}

interface Inner extends Reach {
  /** The last word before that is not hidden. */
  readonly last: Token | undefined
}

function disturbing(declaration: Declaration, reach: Inner): readonly Edit[] {
  const { words, before } = declaration
  const { at, next, last } = reach
  const macro = words[at] as Token
  const hidden = [blank(macro.start, (words[next - 1] as Token).end)]
  if (before === '{' && KINDS.test(last?.text ?? '') && isWord(words[next]) && words[next]?.text !== 'final') return hidden
  if (isTrailing(words, at) && (isCapital(macro) || /^__\w+$/.test(macro.text)) && !TRAILS.test(macro.text) && endsDeclarator(words[next], before)) return hidden
  if (!isPlain(macro)) return []
  if (last?.text === ']' && isCapital(macro) && isOneOf(words[next], '= ; ,')) return hidden
  return next > at + 1 ? call(declaration, reach, hidden) : word(declaration, reach, hidden)
}

/** Whether a place stands after the parameters of a function. */
function isTrailing(words: readonly Token[], at: number): boolean {
  let before = at - 1
  while (at - before < 20 && (TRAILS.test(words[before]?.text ?? '') || isOneOf(words[before], '&') || (isCapital(words[before]) && before > 1))) before--
  return words[before]?.text === ')'
}

const endsDeclarator = (token: Token | undefined, before: string): boolean =>
  token === undefined ? before !== '' : isOneOf(token, '; , = :') || TRAILS.test(token.text) || isCapital(token)

const isType = (token: Token | undefined): boolean => isPlain(token) || TYPE.test(token?.text ?? '') || isOneOf(token, '* & >')

/** `int count GUARDED_BY(lock);` has a remark; `LIST(a, b) all;` is a type. */
function call({ words, before }: Declaration, { at, next, last }: Inner, hidden: readonly Edit[]): readonly Edit[] {
  const named = isPlain(last) || last?.text === ')'
  if (isCapital(words[at]) && isOneOf(last, ', < const') && (isOneOf(words[next], '> ,') || isCapital(words[next]))) return [{ ...hidden[0] as Edit, with: 'int' }]
  const capital = isCapital(words[at])
  if (named && capital && at >= 2 && isType(words[at - 2]) && (isOneOf(words[next], '; = ,') || (words[next] === undefined && before !== ''))) return hidden
  if (!isPlain(words[next]) || isCapital(words[next])) return []
  if (isType(last)) return hidden
  return capital && SPECIFIER.test(last?.text ?? '') && !KINDS.test(last?.text ?? '') ? [{ ...hidden[0] as Edit, with: 'int' }] : []
}

function word(declaration: Declaration, { at, next, last }: Inner, hidden: readonly Edit[]): readonly Edit[] {
  const { words } = declaration
  const after = words[next]
  const capital = isCapital(words[at])
  if (isCallingConvention(words, at, last)) return hidden
  if (isPointer(words, at, last)) return [{ ...hidden[0] as Edit, with: '*' }]
  if (isOneOf(after, '* &')) return capital && isType(last) && !isOneOf(last, '>') ? hidden : []
  if (!isWord(after)) return []
  if (capital && (last?.text === 'explicit' || isPlain(last) || precedesSpecial(declaration, next))) return hidden
  if (isCapital(after) && !capital && isOneOf(words[next + 1], '* (')) return []
  if (beginsType(words, next) && !KINDS.test(last?.text ?? '')) return hidden
  if (!isPlain(after) || !(TYPE.test(last?.text ?? '') || isOneOf(last, '* &'))) return []
  return isCapital(after) && !capital ? [blank((after as Token).start, (after as Token).end)] : hidden
}

/** `int (CALLBACK *run)(void)`. */
const isCallingConvention = (words: readonly Token[], at: number, last: Token | undefined): boolean =>
  last?.text === '(' && isCapital(words[at]) && words[at + 1]?.text === '*' && isWord(words[at + 2]) && words[at + 3]?.text === ')' && words[at + 4]?.text === '('

/** `void (APIENTRYP run)(int)`: the macro has the star. */
const isPointer = (words: readonly Token[], at: number, last: Token | undefined): boolean =>
  last?.text === '(' && isCapital(words[at]) && isWord(words[at + 1]) && words[at + 2]?.text === ')' && words[at + 3]?.text === '('
