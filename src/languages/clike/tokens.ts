// The tokens of C and its family, without comments. A directive is one token, with the lines that continue it.

/** What a token is: a word, a number, a string or character, a directive, a sign. */
export type TokenKind = 'word' | 'number' | 'string' | 'directive' | 'sign'

/** One token and where it stands. */
export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly start: number
  readonly end: number
}

const SPACE = /[\s\\]+/y
// In each of them every step begins with a character of its own, so reading is linear.
const COMMENT = /\/\/(?:[^\n\\]|\\[^])*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/y
const DIRECTIVE = /#(?:[^\n\\/]|\\(?:\r?\n|.)?|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|\/(?!\*))*/y
const RAW = /(?:u8|[uUL])?R"([^ ()\\\t\v\f\n"]{0,16})\(/y
const STRING = /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/y
const WORD = /[\w$\u0080-\uFFFF]+/y
const NUMBER = /\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*/y
const SIGN = /::|->|[^]/y

/** The tokens of a text. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let last = 0
  for (let at = skipped(text, 0); at < text.length; at = skipped(text, at)) {
    const kind = text[at] === '#' && begins(text, last, at) ? 'directive' : kindAt(text, at)
    const end = kind === 'comment' ? endOf(COMMENT, text, at) : endAt(text, at, kind)
    if (kind !== 'comment') tokens.push({ kind, text: text.slice(at, end), start: at, end })
    at = end
    last = end
  }
  return tokens
}

/** Whether nothing else stands before a place on its line, when the token before it ended at `last`. */
const begins = (text: string, last: number, at: number): boolean => last === 0 || text.slice(last, at).includes('\n')

const skipped = (text: string, at: number): number => endOf(SPACE, text, at)

/** Where a match that begins at a place ends; the place itself when nothing matches. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function endAt(text: string, at: number, kind: TokenKind): number {
  if (kind === 'word') return endOf(WORD, text, at)
  if (kind === 'sign') return endOf(SIGN, text, at)
  if (kind === 'number') return endOf(NUMBER, text, at)
  if (kind === 'directive') return endOf(DIRECTIVE, text, at)
  return endOfRaw(text, at) ?? endOf(STRING, text, at)
}

/** `R"x( … )x"`: nothing in it is escaped. */
function endOfRaw(text: string, at: number): number | undefined {
  RAW.lastIndex = at
  const mark = text[at] === '"' || text[at] === "'" ? null : RAW.exec(text)
  if (mark === null) return undefined
  const close = text.indexOf(`)${mark[1]}"`, RAW.lastIndex)
  return close < 0 ? text.length : close + (mark[1] as string).length + 2
}

function kindAt(text: string, at: number): TokenKind | 'comment' {
  const sign = text[at] as string
  if (/[A-Za-z_$\u0080-\uFFFF]/.test(sign)) return endOf(RAW, text, at) > at ? 'string' : 'word'
  if (sign === '/') return text[at + 1] === '/' || text[at + 1] === '*' ? 'comment' : 'sign'
  if (sign === '"' || sign === "'") return 'string'
  return /\d/.test(sign) || (sign === '.' && /\d/.test(text[at + 1] ?? '')) ? 'number' : 'sign'
}
