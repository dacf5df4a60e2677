// Text without a grammar: stretches of paragraphs, each with its first line, below one line that counts them all. Honest and coarse.
import type { Form, Tile } from '../core/block.ts'
import { once } from '../core/once.ts'
import type { Parsed } from '../core/ports.ts'
import { brief, counted, form, holder, leaf, type Line, linesOf } from './leaf.ts'
import type { Span } from './span.ts'
import { asLines } from './span.ts'

const LINES_PER_TILE = 40
const WIDEST = 120
/** Titles beyond this would be no overview. */
const MOST_TITLES = 12

/** Cuts any text into runs of paragraphs. */
export function scanLines(text: string): Parsed {
  const lines = linesOf(text)
  const runs = runsOf(lines).filter((run) => run.some(hasText))
  if (runs.length <= 1) return { tiles: runs.map((run) => single(text, run)) }
  return { tiles: [whole(text, { runs, count: lines.length })] }
}

/** The same for a script without definitions: what is shown of it stands in remarks, so that it is still valid. */
export function scanScript(text: string, remark: readonly [string, string]): Parsed {
  return { tiles: scanLines(text).tiles.map((tile) => remarked(text, tile, remark)) }
}

function remarked(text: string, tile: Tile, remark: readonly [string, string]): Tile {
  const source = asLines(text.slice(tile.start, tile.end))
  const inRemarks = ({ head, tail }: Form): Form => ({ head: inRemark(head, source, remark), tail })
  const detail = inRemarks(tile.detail)
  const shape = tile.body === undefined && tile.shape.head === tile.detail.head ? detail : inRemarks(tile.shape)
  if (tile.body === undefined) return { ...tile, detail, shape: shape.head.length > detail.head.length ? detail : shape }
  return { ...tile, detail, shape, body: { ...tile.body, tiles: tile.body.tiles.map((inner) => remarked(text, inner, remark)) } }
}

/** Every line as a remark, or the whole source where that is no longer. */
function inRemark(head: string, source: string, [before, after]: readonly [string, string]): string {
  if (head === '' || head === source) return head
  const lines = head.trimEnd().split('\n').map((line) => (line.trimStart().startsWith(before.trim()) ? line : `${before}${line.trim()}${after}`))
  const remarks = `${lines.join('\n')}\n`
  return remarks.length > source.length ? source : remarks
}

const hasText = (line: Line): boolean => line.text.trim() !== ''

/** A run ends at a title, at an empty line when it is long enough, or when it is too long. */
function runsOf(lines: readonly Line[]): Line[][] {
  const runs: Line[][] = []
  let run: Line[] = []
  lines.forEach((line, i) => {
    run.push(line)
    const pause = !hasText(line) && (run.length >= LINES_PER_TILE / 2 || isTitle(lines, i + 1))
    if (!pause && run.length < LINES_PER_TILE && i < lines.length - 1) return
    runs.push(run)
    run = []
  })
  return runs
}

const UNDERLINE = /^([=\-~*#])\1{2,}\s*$/
const NUMBERED = once(() => /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|chapter \w+:?|section \w+:?|part \w+:?) {1,3}\p{Lu}/iu)

/** A short line that stands out: underlined, numbered, or in capitals. */
function isTitle(lines: readonly Line[], at: number): boolean {
  const title = lines[at]?.text ?? ''
  if (title.length < 3 || title.length > 70 || /^\s|[.,;]$/.test(title)) return false
  return UNDERLINE.test(lines[at + 1]?.text ?? '') || (lines[at + 1]?.text.trim() === '' && (NUMBERED().test(title) || isCapital(title)))
}

const isCapital = (title: string): boolean => /^[^\p{Ll}]*\p{Lu}{3}[^\p{Ll}]*$/u.test(title)

const spanOf = (run: readonly Line[]): Span => ({ start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 })

const firstOf = (run: readonly Line[]): string => (run.find(hasText)?.text ?? '').slice(0, WIDEST)

const placeOf = (run: readonly Line[]): { kind: 'entry'; name: string } & Span => ({ kind: 'entry', name: firstOf(run).trim().slice(0, 40), ...spanOf(run) })

/** A short text: its first and its last line and how many there are; at `shape` the first one only. */
function single(text: string, run: readonly Line[]): Tile {
  const place = placeOf(run)
  const source = asLines(text.slice(place.start, place.end))
  const lines = source.split('\n').length - 1
  const first = firstOf(run).trimEnd()
  const last = (run.findLast(hasText)?.text ?? '').slice(0, WIDEST).trimEnd()
  const shape = `${first}\n[${counted(lines, 'line')}]\n`
  const detail = lines === 1 && source.length <= WIDEST ? source : lines > 3 ? `${shape}${last}\n` : shape
  return leaf(text, place, { detail, shape })
}

/** All runs below one line that counts them. */
function whole(text: string, { runs, count }: { runs: readonly (readonly Line[])[]; count: number }): Tile {
  const titled = runs.map((run) => isTitle(run, run.findIndex(hasText)))
  const few = titled.filter(Boolean).length <= MOST_TITLES
  const tiles = runs.map((run, i) => part(text, run, i > 0 && few && titled[i] === true))
  const span = { start: tiles[0]?.start ?? 0, end: tiles.at(-1)?.end ?? 0 }
  const size = `[${counted(count, 'line')}]\n`
  const opening = asLines(brief(firstOf(runs[0] ?? [])))
  return holder({ kind: 'entry', name: '', ...span }, { ...span, tiles }, { detail: form(size), shape: form(size + opening) })
}

/** A run inside a longer text: its first line and its length; at `shape` only a title. */
function part(text: string, run: readonly Line[], titled: boolean): Tile {
  const place = placeOf(run)
  const lines = text.slice(place.start, place.end).trimEnd().split('\n').length
  const first = firstOf(run).trimEnd()
  return leaf(text, place, { detail: lines === 1 ? `${first}\n` : `${first}  [${counted(lines, 'line')}]\n`, shape: titled ? `${first}\n` : '' })
}
