// The first line of what documents a definition, written so that it is still a comment or a string.

/** The first line of a run of comments: the first that says something. */
export function firstDocLine(comment: string): string {
  const text = comment.replaceAll('\r', '').trim()
  const brackets = BRACKETS.find(({ open }) => open.test(text))
  return brackets === undefined ? firstOfLines(text) : firstOfBlock(text, brackets)
}

function firstOfLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.find(says) ?? lines[0] ?? ''
}

/** How comments of several lines begin and end. Where they nest, a line that opens or closes one cannot stand alone. */
interface Brackets {
  readonly open: RegExp
  readonly close: RegExp
  readonly end: string
  readonly nests?: RegExp
}

const BRACKETS: readonly Brackets[] = [
  { open: /^\/\*[*!]?/, close: /\**\/$/, end: '*/' },
  { open: /^\{-(?: ?[|^])?/, close: /-\}$/, end: '-}', nests: /\{-|-\}/ },
  // A string inside such a comment has to be whole too.
  { open: /^\(\*\*?(?!\))/, close: /\**\*\)$/, end: '*)', nests: /\(\*|\*\)|^[^"]*"(?:[^"]*"[^"]*")*[^"]*$/ },
  { open: /^\/\+\+?/, close: /\++\/$/, end: '+/', nests: /\/\+|\+\// },
  { open: /^<#/, close: /#>$/, end: '#>', nests: /^\.[A-Z]+(?:[ \t].*)?$|#>/i },
  { open: /^--\[\[/, close: /\]\](?:--)?$/, end: ']]', nests: /\]\]/ },
  { open: /^#\|/, close: /\|#$/, end: '|#', nests: /#\||\|#/ },
]

function firstOfBlock(text: string, { open, close, end, nests }: Brackets): string {
  if (!text.includes('\n')) return text
  const opening = open.exec(text)?.[0] ?? ''
  const lines = text.slice(opening.length).replace(close, '').split('\n').map((line) => line.trim().replace(/^\*+ ?/, '').trim())
  const sound = lines.filter((line) => nests?.test(line) !== true)
  const line = sound.find(says) ?? sound.find((candidate) => candidate !== '')
  return line === undefined ? '' : `${opening} ${line} ${end}`
}

/** Whether a line has words of its own, outside of tags such as `<summary>`. */
const says = (line: string): boolean => /[\p{L}\p{N}]/u.test(line.replace(/<\/?[a-z][^<>]*>/gi, ''))

/** The first line of a string literal, closed the way it was opened. */
export function firstStringLine(literal: string): string {
  const opening = /^[a-z]*("""|'''|"|')/i.exec(literal)
  if (opening === null || !literal.includes('\n')) return literal
  const quote = opening[1] as string
  const inner = literal.slice(opening[0].length, literal.endsWith(quote) ? -quote.length : undefined)
  const line = inner.split('\n').map((candidate) => candidate.trim().replace(/\\+$/, '')).find((candidate) => candidate !== '') ?? ''
  // A line that ends in the quote's own character would run into the closing quotes.
  return `${opening[0]}${line}${line.endsWith(quote[0] as string) ? ' ' : ''}${quote}`
}
