// Style sheets by their braces: CSS, SCSS and LESS differ only in a few words. Selectors, at-rules, custom properties, variables and mixins stay; declarations go.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { firstDocLine } from '../doc.ts'
import type { Scanner } from '../language.ts'
import { defineScanner } from '../language.ts'
import { brief, form, holder, leaf, neverEmpty, type Place } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import { quoted } from '../modules/quoted.ts'
import type { Span } from '../span.ts'
import { fromLineStart, hasBlankLine, isBlank, toLineEnd } from '../span.ts'

/** One statement: what stands before its brace or semicolon, and what its braces hold. */
interface Piece {
  readonly start: number
  /** The remark directly above. */
  readonly doc: Span | undefined
  readonly head: string
  /** Where the opening brace stands; absent for a statement without braces. */
  readonly open?: number
  close: number
  end: number
  readonly inside: Piece[]
}

interface Reading {
  readonly text: string
  readonly roots: Piece[]
  readonly open: Piece[]
  from: number
  doc: Span | undefined
  round: number
  /** Braces of interpolations that are open: `#{`. */
  inner: number
}

/** Deeper rules are part of those around them. */
const DEEPEST = 40

/** Stands for each of them. */
const NOTHING: Piece = { start: 0, doc: undefined, head: '', close: 0, end: 0, inside: [] }

