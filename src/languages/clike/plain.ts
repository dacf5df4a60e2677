// C and its family as their grammars like to see them. What is inside functions is no business of a skeleton and is hidden, which is also faster;
// conditions that cut through brackets are settled; macros that stand among the words of a declaration are hidden or read as a word that may stand there.
import { settled } from './conditions.ts'
import type { Edit } from './edits.ts'
import { blank, edited } from './edits.ts'
import { enumRemarks, isEnum, mended } from './macros.ts'
import type { Token } from './tokens.ts'
import { tokensOf } from './tokens.ts'

/** The text as a grammar should see it. */
export function plainly(text: string): string {
  const all = tokensOf(text)
  const { tokens, edits } = settled(all)
  return edited(text, [...edits, ...new Reader(text, tokens).read(), ...all.flatMap(remarks)])
}

/** Comments in a macro of many lines: the grammar takes them for its end. Names of files in a condition: it knows of none. */
function remarks({ kind, text, start }: Token): Edit[] {
  if (kind !== 'directive') return []
  if (/^#\s*(?:el)?if/.test(text)) return [...text.matchAll(/(?<=\(\s*)(?:<[^>\n]*>|"[^"\n]*")(?=\s*\))/g)].map(({ 0: name, index }) => ({ start: start + index, end: start + index + name.length, with: 'x'.repeat(name.length) }))
  if ( !text.includes('/*') || !/\\\r?\n/.test(text)) return []
  return [...text.matchAll(/\/\*(?:[^*]|\*(?!\/))*\*\//g)].map(({ 0: comment, index }) => blank(start + index, start + index + comment.length))
}

/** What a brace opens: definitions, enumerators, a value, the body of a function. */
type Room = 'definitions' | 'names' | 'value' | 'body'

/** Reads definitions one after the other, entering what holds more of them. */
class Reader {
  readonly #edits: Edit[] = []
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #partners: ReadonlyMap<number, number>
  /** The words of the definition so far. */
  #words: Token[] = []
  /** Where types end, and whether the words go on after one. */
  readonly #types = new Set<number>()
  #after = false
  /** The closing bracket of a function whose parameters may be declared before its body: `int f(a) int a; { … }`. */
  #parameters: Token | undefined

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text
    this.#tokens = tokens
    this.#partners = partnersOf(tokens)
  }

  read(): readonly Edit[] {
    for (let at = 0; at < this.#tokens.length; at++) at = this.#step(at)
    this.#end('')
    return this.#edits
  }

  #step(at: number): number {
    const token = this.#tokens[at] as Token
    if (token.kind === 'directive' || this.#isObjective(at)) this.#end('')
    if (token.kind === 'directive') return at
    if (token.text === '}') this.#leave(at)
    else if (token.text === '{') return this.#brace(at)
    else {
      this.#words.push(token)
      if (token.text === '(' || token.text === '[') return this.#brackets(at)
      if (token.text === ';' || (token.text === 'end' && this.#words.at(-2)?.text === '@') || (token.text === ':' && isAccess(this.#words))) this.#end('')
    }
    return at
  }

  /** A part of a class in Objective-C begins: `- (void)run`, `@property`. */
  #isObjective(at: number): boolean {
    const [token, next] = [this.#tokens[at] as Token, this.#tokens[at + 1]?.text ?? '']
    if (token.text === '@') return OBJECTIVE.test(next)
    return (token.text === '-' || token.text === '+') && next === '(' && this.#text.slice(this.#tokens[at - 1]?.end ?? 0, token.start).includes('\n')
  }

  /** Everything in round brackets belongs to the words, code in them aside. */
  #brackets(open: number): number {
    const close = this.#partners.get(open) ?? open
    for (let at = open + 1; at <= close; at++) {
      const token = this.#tokens[at] as Token
      const skips = token.text === '{' ? this.#partners.get(at) : undefined
      if (skips !== undefined && skips < close) {
        // `int f(Options options = {})`
        if (this.#words.at(-1)?.text === '=') this.#edits.push(blank((this.#words.pop() as Token).start, (this.#tokens[skips] as Token).end))
        at = skips
      }
      else if (token.kind !== 'directive') this.#words.push(token)
    }
    return close
  }

  #brace(open: number): number {
    const close = this.#partners.get(open)
    const room = roomOf(this.#words, this.#tokens[(close ?? open) + 1])
    if (close === undefined || room === 'definitions') {
      if (close !== undefined && !isSpace(this.#words)) this.#types.add(close)
      this.#end('{')
      return open
    }
    const stray = room === 'body' && this.#words.length === 0 && this.#parameters === undefined
    if (room === 'body') this.#body(open)
    const inside = stray ? blank((this.#tokens[open] as Token).start, (this.#tokens[close] as Token).end) : blank((this.#tokens[open] as Token).end, (this.#tokens[close] as Token).start)
    if (room === 'body' || (room === 'value' && this.#text.slice(inside.start, inside.end).includes('\n'))) this.#edits.push(inside)
    if (room === 'names') for (const edit of enumRemarks(this.#tokens.slice(open + 1, close))) this.#edits.push(edit)
    if (room !== 'body') this.#words.push(this.#tokens[open] as Token, this.#tokens[close] as Token)
    return close
  }

  #body(open: number): void {
    if (!/^[-+]$/.test(this.#words[0]?.text ?? '')) for (const edit of initialValues(this.#words)) this.#edits.push(edit)
    if (this.#words.length === 0 && this.#parameters !== undefined) this.#edits.push(blank(this.#parameters.end, (this.#tokens[open] as Token).start))
    this.#end('body')
  }

  #end(before: '{' | 'body' | ''): void {
    const label = labelIn(this.#words)
    if (label.length > 0) this.#label(label)
    this.#words.length -= label.length === 0 ? 0 : label.length + 1
    const statement = this.#words.at(-1)?.text === ';'
    const parameters = statement ? oldParameters(this.#words) : undefined
    const words = parameters === undefined ? this.#words : this.#words.slice(0, this.#words.indexOf(parameters) + 1)
    this.#parameters = statement ? parameters ?? this.#parameters : undefined
    for (const edit of mended({ text: this.#text, words, before: parameters === undefined ? before : 'body', after: this.#after })) this.#edits.push(edit)
    this.#words = []
    this.#after = false
  }

  /** `signals:` and `public slots:` are read as `public:`, at their end, so that the colon follows. */
  #label(words: readonly Token[]): void {
    const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0]
    if (end - start > 6 && (words.length > 1 || words[0]?.text.startsWith('p') !== true)) this.#edits.push({ start, end, with: 'public'.padStart(end - start) })
  }

  #leave(at: number): void {
    this.#end('')
    this.#after = this.#types.has(at)
  }
}

/** What the members of a constructor are given: it may be any expression. */
function initialValues(words: readonly Token[]): Edit[] {
  const edits: Edit[] = []
  const colon = words.findIndex(({ text }, at) => text === ':' && (words[at - 1]?.text === ')' || TRAILS.test(words[at - 1]?.text ?? '')))
  if (colon < 0) return []
  let open: Token | undefined
  let depth = 0
  for (const token of words.slice(colon)) {
    if (token.text === '(' && depth++ === 0) open = token
    if (token.text === ')' && --depth === 0 && open !== undefined) edits.push(blank(open.end, token.start))
  }
  return edits
}

const TRAILS = /^(?:noexcept|const|override|[A-Z][A-Z_]+)$/

/** The bracket after `f(a, b)` when a declaration follows it. */
function oldParameters(words: readonly Token[]): Token | undefined {
  const close = words.findIndex(({ text }) => text === ')')
  const open = words.findIndex(({ text }) => text === '(')
  const names = words.slice(open + 1, close)
  const plain = names.length > 0 && open > 0 && words[0]?.kind === 'word' && !/^(?:__\w+|[A-Z][A-Z0-9_]+)$/.test(words[open - 1]?.text ?? '') && names.every(({ kind, text }, at) => (at % 2 === 0 ? kind === 'word' : text === ','))
  return plain && words[close + 1]?.kind === 'word' && (words[close + 2]?.kind === 'word' || words[close + 2]?.text === '*') && words.length > close + 3 ? words[close] : undefined
}

const isSpace = (words: readonly Token[]): boolean => words.some(({ text }) => text === 'namespace') || words[0]?.text === 'extern'

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** The closing bracket of each opening one, by their places among the tokens. A brace closes whatever is still open inside it. */
function partnersOf(tokens: readonly Token[]): Map<number, number> {
  const partners = new Map<number, number>()
  const open: number[] = []
  tokens.forEach(({ kind, text }, at) => {
    if (kind !== 'sign') return
    if (PAIRS[text] !== undefined) open.push(at)
    else if (text === ')' || text === ']' || text === '}') pair(tokens, { partners, open, at })
  })
  return partners
}

function pair(tokens: readonly Token[], { partners, open, at }: { partners: Map<number, number>; open: number[]; at: number }): void {
  const sign = tokens[at]?.text
  const fits = (from: number | undefined): boolean => from !== undefined && PAIRS[tokens[from]?.text ?? ''] === sign
  if (sign === '}') while (open.length > 0 && !fits(open.at(-1))) open.pop()
  if (fits(open.at(-1))) partners.set(open.pop() as number, at)
}

const isAccess = (words: readonly Token[]): boolean => labelIn(words).length > 0

/** The words of a label at the end of a stretch: `public`, `public slots`, `PRIVATE_UNLESS_TESTED`. */
function labelIn(words: readonly Token[]): readonly Token[] {
  if (words.at(-1)?.text !== ':') return []
  const last = words.at(-2)?.text ?? ''
  const count = /^(?:slots|Q_SLOTS)$/.test(last) ? 2 : /^(?:public|private|protected|signals|Q_SIGNALS)$/.test(last) || (words.length === 2 && /^[A-Z][A-Z_]+$/.test(last)) ? 1 : 0
  return words.slice(words.length - 1 - count, -1)
}

/** What the words before a brace say about it. */
function roomOf(words: readonly Token[], after: Token | undefined): Room {
  if (words.length === 0) return 'body'
  if (words[0]?.text === '@' || isEnum(words)) return 'names'
  const head = bare(words)
  const has = (word: string): boolean => head.some(({ text }) => text === word)
  if (has('namespace') || (head[0]?.text === 'extern' && head[1]?.kind === 'string' && head.length === 2)) return 'definitions'
  if (!has('operator') && has('=')) return 'value'
  if (has('(')) return isInitializer(head, after) ? 'value' : 'body'
  if (has('enum')) return 'names'
  return head.some(({ text }) => CLASSES.has(text)) ? 'definitions' : 'value'
}

const OBJECTIVE = /^(?:interface|implementation|protocol|end|property|class|import|optional|required|synthesize|dynamic|public|private|protected|package)$/

const CLASSES = new Set(['class', 'struct', 'union'])

/** `: a(1), b{2}` before the body of a constructor. */
function isInitializer(head: readonly Token[], after: Token | undefined): boolean {
  const last = head.at(-1)
  const isName = last?.kind === 'word' || last?.text === '>'
  return isName && (after?.text === ',' || after?.text === '{') && head.some(({ text }, at) => text === ':' && head[at - 1]?.text !== '(')
}

/** The words without what stands in brackets of any kind, without templates and attributes. */
function bare(words: readonly Token[]): Token[] {
  const out: Token[] = []
  let depth = 0
  let angle = 0
  words.forEach((token, at) => {
    const { text } = token
    if (text === ')' || text === ']') depth--
    if (text === '>' && depth === 0 && angle > 0) angle--
    else if (depth === 0 && angle === 0 && !belongsToAttribute(words, at)) out.push(token)
    if (text === '<' && depth === 0 && words[at - 1]?.text !== 'operator') angle++
    if (text === '(' || text === '[') depth++
  })
  return out
}

/** `alignas(8)`, `__attribute__((packed))`, `EXPORT(x)` after `class`: brackets that make no function. */
function belongsToAttribute(words: readonly Token[], at: number): boolean {
  if (words[at]?.text !== '(' && words[at]?.text !== ')') return false
  let name = at - 1
  if (words[at]?.text === ')') {
    for (let depth = 1; name >= 0 && depth > 0; name--) depth += words[name]?.text === ')' ? 1 : words[name]?.text === '(' ? -1 : 0
  }
  return ATTRIBUTE.test(words[name]?.text ?? '') || CLASSES.has(words[name - 1]?.text ?? '') || words[name]?.text === 'requires'
}

const ATTRIBUTE = /^(?:__attribute__|__attribute|__declspec|alignas|_Alignas|decltype|noexcept|throw)$/
