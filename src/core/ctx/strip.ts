// A view of code without lines of comments and blank lines (S3.24). Sources are never touched. Only lines go that cannot be part of a string: a comment after code stays,
// and a language whose texts over several lines cannot be told for certain comes back as it is.

interface Grammar {
  readonly line: readonly string[]
  readonly block: boolean
  /** Signs that open a text over several lines and close it: longest first. */
  readonly long: readonly string[]
  /** Signs that open a text within a line. */
  readonly short: string
  /** Text with this comes back as it is. */
  readonly doubt?: RegExp
  /** A slash may open a pattern with a backtick in it: nothing between the first and the last backtick of a text is touched. */
  readonly isPatterned?: boolean
  /** Comments with a meaning for a compiler. */
  readonly keep?: RegExp
}

const C: Grammar = { line: ['//'], block: true, long: [], short: '"\'' }
const WEB: Grammar = { ...C, long: ['`'], isPatterned: true, doubt: /<\/|\/>|<>/, keep: /^\/\/\/ *<|^\/\/ *@ts-|^\/\*\*? *@jsx/ }

/** The languages of which the strings are known. */
const GRAMMARS: Readonly<Record<string, Grammar>> = {
  c: C, cpp: { ...C, doubt: /R"/ }, java: { ...C, long: ['"""'] }, go: { ...C, long: ['`'], doubt: /import\s+"C"|"C"\s*\)/, keep: /^\/\/(?:[a-z]+(?:[: ]|$)| \+build)/ },
  javascript: WEB, typescript: WEB,
  python: { line: ['#'], block: false, long: ['"""', "'''"], short: '"\'', keep: /^#.*coding[:=]/ },
  toml: { line: ['#'], block: false, long: ['"""', "'''"], short: '"\'', doubt: /\\'/ },
  sql: { line: ['--'], block: true, long: ["'", '"', '`'], short: '', doubt: /\\['"`]|\$\w*\$|\bfrom\s+stdin\b|\bq'|(?:^|\s)#|\[[^\]\n]*'/im, keep: /^(?:\/\*[!+]|--[^\s-])/ },
}

/** A text without lines that are comments and without blank lines; a language that is not known for certain stays as it is. */
export function stripped(text: string, language: string): string {
  const grammar = Object.hasOwn(GRAMMARS, language) ? GRAMMARS[language] as Grammar : undefined
  if (grammar === undefined || grammar.doubt?.test(text) === true || /\r(?!\n)/.test(text)) return text
  const [from, to] = hidden(text, grammar)
  const plain = freeLines(text, grammar)
  return text.split(/(?<=\n)/).filter((_, i) => !plain.has(i) || (i >= from && i <= to)).join('')
}

/** The first and the last line that must not be touched. */
function hidden(text: string, { isPatterned }: Grammar): [number, number] {
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length - 1
  return isPatterned === true && text.includes('`') ? [lineAt(text.indexOf('`')), lineAt(text.lastIndexOf('`'))] : [Infinity, -1]
}

/** The lines that hold nothing but blanks or comments, by their number. */
function freeLines(text: string, grammar: Grammar): Set<number> {
  const free = new Set<number>()
  const reader = { text, at: 0, line: 0 }
  while (reader.at < text.length) {
    const [first, joined] = [reader.line, /\\\r?\n$/.test(text.slice(Math.max(0, reader.at - 3), reader.at))]
    const { at } = reader
    const isFree = skipBlank(reader, grammar) && !joined && !(at === 0 && text.startsWith('#!'))
    if (!isFree) skipCode(reader, at, grammar)
    else for (let line = first; line < reader.line; line++) free.add(line)
  }
  return free
}

interface Reader { readonly text: string; at: number; line: number }

/** Goes to the end of a line, or of the lines of a comment, that says nothing else; false when it does. */
function skipBlank(reader: Reader, grammar: Grammar): boolean {
  const { text, at } = reader
  const start = at + (/^[ \t]*/.exec(text.slice(at, at + 1000))?.[0].length ?? 0)
  const lineEnd = endOf(text, start)
  const rest = text.slice(start, lineEnd).trim()
  if (rest === '') return go(reader, lineEnd)
  if (grammar.keep?.test(rest) === true || rest.endsWith('\\')) return false
  if (grammar.line.some((sign) => rest.startsWith(sign))) return !rest.includes('*/') && go(reader, lineEnd)
  const close = grammar.block && rest.startsWith('/*') ? text.indexOf('*/', start + 2) : -1
  return close >= 0 && text.slice(close + 2, endOf(text, close)).trim() === '' && !text.slice(start + 2, close).includes('/*') && go(reader, endOf(text, close))
}

/** Where the line ends that a place is on, its line end included. */
const endOf = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

function go(reader: Reader, to: number): true {
  for (let i = reader.text.indexOf('\n', reader.at); i >= 0 && i < to; i = reader.text.indexOf('\n', i + 1)) reader.line++
  reader.at = to
  return true
}

/** Goes to the end of a line of code; a text or comment that goes on takes its lines with it. */
function skipCode(reader: Reader, from: number, grammar: Grammar): void {
  const { text } = reader
  let at = from
  while (at < text.length && text[at] !== '\n') at = partEnd(text, at, grammar)
  go(reader, Math.min(text.length, at + 1))
}

/** After the string or comment that begins here, or the next sign. */
function partEnd(text: string, at: number, { line, block, long, short }: Grammar): number {
  if (line.some((sign) => text.startsWith(sign, at))) return Math.max(at + 1, endOf(text, at) - 1)
  if (block && text.startsWith('/*', at)) return commentEnd(text, at)
  const sign = long.find((one) => text.startsWith(one, at))
  if (sign !== undefined) return longEnd(text, at + sign.length, sign)
  if (!short.includes(text[at] as string)) return at + 1
  return shortEnd(text, at)
}

/** After a text within a line, which ends with the line at the latest; a backslash takes it to the next one. */
function shortEnd(text: string, at: number): number {
  let i = at + 1
  for (; i < text.length && text[i] !== '\n'; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === text[at]) return i + 1
  }
  return Math.min(i, text.length)
}

/** After a comment; where one is inside another, nobody knows where it ends, so everything behind it stays. */
function commentEnd(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2)
  return end < 0 || text.slice(at + 2, end).includes('/*') ? text.length : end + 2
}

/** After a text over several lines; a backslash hides the sign after it. */
function longEnd(text: string, at: number, sign: string): number {
  for (let i = at; i < text.length; i++) {
    if (text[i] === '\\' && sign !== '`' && sign.length === 3) i++
    else if (text.startsWith(sign, i)) return i + sign.length
  }
  return text.length
}
