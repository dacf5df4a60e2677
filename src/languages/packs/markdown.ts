// Markdown by lines: headings nest by level. The tree-sitter grammar for it is a large one that stalls older engines, and headings need no grammar.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import type { Inner } from '../language.ts'
import { defineScanner } from '../language.ts'
import { form, holder, type Line, linesOf } from '../leaf.ts'
import { documentTiles, type Heading, type Markup } from '../prose.ts'
import { asLines } from '../span.ts'

/** Cuts a document into its sections. */
function scanMarkdown(text: string, inner: Inner): Parsed {
  const lines = linesOf(text)
  const matter = frontMatterLines(lines)
  const fences = fencesOf(lines, matter)
  const codes = fences.slice(0, MOST_CODES).flatMap((fence) => codeTile(fence, inner) ?? [])
  return { tiles: documentTiles({ text, lines, matter, headings: headingsOf(lines, matter), markup: MARKUP, codes }), ...(fences.length > MOST_CODES ? { problem: `it has ${fences.length} blocks of code; only the first ${MOST_CODES} are looked into` } : {}) }
}

/** Blocks of code beyond these are not looked into. */
const MOST_CODES = 100

/** A block of code between two fences. */
interface Fence {
  readonly language: string
  readonly open: Line
  readonly close: Line
}

function fencesOf(lines: readonly Line[], from: number): Fence[] {
  const fences: Fence[] = []
  let open: { mark: string; line: Line; language: string } | undefined
  for (const line of lines.slice(from)) {
    const [, mark, language = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*\{?\.?([\w+#-]*)/.exec(line.text) ?? []
    if (open === undefined) open = mark === undefined ? undefined : { mark, line, language: language.toLowerCase() }
    else if (mark !== undefined && mark.startsWith(open.mark) && line.text.trim() === mark) {
      fences.push({ language: open.language, open: open.line, close: line })
      open = undefined
    }
  }
  return fences.filter(({ language, open: first, close }) => language !== '' && language !== 'markdown' && close.start > first.end)
}

const DEFINES: ReadonlySet<string> = new Set(['function', 'class', 'method', 'module', 'interface', 'enum', 'type'])

/** Code that defines something is shown by its definitions at `detail`; other code is an example and only part of the text. */
function codeTile({ language, open, close }: Fence, inner: Inner): Tile | undefined {
  const tiles = inner.within(language, { start: open.end, end: close.start }).tiles.filter(({ kind }) => DEFINES.has(kind))
  if (tiles.length === 0) return undefined
  const place = { kind: 'entry' as const, name: `code ${language}`, start: open.start, end: close.end }
  return holder(place, { start: open.end, end: close.start, tiles: tiles.map(quiet) }, { detail: form(asLines(open.text), asLines(close.text)), shape: form('') })
}

/** The outline of a document is its headings: code is not part of it. */
const quiet = (tile: Tile): Tile =>
  ({ ...tile, shape: form(''), ...(tile.body === undefined ? {} : { body: { ...tile.body, tiles: tile.body.tiles.map(quiet) } }) })

/** The languages of its blocks of code. */
const embeds = (text: string): string[] => [...new Set(fencesOf(linesOf(text), 0).slice(0, MOST_CODES).map(({ language }) => language))]

/** How many lines the front matter takes, its fences included. */
function frontMatterLines(lines: readonly Line[]): number {
  const fence = lines[0]?.text
  if (fence !== '---' && fence !== '+++') return 0
  const close = lines.findIndex((line, index) => index > 0 && line.text === fence)
  return close < 0 ? 0 : close + 1
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
const MARKUP: Markup = { fence: FENCE, aside: /^\s*(?:[|<]|!?\[!\[|(?:[-*_]\s*){3,}$|={3,}\s*$)/ }

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

/** Markdown. */
export default defineScanner({
  name: 'markdown', title: 'Markdown', family: 'prose', extensions: ['.md', '.markdown', '.mdx', '.mdown', '.mkd', '.qmd', '.rmd'], remark: ['<!-- ', ' -->'], embeds, scan: scanMarkdown,
})
