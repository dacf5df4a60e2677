// The tokens of SQL that matter for its outline, in whatever dialect: words, names, strings, brackets, remarks. Everything else lies between them.
import type { Span } from '../span.ts'

/** One token. `word` is in capitals for a keyword or a plain name, the sign itself for a sign, empty otherwise. */
export interface Token extends Span {
  readonly kind: 'word' | 'name' | 'string' | 'sign' | 'remark' | 'break'
  readonly word: string
}

// A batch ends at a line that holds nothing but GO or a slash. A `#` begins a remark in MySQL, but only at the start of a line can it mean nothing else.
const TOKEN = /--[^\n]*|\/\*|'|"|`|\$(?:[A-Za-z_]\w*)?\$|\[[^\]\n]{0,200}\]|[();,]|[\p{L}_][\p{L}\p{N}_$]*|^[ \t]*#[ \t!][^\n]*|^[ \t]*(?:GO|\/)[ \t]*\r?$|^\\[^\n]*/gimu

/** The tokens of a part of a text. A backslash hides a quote where the dialect is MySQL. */
export function* tokensIn(text: string, { start, end }: Span, mysql: boolean): Iterable<Token> {
  const pattern = new RegExp(TOKEN)
  pattern.lastIndex = start
  for (let match = pattern.exec(text); match !== null && match.index < end; match = pattern.exec(text)) {
    const token = tokenOf(text, { start: match.index, piece: match[0], mysql })
    pattern.lastIndex = Math.max(token.end, match.index + 1)
    yield token.end <= end ? token : { ...token, end }
  }
}

function tokenOf(text: string, { start, piece, mysql }: { start: number; piece: string; mysql: boolean }): Token {
  const sign = piece[0] ?? ''
  const token = (kind: Token['kind'], end = start + piece.length, word = ''): Token => ({ kind, start, end, word })
  if (piece === '/*') return token('remark', after(text, '*/', start + 2))
  if (sign === "'") return token('string', quoteEnd(text, start, mysql))
  if (sign === '$') return token('string', after(text, piece, start + piece.length))
  if (sign === '"' || sign === '`') return token('name', after(text, sign, start + 1))
  if (sign === '[') return token('name')
  if (/^[();,]$/.test(piece)) return token('sign', start + 1, piece)
  if (/^\s*(?:GO|\/)\s*$/i.test(piece) && isAlone(text, start, start + piece.length)) return token('break')
  if (piece.startsWith('--') || /^\s*#/.test(piece) || sign === '\\') return token('remark')
  return token('word', start + piece.length, piece.toUpperCase())
}

const isAlone = (text: string, start: number, end: number): boolean =>
  (start === 0 || text[start - 1] === '\n') && (end >= text.length || text[end] === '\n' || text[end] === '\r')

const after = (text: string, piece: string, from: number): number => {
  const at = text.indexOf(piece, from)
  return at < 0 ? text.length : at + piece.length
}

/** Two quotes are one quote inside a string. */
function quoteEnd(text: string, start: number, mysql: boolean): number {
  const pattern = mysql || /e/i.test(text[start - 1] ?? '') ? /\\[^]|'/g : /'/g
  pattern.lastIndex = start + 1
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0] !== "'") continue
    if (text[match.index + 1] !== "'") return match.index + 1
    pattern.lastIndex = match.index + 2
  }
  return text.length
}
