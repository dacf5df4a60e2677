// AsciiDoc by lines: sections by their signs of equality or by their underlines, below the title and its attributes.
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { type Line, linesOf } from '../leaf.ts'
import { documentTiles, type Heading, type Markup } from '../prose.ts'

/** Cuts a document into its sections. */
export function scanAsciidoc(text: string): Parsed {
  const lines = linesOf(text)
  return { tiles: documentTiles({ text, lines, matter: 0, headings: headingsOf(lines), markup: MARKUP }) }
}

const FENCE = /^(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|-{2}|`{3,}|[|!,:]={3,})[^\S\n]*(?:\w*)\r?$/
const HEADING = /^(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?[ \t]*$/
const UNDERLINES = '=-~^+'
// The lines below the title of a document name its author and its version.
const MARKUP: Markup = { fence: FENCE, aside: /^[^<\n]{1,100}<[^>\s]+@[^>\s]+>\s*$|^v\d[\w.]*,|^(?:\[|:[\w!-]+:|\.[^\s.]|\/\/|\|)|^(?:image|include|video|audio|toc|ifdef|ifndef|endif|ifeval)::|^(?:'{3,}|<{3,})\s*$|^[=\-~^+]{3,}\s*$/ }

function headingsOf(lines: readonly Line[]): Heading[] {
  const headings: Heading[] = []
  let fence = ''
  lines.forEach((line, i) => {
    const underlined = fence === '' ? twoLines(lines[i - 2], lines[i - 1], line) : undefined
    const mark = FENCE.exec(line.text)?.[1]
    if (underlined !== undefined) headings.push(underlined)
    else if (fence !== '') fence = mark === fence ? '' : fence
    else if (mark !== undefined) fence = mark
    else {
      const found = HEADING.exec(line.text)
      if (found !== null) headings.push({ level: (found[1] as string).length, name: found[2] ?? '', start: line.start, own: line.end })
    }
  })
  return headings
}

/** The older way: a line below the title that is as long as it. A longer or shorter one opens a block. */
function twoLines(before: Line | undefined, title: Line | undefined, line: Line): Heading | undefined {
  const sign = line.text[0] ?? ''
  if (title === undefined || (before !== undefined && !/^\s*$|^\[.*\]\s*$/.test(before.text)) || !/^([=\-~^+])\1{2,}\s*$/.test(line.text)) return undefined
  const fits = Math.abs(title.text.trimEnd().length - line.text.trimEnd().length) <= 2 && /^[\p{L}\p{N}_`'"(<]/u.test(title.text) && !FENCE.test(title.text)
  return fits ? { level: UNDERLINES.indexOf(sign) + 1, name: title.text.trim(), start: title.start, own: line.end } : undefined
}

/** AsciiDoc. */
export default defineScanner({ name: 'asciidoc', title: 'AsciiDoc', family: 'prose', extensions: ['.adoc', '.asciidoc', '.asc'], remark: ['// ', ''], scan: scanAsciidoc })
