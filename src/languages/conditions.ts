// Conditions on lines of their own, `#if … #else … #endif`, may stand around anything, which grammars do not follow. They are hidden from the
// grammar, and put around what they choose again when the tiles are known.
import type { Tile } from '../core/block.ts'
import { asLines, lineEnd } from './span.ts'
import type { Cut, Span } from './span.ts'

/** One line of a condition. */
interface Line extends Span {
  readonly word: 'if' | 'else' | 'end'
}

const LINE = /(?<=^\uFEFF?)[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elseif|else|endif)\b/gm

/** Conditions that nest deeper are hidden, but not looked into: hostile nesting must not cost more than its length. */
const DEEPEST = 20

function linesIn(text: string): Line[] {
  return [...text.matchAll(LINE)].map((match) => {
    const word = match[1] as string
    return { start: match.index, end: lineEnd(text, match.index), word: word === 'endif' ? 'end' : /^ifn?(?:def)?$/.test(word) ? 'if' : 'else' }
  })
}

/** Whether a condition begins or ends in a stretch. */
export const holdsCondition = (text: string, from: number, to: number): boolean => text.slice(from, to).search(LINE) >= 0

/** The text without its conditions, every character in its place. Of branches that are no whole definitions only the first is left; `ends` says how whole ones end. */
export function withoutConditions(text: string, ends: RegExp): string {
  const lines = linesIn(text)
  const hidden: Span[] = [...lines]
  for (const group of groupsOf(lines)) {
    const branches = group.slice(1).map((line, i) => ({ start: (group[i] as Line).end, end: line.start }))
    if (branches.length > 1 && !branches.every((branch) => isWhole(text.slice(branch.start, branch.end), ends))) hidden.push(...branches.slice(1))
  }
  return blanked(text, hidden)
}

/** The lines of conditions that do not both begin and end in a stretch, with the branches that are left without their beginning. */
export function unevenConditions(text: string, from: number, to: number): Cut[] {
  const cuts: Cut[] = []
  const open: Line[] = []
  let orphan: Line | undefined
  for (const { start, end, word } of holdsCondition(text, from, to) ? linesIn(text.slice(from, to)) : []) {
    const line = { start: from + start, end: from + end, word }
    if (word === 'if') open.push(line)
    else if (open.length === 0) {
      orphan ??= line
      if (word === 'end') {
        cuts.push({ start: orphan.start, end: line.end, with: '' })
        orphan = undefined
      }
    } else if (word === 'end') open.pop()
  }
  return [...cuts, ...open.map(({ start, end }) => ({ start, end, with: '' }))]
}

/** The lines that do not stand too deep. */
function shallow(lines: readonly Line[]): Line[] {
  let depth = 0
  return lines.filter(({ word }) => {
    if (word === 'if') depth++
    const within = depth <= DEEPEST
    if (word === 'end') depth = Math.max(0, depth - 1)
    return within
  })
}

/** The lines of each condition, from its `#if` to its `#endif`. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = []
  const open: Line[][] = []
  for (const line of shallow(lines)) {
    if (line.word === 'if') open.push([])
    open.at(-1)?.push(line)
    const closed = line.word === 'end' ? open.pop() : undefined
    if (closed !== undefined) groups.push(closed)
  }
  return groups
}

const NO_CODE = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$(?![^]))|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)'|^[ \t]*#[^\n]*/gm

/** Whether a branch closes what it opens and ends as it should. */
function isWhole(branch: string, ends: RegExp): boolean {
  const code = branch.replace(NO_CODE, '').trim()
  let depth = 0
  for (const bracket of code.match(/[()[\]{}]/g) ?? []) {
    depth += '([{'.includes(bracket) ? 1 : -1
    if (depth < 0) return false
  }
  return depth === 0 && (code === '' || ends.test(code))
}

function blanked(text: string, spans: readonly Span[]): string {
  let out = ''
  let at = 0
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const from = Math.max(start, at)
    if (end <= from) continue
    out += text.slice(at, from) + text.slice(from, end).replace(/[^\r\n]/g, ' ')
    at = end
  }
  return out + text.slice(at)
}

/** The tiles with the conditions that stand between them put around what they choose. */
export function withConditions(text: string, tiles: readonly Tile[]): readonly Tile[] {
  const lines = shallow(linesIn(text))
  return lines.length === 0 ? tiles : placed(text, tiles, lines)
}

interface Frame {
  /** The branches so far, or what stands outside of every condition. */
  readonly parts: { readonly line?: Line; readonly tiles: Tile[] }[]
}

function placed(text: string, tiles: readonly Tile[], lines: readonly Line[]): Tile[] {
  const frames: Frame[] = [{ parts: [{ tiles: [] }] }]
  let next = 0
  const pass = (until: number): void => {
    for (; next < lines.length && (lines[next] as Line).start < until; next++) meet(text, frames, lines[next] as Line)
  }
  for (const tile of tiles) {
    pass(tile.start)
    const from = next
    while (next < lines.length && (lines[next] as Line).start < tile.end) next++
    put(frames, [inside(text, tile, lines.slice(from, next))])
  }
  pass(Infinity)
  while (frames.length > 1) put(frames, loosened(frames.pop() as Frame))
  return loosened(frames[0] as Frame)
}

/** A tile with the conditions among the tiles that it holds. */
function inside(text: string, tile: Tile, lines: readonly Line[]): Tile {
  const { body } = tile
  if (body === undefined || lines.length === 0) return tile
  return { ...tile, body: { ...body, tiles: placed(text, body.tiles, lines.filter(({ start, end }) => start >= body.start && end <= body.end)) } }
}

function meet(text: string, frames: Frame[], line: Line): void {
  if (line.word === 'if') frames.push({ parts: [{ line, tiles: [] }] })
  else if (frames.length === 1) return
  else if (line.word === 'else') frames.at(-1)?.parts.push({ line, tiles: [] })
  else put(frames, closed(text, frames.pop() as Frame, line))
}

const put = (frames: readonly Frame[], tiles: readonly Tile[]): void => {
  for (const tile of tiles) frames.at(-1)?.parts.at(-1)?.tiles.push(tile)
}

const loosened = ({ parts }: Frame): Tile[] => parts.flatMap(({ tiles }) => tiles)

/** The branches of a condition as tiles; without anything to show it is not worth its lines. */
function closed(text: string, frame: Frame, last: Line): Tile[] {
  if (!loosened(frame).some(({ shape }) => shape.head !== '')) return loosened(frame)
  return frame.parts.map(({ line = last, tiles }, i) => {
    const next = frame.parts[i + 1]?.line
    const end = next?.start ?? last.end
    const form = { head: asLines(text.slice(line.start, line.end)), tail: next === undefined ? asLines(text.slice(last.start, last.end)) : '' }
    return { kind: 'module', name: '', start: line.start, end, body: { start: line.end, end: next?.start ?? last.start, tiles }, shape: form, detail: form }
  })
}
