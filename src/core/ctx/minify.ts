// JSON and YAML in fewer tokens, saying the same (S3.23): only white space and comments go, so that no number is rounded, no key is lost and their order stays.
import { type Line, lineOf, quoteEnd } from './yaml-line.ts'

/** JSON without white space between its parts; other text comes back as it is. */
export function minifyJson(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/("(?:[^"\\]|\\[\s\S])*")|[ \t\r\n]+/g, '$1')
}

/** What YAML counts as the end of a line, and we do not. */
const OTHER_LINE_ENDS = /\r(?!\n)|[\u0085\u2028\u2029]/

/** YAML without comments and without blank lines that mean nothing. From the first line on that is not certain to be understood, everything stays as it is. */
export function minifyYaml(text: string): string {
  if (OTHER_LINE_ENDS.test(text)) return text
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const reader: Reader = { kept: [], blank: [], open: undefined }
  const unread = lines.findIndex((line) => !read(line, reader))
  const kept = unread < 0 ? reader.kept : [...reader.kept, ...lines.slice(unread)]
  return text.endsWith('\n') && kept.at(-1) !== '' ? `${kept.join('\n')}\n` : kept.join('\n')
}

interface Reader {
  readonly kept: string[]
  /** Blank lines that stay when the text before them goes on. */
  blank: string[]
  /** The text that may go on in the next line; undefined outside of one. */
  open: { readonly kind: 'plain' | 'block' | '"' | "'"; readonly column: number } | undefined
}

/** Reads one line; false when it cannot be told what it is. */
function read(line: string, reader: Reader): boolean {
  const { open } = reader
  if (open?.kind === '"' || open?.kind === "'") return readQuoted(line, reader, open.kind)
  const isBlank = line.trim() === ''
  const indent = line.length - line.trimStart().length
  const isComment = line[indent] === '#'
  if (open?.kind === 'block' && (isBlank || indent > open.column)) return keep(line, reader)
  if (open?.kind === 'plain' && isBlank) return reader.blank.push(line) > 0
  if (open?.kind === 'plain' && indent > open.column && !isComment) return keep(line, reader)
  reader.blank = []
  reader.open = undefined
  if (isBlank || isComment) return true
  const found = lineOf(line.replace(/\r$/, ''))
  return found !== undefined && take(found, reader)
}

/** Keeps a line of a text, and the blank ones before it. */
function keep(line: string, reader: Reader): true {
  for (const blank of reader.blank) reader.kept.push(blank)
  reader.blank = []
  reader.kept.push(line)
  return true
}

function take({ text, opens, column }: Line, reader: Reader): true {
  reader.kept.push(text)
  reader.open = opens === undefined ? undefined : { kind: opens, column }
  return true
}

/** A line of a text in quotes over several lines. What follows the quote must be a comment. */
function readQuoted(line: string, reader: Reader, quote: '"' | "'"): boolean {
  const end = quoteEnd(line, 0, quote)
  if (end >= 0) reader.open = undefined
  return (end < 0 || /^\s*(?:\s#.*)?$/.test(line.slice(end))) && keep(line, reader)
}