// What is opened and never closed is one token, so that no character is looked at twice.
const CSS = /\/\*(?:[^]*?\*\/|[^]*)|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|url\([^)"'\n]*\)?|\\[^]|[{}();]/g
const MORE = /\/\*(?:[^]*?\*\/|[^]*)|\/\/[^\n]*|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|url\([^)"'\n]*\)?|\\[^]|[#@]\{|[{}();]/g

function piecesOf(text: string, tokens: RegExp): Piece[] {
  const reading: Reading = { text, roots: [], open: [], from: text.charCodeAt(0) === 0xfeff ? 1 : 0, doc: undefined, round: 0, inner: 0 }
  for (const { 0: token, index } of text.matchAll(tokens)) take(reading, token, index)
  ended(reading, text.length, text.length)
  while (reading.open.length > 0) closed(reading, text.length, text.length)
  return reading.roots
}

function take(reading: Reading, token: string, at: number): void {
  if (token.startsWith('/')) remark(reading, { start: at, end: at + token.length })
  else if (token === '#{' || token === '@{') reading.inner++
  else if (token === '}' && reading.inner > 0) reading.inner--
  else if (token === '(') reading.round++
  else if (token === ')') reading.round = Math.max(0, reading.round - 1)
  else if (token === ';' && reading.round === 0) ended(reading, at, at + 1)
  else if (token === '{') opened(reading, at)
  else if (token === '}') {
    ended(reading, at, at)
    closed(reading, at, at + 1)
  }
}

/** A remark before the first word of a statement may document it. */
function remark(reading: Reading, span: Span): void {
  if (!isBlank(reading.text, reading.from, span.start)) return
  const { text, doc } = reading
  const goesOn = doc !== undefined && text.startsWith('//', span.start) && text.startsWith('//', doc.start) && !hasBlankLine(text, doc.end, span.start)
  // What stands behind a statement on its line says something about that one.
  const trails = fromLineStart(text, span.start) === span.start && span.start > 0 && text[span.start - 1] !== '\n'
  reading.doc = goesOn ? { start: doc.start, end: span.end } : trails ? undefined : span
  reading.from = span.end
}

function begun({ text, from, doc }: Reading, at: number): { start: number; doc: Span | undefined; head: string } {
  let start = from
  while (start < at && isBlank(text, start, start + 1)) start++
  const head = text.slice(start, at).replace(/\/\*[^]*?\*\/|(?<=\s)\/\/[^\n]*/g, ' ').replace(/\s+/g, ' ').trim()
  return { start, doc: doc !== undefined && !hasBlankLine(text, doc.end, start) ? doc : undefined, head }
}

function place(reading: Reading, piece: Piece): void {
  const parent = reading.open.at(-1)
  if (parent === undefined) reading.roots.push(piece)
  else if (reading.open.length < DEEPEST) parent.inside.push(piece)
  reading.doc = undefined
  reading.round = 0
  reading.inner = 0
}

function ended(reading: Reading, at: number, end: number): void {
  const piece = reading.open.length < DEEPEST ? begun(reading, at) : NOTHING
  if (piece.head !== '') place(reading, { ...piece, close: at, end, inside: [] })
  reading.doc = undefined
  reading.from = end
}

function opened(reading: Reading, at: number): void {
  // What is too deep to be shown is only counted.
  const piece: Piece = reading.open.length < DEEPEST ? { ...begun(reading, at), open: at, close: at, end: at, inside: [] } : NOTHING
  place(reading, piece)
  reading.open.push(piece)
  reading.from = at + 1
}

function closed(reading: Reading, at: number, end: number): void {
  const piece = reading.open.pop()
  reading.from = end
  if (piece === undefined) return
  piece.close = at
  piece.end = end
}

type Level = 'detail' | 'shape'

/** What a statement is: how it is shown without braces, or whether its braces are opened. */
interface Verdict extends Pick<Place, 'kind' | 'name'> {
  readonly opens?: true
  readonly write?: (level: Level) => string
}

const IMPORT = /^@(?:import|use|forward|charset|namespace|plugin|reference|tailwind|config|source)\b/i
const VARIABLE = /^(--[^\s:]+|\$[\w-]+|@[\w-]+)\s*:/
const SOLID = /^@(?:-\w+-)?(?:keyframes|font-face|font-feature-values|page|property|counter-style|mixin|function|position-try|font-palette-values)\b/i
const MIXIN = /^[.#][\w-]+\s*\(.*\)(?:\s+when\b.*)?$/

function judged({ head, open }: Piece, depth: number): Verdict | undefined {
  const variable = VARIABLE.exec(head)
  if (open !== undefined) return variable === null ? group(head) : { kind: 'function', name: variable[1] ?? '' }
  if (variable !== null) return depth > 0 && !head.startsWith('--') ? undefined : { kind: depth > 0 ? 'field' : 'constant', name: variable[1] ?? '', write: (level) => valued(head, variable, level) }
  if (depth > 0 && !head.startsWith('@layer')) return undefined
  if (IMPORT.test(head)) return { kind: 'import', name: '', write: () => `${head};` }
  const names = /^@(?:layer|custom-media|custom-selector)\b/.test(head)
  return { kind: 'entry', name: brief(head, 60), write: (level) => (level === 'shape' && !names ? '' : `${brief(head, 120)};`) }
}

function group(head: string): Verdict | undefined {
  if (head.endsWith(':')) return undefined
  const routine = /^@(?:mixin|function)\s+([\w-]+)/i.exec(head)?.[1] ?? (MIXIN.test(head) ? head.replace(/\s*\(.*$/, '') : undefined)
  if (routine !== undefined) return { kind: 'function', name: routine }
  if (SOLID.test(head)) return { kind: 'entry', name: brief(head, 80) }
  return { kind: head.startsWith('@') ? 'module' : 'class', name: brief(head, 80), opens: true }
}

const LONGEST = { detail: 100, shape: 40 }

/** A custom property may be empty; a variable may not, so a short value stays. */
function valued(head: string, [sign = '', name = '']: RegExpExecArray, level: Level): string {
  const value = head.slice(sign.length).trim()
  if (name.startsWith('--')) return level === 'shape' ? `${name}:;` : `${name}: ${brief(value, LONGEST.detail)};`
  return `${name}: ${value.length <= LONGEST[level] ? value : value.startsWith('(') ? '()' : '""'};`
}

/** A statement on one line. */
function inline(piece: Piece, level: Level, depth: number): string {
  const verdict = judged(piece, depth)
  if (verdict === undefined) return ''
  if (verdict.write !== undefined) return verdict.write(level)
  const inside = verdict.opens === true ? piece.inside.map((inner) => inline(inner, level, depth + 1)).filter((line) => line !== '').join(' ') : ''
  return inside === '' ? `${piece.head} {}` : `${piece.head} { ${inside} }`
}

function tilesOf(text: string, pieces: readonly Piece[], { depth, indent }: { depth: number; indent: string }): Tile[] {
  const tiles: Tile[] = []
  let floor = 0
  for (const piece of pieces) {
    const verdict = judged(piece, depth)
    if (verdict === undefined) continue
    const tile = tileOf(text, piece, { verdict, depth, indent, floor })
    const last = tiles.at(-1)
    if (tile.kind === 'import' && last?.kind === 'import' && isBlank(text, last.end, tile.start)) tiles[tiles.length - 1] = together(text, last, tile)
    else tiles.push(tile)
    floor = tile.end
  }
  return tiles
}

/** Neighbours as one; where they share a line, each on its own would be longer than the source. */
function together(text: string, last: Tile, tile: Tile): Tile {
  const head = last.detail.head + tile.detail.head
  return leaf(text, { ...last, end: tile.end }, { detail: head, shape: head })
}

interface Setting {
  readonly verdict: Verdict
  readonly depth: number
  readonly indent: string
  readonly floor: number
}

function tileOf(text: string, piece: Piece, { verdict: { kind, name, opens }, depth, indent, floor }: Setting): Tile {
  const start = Math.max(floor, fromLineStart(text, piece.doc?.start ?? piece.start))
  const where: Place = { kind, name, start, end: toLineEnd(text, piece.end) }
  const margin = fromLineStart(text, piece.start) < piece.start || text[piece.start - 1] === '\n' ? indent : ''
  const doc = docOf(text, piece, margin)
  const inside = opens === true && piece.open !== undefined && text.slice(piece.open, piece.close).includes('\n') ? framed(text, piece, { depth, indent }) : undefined
  if (inside === undefined || inside.tiles.length === 0) return leaf(text, where, { detail: written(doc + margin, inline(piece, 'detail', depth)), shape: written(margin, inline(piece, 'shape', depth)) })
  const [head, tail] = [`${margin}${piece.head} {\n`, piece.end > piece.close ? `${margin}}\n` : '']
  return holder(where, inside, { detail: form(doc + head, tail), shape: form(head, tail) })
}

const written = (before: string, line: string): string => (line === '' ? '' : `${before}${line}\n`)

function framed(text: string, piece: Piece, { depth, indent }: { depth: number; indent: string }): NonNullable<Tile['body']> {
  const start = toLineEnd(text, (piece.open ?? piece.start) + 1)
  const end = Math.max(start, fromLineStart(text, piece.close))
  const tiles = tilesOf(text, piece.inside, { depth: depth + 1, indent: `${indent}  ` })
  return { start, end, tiles: tiles.filter((tile) => tile.start >= start && tile.end <= end) }
}

function docOf(text: string, { doc }: Piece, margin: string): string {
  const line = doc === undefined ? '' : firstDocLine(text.slice(doc.start, doc.end))
  return line === '' || /copyright|licen[cs]e/i.test(line) ? '' : `${margin}${line}\n`
}

const scanWith = (tokens: RegExp) => (text: string): Parsed => {
  const tiles = tilesOf(text, piecesOf(text, tokens), { depth: 0, indent: '' })
  return tiles.length === 0 && text.trim() !== '' ? scanLines(text) : { tiles: neverEmpty(tiles) }
}

/** `_buttons.scss` is asked for as `buttons`. */
const partial = (module: string): string => module.replace(/^~|\?.*$/g, '')

const sheet = (name: string, title: string, more: Pick<Scanner, 'scan' | 'remark'> & { endings: readonly string[] }): Scanner => {
  const { endings, ...rest } = more
  const ways = quoted({ form: /@(?:import|use|forward|reference|plugin)\s+(?:\([^)]*\)\s*)?(?:url\(\s*)?["']?(?<module>[^"'\s);]+)["']?(?:\s+as\s+(?<as>[\w*-]+))?/g, endings, path: partial })
  return defineScanner({ name, title, family: 'data', extensions: [`.${name}`], ...rest, imports: ways.imports, resolve: (wanted, from, files) => {
    const found = ways.resolve(wanted, from, files)
    return found.length > 0 ? found : ways.resolve({ ...wanted, module: wanted.module.replace(/([^/]+)$/, '_$1') }, from, files)
  } })
}

/** CSS, SCSS and LESS. */
export default [
  { ...sheet('css', 'CSS', { remark: ['/* ', ' */'], scan: scanWith(CSS), endings: ['.css'] }), extensions: ['.css', '.pcss', '.postcss'] },
  sheet('scss', 'SCSS', { remark: ['// ', ''], scan: scanWith(MORE), endings: ['.scss', '.css', '/_index.scss', '/index.scss'] }),
  sheet('less', 'LESS', { remark: ['// ', ''], scan: scanWith(MORE), endings: ['.less', '.css'] }),
]
