// Makefiles by their lines: targets with what they need, variables, includes. Recipes go.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { firstDocLine } from '../doc.ts'
import { defineScanner } from '../language.ts'
import { brief, leaf, type Line, linesOf, neverEmpty } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import { quoted } from '../modules/quoted.ts'
import type { Span } from '../span.ts'

/** One statement: its lines joined, the lines that belong to it, and the remarks above it. */
interface Statement extends Span {
  readonly words: string
  readonly doc: string
}

/** Cuts a makefile into targets, variables and includes. */
export function scanMakefile(text: string): Parsed {
  const tiles: Tile[] = []
  for (const statement of statementsOf(linesOf(text))) {
    const tile = tileOf(text, statement)
    const last = tiles.at(-1)
    if (tile === undefined) continue
    if (tile.kind === 'import' && last?.kind === 'import' && text.slice(last.end, tile.start).trim() === '') tiles[tiles.length - 1] = together(last, tile)
    else tiles.push(tile)
  }
  return tiles.length === 0 && text.trim() !== '' ? scanLines(text) : { tiles: neverEmpty(tiles) }
}

function together(last: Tile, tile: Tile): Tile {
  const head = last.detail.head + tile.detail.head
  return { ...last, end: tile.end, detail: { head, tail: '' }, shape: { head, tail: '' } }
}

const ASSIGNMENT = /^(?:(?:export|override|private|unexport)\s+)*([^\s:#=?+!]+)\s*(::?:?=|\?=|\+=|!=|=)\s*/
const RULE = /^([^\s#=:][^#=:]*|\$[({][^=]*?[)}][^#=:]*?)(::?)(?!=)/
const INCLUDE = /^\s*(?:-|s)?include\s/
const DEFINE = /^\s*(?:override\s+|export\s+)*define\s+(\S+)/

function statementsOf(lines: readonly Line[]): Statement[] {
  const found: Statement[] = []
  for (let i = 0, above = 0; i < lines.length;) {
    const { text } = lines[i] as Line
    const next = endOf(lines, i)
    const first = lines[above] as Line
    if (!/^(?:#|\s*$)/.test(text)) found.push({ words: joined(lines.slice(i, continued(lines, i))), doc: lines.slice(above, i).map((line) => line.text).join('\n'), start: first.start, end: lines[next - 1]?.end ?? first.end })
    if (!text.startsWith('#')) above = next
    i = next
  }
  return found
}

/** The line after those that a backslash joins. */
function continued(lines: readonly Line[], from: number): number {
  let next = from + 1
  while (next < lines.length && lines[next - 1]?.text.endsWith('\\') === true) next++
  return next
}

/** The line after a statement with its recipe or its text. */
function endOf(lines: readonly Line[], from: number): number {
  const text = lines[from]?.text ?? ''
  let next = continued(lines, from)
  if (DEFINE.test(text)) {
    while (next < lines.length && !/^\s*endef\b/.test(lines[next]?.text ?? '')) next++
    return Math.min(lines.length, next + 1)
  }
  if (ASSIGNMENT.test(text) || !RULE.test(text)) return next
  let end = next
  while (next < lines.length && /^(?:\t|\s*$|#)/.test(lines[next]?.text ?? '')) {
    const recipe = lines[next]?.text.startsWith('\t') === true
    next = recipe ? continued(lines, next) : next + 1
    if (recipe) end = next
  }
  return end
}

const joined = (lines: readonly Line[]): string => lines.map(({ text }) => text.replace(/\\$/, '').trim()).join(' ').trim()

function tileOf(text: string, { words, doc, start, end }: Statement): Tile | undefined {
  const above = doc === '' || /copyright|licen[cs]e/i.test(doc) ? '' : `${firstDocLine(doc)}\n`
  const defined = DEFINE.exec(words)
  if (defined !== null) return leaf(text, { kind: 'function', name: defined[1] ?? '', start, end }, { detail: `${above}${words}\nendef\n`, shape: `${words}\nendef\n` })
  if (INCLUDE.test(words)) return leaf(text, { kind: 'import', name: '', start, end }, { detail: `${words}\n`, shape: `${words}\n` })
  const assignment = ASSIGNMENT.exec(words)
  if (assignment !== null) return leaf(text, { kind: 'constant', name: assignment[1] ?? '', start, end }, assigned(words, assignment[0], above))
  const rule = RULE.exec(words)
  return rule === null ? undefined : ruleTile(text, { words, doc: above, start, end }, (rule[1] ?? '').trim())
}

const LONGEST = 100

/** Short values stay at `detail`; a variable may be empty. */
function assigned(words: string, name: string, above: string): { detail: string; shape: string } {
  const bare = name.trimEnd()
  const value = words.slice(name.length).replace(/\s+#.*$/, '')
  return { detail: `${above}${value.length <= LONGEST ? `${name}${value}` : `${name}...`}\n`, shape: `${bare}\n` }
}

/** A recipe on the line of its target goes; what is said about the target there stays at `detail`. */
function ruleTile(text: string, { words, doc, start, end }: Statement, name: string): Tile {
  const said = /\s##.*$/.exec(words)?.[0] ?? ''
  const needs = words.replace(/\s*(?:;|\s#).*$/, '')
  const special = /^\.[A-Z_]+$/.test(name)
  return leaf(text, { kind: special ? 'entry' : 'function', name: brief(name, 80), start, end }, { detail: `${doc}${needs}${said.trimEnd()}\n`, shape: special ? '' : `${needs}\n` })
}

/** Makefiles. */
export default defineScanner({
  name: 'makefile', title: 'Makefile', family: 'data', extensions: ['.mk', '.mak', '.make'], filenames: ['Makefile', 'GNUmakefile', 'Makefile.am', 'Makefile.in', 'Makefile.inc', 'Makefile.common', 'Makefile.include', 'Makefile.win', 'Makefile.unix'],
  interpreters: ['make'], remark: ['# ', ''], scan: scanMakefile,
  ...quoted({ form: /(?:^|\n)\s*(?:-|s)?include\s+(?<module>[^\s$#]+)/g }),
})
