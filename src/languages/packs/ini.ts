// Settings by lines: sections hold their keys. The dialects differ in remarks, separators and continued lines; all of them are read.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { brief, counted, form, holder, leaf, type Line, linesOf } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import type { Span } from '../span.ts'

/** A section or a key, with the lines that belong to it. */
interface Statement extends Span {
  readonly section: boolean
  readonly name: string
  /** The first line as it is written. */
  readonly line: string
  /** Lines of its value below the first. */
  readonly more: readonly string[]
  /** The first line of the remark above it. */
  readonly remark: string
}

const SECTION = /^[ \t]*\[([^\]]{1,200})\][ \t]*(?:[#;].*)?$/
const KEY = /^[ \t]*((?:export[ \t]+)?[^\s=:#;![\]{}<>"'][^=:\n]{0,200}?)[ \t]*[=:]/
const REMARK = /^[ \t]*(?:[#;!]|\/\/)/

/** Cuts settings into sections and keys. */
export function scanIni(text: string): Parsed {
  const statements = statementsOf(linesOf(text))
  if (statements.length === 0) return scanLines(text)
  const tiles: Tile[] = []
  for (let i = 0; i < statements.length;) {
    const first = statements[i] as Statement
    let next = i + 1
    while (first.section && statements[next]?.section === false) next++
    tiles.push(first.section ? section(text, statements.slice(i, next)) : key(text, first))
    i = next
  }
  return { tiles }
}

function statementsOf(lines: readonly Line[]): Statement[] {
  const statements: Statement[] = []
  let remarks: Line[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line
    const title = SECTION.exec(line.text)?.[1]
    const name = title ?? (REMARK.test(line.text) ? undefined : KEY.exec(line.text)?.[1])
    if (name === undefined) remarks = REMARK.test(line.text) ? [...remarks.slice(0, 1), line] : []
    else {
      const from = i
      if (title === undefined) i = lastLine(lines, from)
      statements.push({ section: title !== undefined, name: name.trim(), line: line.text, more: lines.slice(from + 1, i + 1).map(({ text }) => text), remark: remarks[0]?.text.trim() ?? '', start: remarks[0]?.start ?? line.start, end: lines[i]?.end ?? line.end })
      remarks = []
    }
  }
  return statements
}

/** The index of the last line of a value. */
function lastLine(lines: readonly Line[], from: number): number {
  let last = from
  while (last + 1 < lines.length && continues(lines[last] as Line, lines[last + 1] as Line, lines[from] as Line)) last++
  return last
}

/** A value goes on after a backslash, or on lines that are indented further and look like no key. */
function continues(last: Line, next: Line, first: Line): boolean {
  if (/(?:^|[^\\])(?:\\\\){0,50}\\$/.test(last.text.slice(-100)) && !REMARK.test(last.text)) return true
  const indent = (line: Line): number => line.text.length - line.text.trimStart().length
  return next.text.trim() !== '' && indent(next) > indent(first) && !REMARK.test(next.text) && !SECTION.test(next.text) && !/^[ \t]*[\w.-]+[ \t]*=/.test(next.text)
}

const SHORT = 100
const SECRET = /pass(?:word|wd|phrase)?$|secret|token|api.?key|private.?key|credential/i

function section(text: string, [title, ...keys]: readonly Statement[]): Tile {
  const { name, line, remark, start, end } = title as Statement
  const place = { kind: 'entry', name, start, end: keys.at(-1)?.end ?? end } as const
  const shape = `${line.trim()}\n`
  const detail = remark === '' ? shape : `${brief(remark)}\n${shape}`
  if (keys.length === 0) return leaf(text, place, { detail, shape })
  return holder(place, { start: end, end: place.end, tiles: keys.map((one) => key(text, one)) }, { detail: form(detail), shape: form(shape) })
}

/** A short value stays at `detail`, unless its key says that it is secret. */
function key(text: string, { name, line, more, start, end }: Statement): Tile {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? ''
  const sign = KEY.exec(line)?.[0] ?? name
  const value = [line.slice(sign.length), ...more].map((part) => part.replace(/\\$/, '').trim()).filter((part) => part !== '').join(' ')
  const shown = SECRET.test(name) && value !== '' ? '…' : value.length <= SHORT ? value : more.length > 0 ? `[${counted(more.length + 1, 'line')}]` : brief(value, SHORT)
  const gap = /^[ \t]/.test(line.slice(sign.length)) || more.length > 0 ? ' ' : ''
  return leaf(text, { kind: 'entry', name, start, end }, { detail: `${sign}${gap}${shown}`.trimEnd() + '\n', shape: `${indent}${name}\n` })
}

/** INI files and their relatives. */
export default defineScanner({
  name: 'ini', title: 'INI', family: 'data',
  extensions: ['.ini', '.cfg', '.conf', '.cnf', '.properties', '.editorconfig', '.gitconfig', '.desktop', '.service', '.timer', '.socket', '.mount', '.inf', '.reg', '.prefs', '.pylintrc'],
  filenames: ['.editorconfig', '.gitconfig', '.gitmodules', '.npmrc', '.yarnrc', '.hgrc', '.flake8', '.pylintrc', '.coveragerc', '.pypirc', 'my.cnf', 'hgrc'],
  remark: ['; ', ''], scan: scanIni,
})
