// Names and texts of sources are hostile: nothing in them may end a table, a fence or a line, act on a terminal, or draw a link.

/** Signs that end lines, are not seen, or turn the direction of text. A tab and a line end are told apart by who asks. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

const code = (sign: string): string => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`

/** A text on one line, with signs that cannot be seen written as their codes. */
export const oneLine = (text: string): string => text.replace(/[\r\n\t\u2028\u2029 ]+/g, ' ').replace(UNSEEN, code).trim()

/** Text in which nothing is a sign of Markdown or HTML. */
export const plainText = (text: string): string => oneLine(text).replace(/[\\`*_[\]<>|#~!&$]/g, (sign) => (sign === '<' ? '&lt;' : sign === '&' ? '&amp;' : `\\${sign}`)).replace(/^([-+=]|\d+[.)])/, '\\$1')

/** Text in a cell or line as code. A bar is escaped, because a table ends a cell at it even there; after a backslash it cannot be, and is written as its code. */
export function codeSpan(text: string): string {
  const line = oneLine(text).replace(/\\\|/g, `\\${code('|')}`).replaceAll('|', '\\|')
  if (line === '') return '` `'
  const fence = longest(line, 1)
  return /^`|`$/.test(line) ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

/** A fenced block that nothing inside can close. */
export function codeBlock(text: string, language: string): string {
  const body = text.replace(/\r\n?/g, '\n').replace(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : code(sign))).trimEnd()
  const fence = longest(body, 3)
  return `${fence}${language.replace(/[^\w+-]/g, '')}\n${body}\n${fence}\n`
}

function longest(text: string, least: number): string {
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length))
  let length = least
  // A span may be shorter than a run inside, it only must not be as long; a block must be longer.
  if (least > 1) length = Math.max(least, ...[...runs].map((run) => run + 1))
  else while (runs.has(length)) length++
  return '`'.repeat(length)
}
