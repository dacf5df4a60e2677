// Markdown by lines: headings nest by level. The tree-sitter grammar for it is a large one that stalls older engines, and headings need no grammar.
import type { Form, Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { asLines, lineEnd, lineStart } from '../span.ts'

/** One line of text and where it stands. */
interface Line {
  readonly text: string
  readonly start: number
  readonly end: number
}

interface Heading {
  readonly level: number
  readonly name: string
  readonly start: number
  /** Where its own text begins. */
  readonly own: number
}

/** Cuts a document into its sections. */
export function scanMarkdown(text: string): Parsed {
  const lines = linesOf(text)
  const body = frontMatterLines(lines)
  const headings = headingsOf(lines, body)
  const first = headings[0]?.start ?? text.length
  const matter = body === 0 ? [] : [frontMatter(text, lines[body - 1]?.end ?? 0)]
  const from = lines[body]?.start ?? text.length
  const preface = from < first && text.slice(from, first).trim() !== '' ? [opening(text, from, first)] : []
  return { tiles: [...matter, ...preface, ...sections(text, headings)] }
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (let at = lineStart(text, Math.min(1, text.length)); at < text.length;) {
    const end = lineEnd(text, at)
    lines.push({ text: text.slice(at, Math.min(end, at + WIDEST)).replace(/[\r\n]+$/, ''), start: at, end })
    at = end
  }
  return lines
}

/** How many lines the front matter takes, its fences included. */
function frontMatterLines(lines: readonly Line[]): number {
  const fence = lines[0]?.text
  if (fence !== '---' && fence !== '+++') return 0
  const close = lines.findIndex((line, index) => index > 0 && line.text === fence)
  return close < 0 ? 0 : close + 1
}

/** No heading is longer; a longer line must not cost more than its length. */
const WIDEST = 1000

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/

function headingsOf(lines: readonly Line[], from: number): Heading[] {
  const headings: Heading[] = []
  let fence = ''
  for (let i = from; i < lines.length; i++) {
    const line = lines[i] as Line
    const mark = FENCE.exec(line.text)?.[1]
    if (fence !== '') fence = mark !== undefined && mark.startsWith(fence) && line.text.trim() === mark ? '' : fence
    else if (mark !== undefined) fence = mark
    else {
      const heading = atx(line) ?? setext(lines[i - 1], line, { first: i - 1 >= from })
      if (heading !== undefined) headings.push(heading)
    }
  }
  return headings
}

function atx(line: Line): Heading | undefined {
  const found = HEADING.exec(line.text)
  return found === null ? undefined : { level: (found[1] as string).length, name: found[2] ?? '', start: line.start, own: line.end }
}

function setext(title: Line | undefined, line: Line, { first }: { first: boolean }): Heading | undefined {
  const mark = UNDERLINE.exec(line.text)?.[1]
  if (mark === undefined || title === undefined || !first || !/^ {0,3}[^\s#>|`~*+-]/.test(title.text)) return undefined
  return { level: mark.startsWith('=') ? 1 : 2, name: title.text.trim(), start: title.start, own: line.end }
}

/** Sections as tiles, each holding the deeper ones that follow it. Levels are at most six, so nesting is shallow. */
function sections(text: string, headings: readonly Heading[]): Tile[] {
  const open: { heading: Heading; tiles: Tile[] }[] = [{ heading: { level: 0, name: '', start: 0, own: 0 }, tiles: [] }]
  const close = (end: number): void => {
    const { heading, tiles } = open.pop() as { heading: Heading; tiles: Tile[] }
    open.at(-1)?.tiles.push(section(text, heading, { tiles, end }))
  }
  for (const heading of headings) {
    while ((open.at(-1)?.heading.level ?? 0) >= heading.level) close(heading.start)
    open.push({ heading, tiles: [] })
  }
  while (open.length > 1) close(text.length)
  return open[0]?.tiles ?? []
}

function section(text: string, { name, start, own }: Heading, { tiles, end }: { tiles: readonly Tile[]; end: number }): Tile {
  const title = asLines(text.slice(start, own))
  const first = tiles[0]?.start ?? end
  const detail = asLines(title + firstWords(text.slice(own, first)))
  const whole = asLines(text.slice(start, first))
  const stop = own + contentEnd(text.slice(own, end))
  const forms = { shape: form(title), detail: form(detail.length <= whole.length ? detail : whole) }
  return { kind: 'heading', name: name.replace(/[*_`]+/g, ''), start, end: stop, ...forms, ...(tiles.length === 0 ? {} : { body: { start: first, end: stop, tiles } }) }
}

/** The end of the last line that is not empty. */
const contentEnd = (text: string): number => lineEnd(text, Math.max(0, text.trimEnd().length - 1)) * Number(text.trim() !== '')

const form = (head: string): Form => ({ head, tail: '' })

const opening = (text: string, start: number, end: number): Tile => {
  const words = asLines(firstWords(text.slice(start, end)))
  return { kind: 'doc', name: '', start, end, shape: form(''), detail: form(words) }
}

const frontMatter = (text: string, end: number): Tile => {
  const start = lineStart(text, 1)
  const matter = asLines(text.slice(start, end))
  return { kind: 'doc', name: '', start, end, shape: form(''), detail: form(matter.length <= 300 ? matter : '') }
}

const LONGEST_SENTENCE = 240

/** The first sentence of the text below a heading; code, tables, pictures and rules do not count. */
function firstWords(text: string): string {
  const paragraph: string[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined) fence = fence === '' ? mark : line.trim().startsWith(fence) ? '' : fence
    const plain = fence === '' && mark === undefined && !/^\s*(?:[|<]|!?\[!\[|(?:[-*_]\s*){3,}$|={3,}\s*$)/.test(line) ? line.trim() : ''
    if (plain !== '') paragraph.push(plain)
    else if (paragraph.length > 0) break
    if (paragraph.length === 1 && /^(?:[-*+]|\d+[.)])\s/.test(plain)) break
  }
  const words = paragraph.join(' ')
  const sentence = /^.*?[.!?](?=\s)/.exec(words)?.[0] ?? words
  return sentence.slice(0, LONGEST_SENTENCE)
}

/** Markdown. */
export default defineScanner({
  name: 'markdown', title: 'Markdown', family: 'prose', extensions: ['.md', '.markdown', '.mdx'], remark: ['<!-- ', ' -->'], scan: scanMarkdown,
})
