// YAML by indentation: keys three levels deep become entries. A line scanner keeps templates and unusual syntax readable where a grammar gives up.
import type { Form, Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { form } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import { asLines, lineEnd, lineStart } from '../span.ts'

interface Line {
  readonly indent: number
  readonly text: string
  readonly start: number
  readonly end: number
}

const DEEPEST = 3
const WIDEST = 400
const KEY = /^(?:- +)?(?:"([^"]*)" *|'([^']*)' *|([^\s#"'[\]{},&*!|>%@`-][^#:]*|[^\s#"'[\]{},&*!|>%@`][^\s#:]*)):(?=\s|$)/
const SCALAR_BLOCK = /(?:^|[:-] +|: )(?:[&!]\S+ +)*[|>][-+\d]*\s*(?:#.*)?$/

/** Cuts a YAML text into its entries. */
export function scanYaml(text: string): Parsed {
  const lines = significant(text)
  const tiles = entries(text, lines, { from: 0, to: lines.length, depth: 1, end: text.length })
  return tiles.length === 0 && text.trim() !== '' ? scanLines(text) : { tiles }
}

/** Lines that say something: block scalars, comments and empty lines belong to the line before them. */
function significant(text: string): Line[] {
  const lines: Line[] = []
  let scalar = -1
  for (let at = lineStart(text, Math.min(1, text.length)); at < text.length;) {
    const end = lineEnd(text, at)
    const source = text.slice(at, end)
    const content = source.trim()
    const indent = source.length - source.trimStart().length
    if (content !== '' && scalar >= 0 && indent <= scalar) scalar = -1
    if (content !== '' && scalar < 0 && !content.startsWith('#')) {
      // No key and no short value is longer than this; a longer line must not cost more than its length.
      lines.push({ indent, text: content.slice(0, WIDEST), start: at, end })
      if (SCALAR_BLOCK.test(content.slice(-WIDEST))) scalar = indent
    }
    at = end
  }
  return lines
}

interface Stretch {
  readonly from: number
  readonly to: number
  readonly depth: number
  /** Where the last entry ends. */
  readonly end: number
}

function entries(text: string, lines: readonly Line[], { from, to, depth, end }: Stretch): Tile[] {
  const tiles: Tile[] = []
  const indent = lines[from]?.indent ?? 0
  for (let i = from; i < to;) {
    let next = i + 1
    while (next < to && !begins(lines[next] as Line, indent, lines[i] as Line)) next++
    tiles.push(entry(text, lines.slice(i, next), { depth, end: next < to ? (lines[next] as Line).start : end }))
    i = next
  }
  return tiles
}

/** Whether a line begins an entry of its own; a list may stand at the indentation of its key. */
function begins(line: Line, indent: number, first: Line): boolean {
  if (/^(?:---|\.\.\.)/.test(line.text) && line.indent === 0) return true
  return line.indent <= indent && (line.text.startsWith('-') ? first.text.startsWith('-') || /^(?:---|\.\.\.)/.test(first.text) : true)
}

function entry(text: string, lines: readonly Line[], { depth, end }: { depth: number; end: number }): Tile {
  const first = lines[0] as Line
  const stop = lines.at(-1)?.end ?? first.end
  const name = nameOf(lines)
  const tile = { kind: name === '' ? 'doc' : 'entry', name, start: first.start, end: Math.max(stop, Math.min(end, lastContent(text, stop, end))) } as const
  const head = asLines(text.slice(first.start, first.end))
  if (lines.length > 1 && depth < DEEPEST && /:\s*(?:[&!]\S+\s*)*(?:#.*)?$/.test(first.text) && !first.text.startsWith('-') && KEY.test((lines[1] as Line).text) && !(lines[1] as Line).text.startsWith('-')) {
    const inner = { text, lines: lines.slice(1) }
    const tiles = entries(inner.text, inner.lines, { from: 0, to: inner.lines.length, depth: depth + 1, end: tile.end })
    return { ...tile, body: { start: first.end, end: tile.end, tiles }, shape: form(head), detail: form(head) }
  }
  return { ...tile, ...leaf(text, lines, { head, depth, end: tile.end }) }
}

/** Block scalars below the last line belong to it. */
function lastContent(text: string, from: number, end: number): number {
  return from + text.slice(from, end).trimEnd().length + (text.slice(from, end).trimEnd() === '' ? 0 : 1)
}

function nameOf(lines: readonly Line[]): string {
  const first = lines[0] as Line
  const titled = first.text.startsWith('-') ? lines.map((line) => /^(?:- +)?(?:name|id|title):\s*["']?([^"'#]+?)["']?\s*$/.exec(line.text)?.[1]).find((title) => title !== undefined) : undefined
  const key = KEY.exec(first.text)
  return titled ?? key?.[1] ?? key?.[2] ?? key?.[3]?.trim() ?? (first.text.startsWith('-') && !first.text.startsWith('---') ? first.text.slice(1).trim().slice(0, 40) : '')
}

const SHORT = 80
const MOST_LINES = 30

function leaf(text: string, lines: readonly Line[], { head, depth, end }: { head: string; depth: number; end: number }): { shape: Form; detail: Form } {
  const first = lines[0] as Line
  const shown = lines.slice(0, MOST_LINES).map((line) => asLines(' '.repeat(line.indent) + shortened(line.text))).join('')
  const hidden = lines.length > MOST_LINES ? `${' '.repeat(first.indent)}# ${lines.length - MOST_LINES} more lines\n` : ''
  const whole = asLines(text.slice(first.start, end))
  const detail = (shown + hidden).length <= whole.length ? shown + hidden : whole
  const shape = asLines(shapeLine(first, lines, { head, depth }))
  return { detail: form(detail), shape: form(shape.length <= detail.length ? shape : detail) }
}

/** A value that runs on is cut; the text of a block scalar is not among the lines. */
const shortened = (line: string): string => (line.length <= SHORT ? line : `${line.slice(0, SHORT).trimEnd()}…`)

function shapeLine(first: Line, lines: readonly Line[], { head, depth }: { head: string; depth: number }): string {
  const margin = ' '.repeat(first.indent)
  const key = KEY.exec(first.text)?.[0]
  // An item of a list is told from the others by its value.
  if (key === undefined || first.text.startsWith('-')) return margin + shortened(first.text)
  const items = lines.filter((line, index) => index > 0 && line.text.startsWith('-') && line.indent === lines[1]?.indent).length
  if (items > 0) return `${margin}${key} [${items}]`
  if (depth === 1 && lines.length === 1 && first.text.length <= SHORT / 2) return head
  const keys = innerKeys(lines)
  return margin + key + (keys.length === 0 ? '' : ` { ${keys.slice(0, MOST_KEYS).join(', ')}${keys.length > MOST_KEYS ? `, ${keys.length - MOST_KEYS} more` : ''} }`)
}

const MOST_KEYS = 20

/** The keys directly below a key that is not opened. */
function innerKeys([, ...lines]: readonly Line[]): string[] {
  const indent = lines[0]?.indent ?? 0
  return lines.filter((line) => line.indent === indent).flatMap(({ text }) => {
    const key = KEY.exec(text)
    return key === null ? [] : key[1] ?? key[2] ?? key[3]?.trim() ?? []
  })
}

/** YAML. */
export default defineScanner({ name: 'yaml', title: 'YAML', family: 'data', extensions: ['.yaml', '.yml'], remark: ['# ', ''], scan: scanYaml })
