// reStructuredText by lines: a title is what is underlined, and the order in which the signs appear tells how deep it is.
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { type Line, linesOf } from '../leaf.ts'
import { documentTiles, type Heading, type Markup } from '../prose.ts'

/** Cuts a document into its sections. */
export function scanRst(text: string): Parsed {
  const lines = linesOf(text)
  return { tiles: documentTiles({ text, lines, matter: 0, headings: headingsOf(lines), markup: MARKUP }) }
}

const ADORNMENT = /^([!-/:-@[-`{-~])\1{1,}\s*$/
// There are no fences: what is indented below a directive or a double colon is no prose.
const MARKUP: Markup = { aside: /^(?:\.\.(?:\s|$)|:[\w -]+:|\+[-=+]+\+?\s*$|\||[=-]{2,}(?:\s+[=-]{2,})*\s*$|([!-/:-@[-`{-~])\1{2,}\s*$)/, hides: /^\.\.(?:\s|$)|::\s*$/ }

function headingsOf(lines: readonly Line[]): Heading[] {
  const headings: Heading[] = []
  const styles: string[] = []
  for (let i = 1; i < lines.length; i++) {
    const found = titleAt(lines, i)
    if (found === undefined) continue
    if (!styles.includes(found.style)) styles.push(found.style)
    const own = lines[i]?.end ?? 0
    headings.push({ level: styles.indexOf(found.style) + 1, name: found.title.text.trim(), start: found.start, own })
  }
  return headings
}

/** The title above a line of signs. With a line above it as well it may be indented. */
function titleAt(lines: readonly Line[], at: number): { style: string; title: Line; start: number } | undefined {
  const [over, title, under] = [lines[at - 2], lines[at - 1] as Line, lines[at] as Line]
  const sign = ADORNMENT.exec(under.text)?.[1]
  const words = title.text.trim()
  if (sign === undefined || words === '' || ADORNMENT.test(title.text) || under.text.trim().length < Math.min(3, words.length)) return undefined
  if (over !== undefined && over.text.trim() === under.text.trim() && title.text.length <= over.text.trimEnd().length + 1) return { style: `${sign}${sign}`, title, start: over.start }
  const alone = over === undefined || over.text.trim() === '' || ADORNMENT.test(over.text) || over.text.startsWith('..')
  return alone && /^\S/.test(title.text) && under.text.trimEnd().length + 2 >= title.text.trimEnd().length ? { style: sign, title, start: title.start } : undefined
}

/** reStructuredText. */
export default defineScanner({ name: 'rst', title: 'reStructuredText', family: 'prose', extensions: ['.rst', '.rest'], remark: ['.. ', ''], scan: scanRst })
