// Markdown by lines: headings nest by level. The tree-sitter grammar for it is a large one that stalls older engines, and headings need no grammar.
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { type Line, linesOf } from '../leaf.ts'
import { documentTiles, type Heading, type Markup } from '../prose.ts'

/** Cuts a document into its sections. */
export function scanMarkdown(text: string): Parsed {
  const lines = linesOf(text)
  const matter = frontMatterLines(lines)
  return { tiles: documentTiles({ text, lines, matter, headings: headingsOf(lines, matter), markup: MARKUP }) }
}

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
  name: 'markdown', title: 'Markdown', family: 'prose', extensions: ['.md', '.markdown', '.mdx', '.mdown', '.mkd', '.qmd', '.rmd'], remark: ['<!-- ', ' -->'], scan: scanMarkdown,
})
