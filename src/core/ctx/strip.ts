// A view of code without comments and blank lines (S3.24). Sources are never touched. Strings are read, so that nothing inside one is taken for a comment.

/** How a language writes remarks and strings. */
export interface Signs {
  /** How a remark is written: prefix and suffix, `['# ', '']`. */
  readonly remark: readonly [string, string]
  /** The signs that open and close a string: `"'` unless told. */
  readonly quotes?: string
}

interface Grammar {
  readonly line: readonly string[]
  readonly block: readonly (readonly [string, string])[]
  readonly quotes: string
}

/** A text without its comments and without blank lines; the first line of a script stays. */
export function stripped(text: string, { remark: [open, close], quotes = '"\'' }: Signs): string {
  const grammar = grammarOf(open.trim(), close.trim(), quotes)
  if (grammar === undefined) return withoutBlank(text)
  const head = /^(?:\uFEFF)?#!.*\n?/.exec(text)?.[0] ?? ''
  return head + withoutBlank(withoutComments(text.slice(head.length), grammar))
}

function grammarOf(open: string, close: string, quotes: string): Grammar | undefined {
  if (open === '') return undefined
  if (open === '//' || open === '/*') return { line: open === '//' ? ['//'] : [], block: [['/*', '*/']], quotes }
  if (close !== '') return { line: [], block: [[open, close]], quotes: '' }
  return { line: [open], block: open === '--' ? [['/*', '*/']] : [], quotes }
}

const withoutBlank = (text: string): string => text.replace(/^[ \t\r]*\n/gm, '').replace(/\n[ \t\r]*$/, '\n')

/** Lines that held nothing but a comment go with it; a comment after code leaves the code. */
function withoutComments(text: string, grammar: Grammar): string {
  let out = ''
  let kept = 0
  for (let at = 0; at < text.length;) {
    const end = commentEnd(text, at, grammar)
    if (end < 0) {
      at = grammar.quotes.includes(text[at] as string) ? stringEnd(text, at) : isRegex(text, at, grammar) ? regexEnd(text, at) : at + 1
      continue
    }
    out += text.slice(kept, at).replace(/[ \t]+$/, '')
    kept = at = end
  }
  return out + text.slice(kept)
}

/** Where the comment that begins here ends; -1 when none does. A sign of a comment inside a word is none: `a#b`, `x--y`. */
function commentEnd(text: string, at: number, { line, block }: Grammar): number {
  const [open, close] = block.find(([sign]) => text.startsWith(sign, at)) ?? []
  if (open !== undefined && close !== undefined) {
    const end = text.indexOf(close, at + open.length)
    return end < 0 ? text.length : end + close.length
  }
  const sign = line.find((one) => text.startsWith(one, at))
  if (sign === undefined || (sign !== '//' && at > 0 && !/[\s;,(){}[\]]/.test(text[at - 1] as string)) || (sign === '//' && text[at - 1] === ':')) return -1
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** After a string: three quotes and backticks go over lines, other quotes end with theirs. */
function stringEnd(text: string, at: number): number {
  const quote = text[at] as string
  const triple = quote.repeat(3)
  if (quote !== '`' && text.startsWith(triple, at)) {
    const end = text.indexOf(triple, at + 3)
    return end < 0 ? text.length : end + 3
  }
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === quote) return i + 1
    else if (text[i] === '\n' && quote !== '`') return i
  }
  return text.length
}

/** A slash where a value begins opens a regular expression, in languages that quote with backticks too. */
const isRegex = (text: string, at: number, { quotes }: Grammar): boolean => text[at] === '/' && quotes.includes('`') && /(?:^|[=(,:;!&|?{}[\n]|return|=>)[ \t]*$/.test(text.slice(Math.max(0, at - 24), at))

function regexEnd(text: string, at: number): number {
  let inClass = false
  for (let i = at + 1; i < text.length && text[i] !== '\n'; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '[') inClass = true
    else if (text[i] === ']') inClass = false
    else if (text[i] === '/' && !inClass) return i + 1
  }
  return at + 1
}
