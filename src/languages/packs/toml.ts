// TOML by lines: tables hold their keys. Only strings and arrays that run over several lines need care.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { form, holder } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import { asLines, lineEnd, lineStart } from '../span.ts'

interface Statement {
  readonly table: boolean
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Cuts a TOML text into its tables and keys. */
export function scanToml(text: string): Parsed {
  const statements = statementsOf(text)
  const tiles: Tile[] = []
  for (let i = 0; i < statements.length;) {
    const first = statements[i] as Statement
    let next = i + 1
    if (first.table) while (next < statements.length && !(statements[next] as Statement).table) next++
    tiles.push(first.table ? tableTile(text, statements.slice(i, next)) : keyTile(text, first, 1))
    i = next
  }
  return tiles.length === 0 && text.trim() !== '' ? scanLines(text) : { tiles: gathered(tiles) }
}

/** This many tables of one array are counted at `shape`. */
const MANY = 3

/** Tables of the same array in a row become one tile that says how many there are and which keys they have. */
function gathered(tiles: readonly Tile[]): Tile[] {
  const out: Tile[] = []
  for (let i = 0; i < tiles.length;) {
    const first = tiles[i] as Tile
    let next = i + 1
    while (first.shape.head.startsWith('[[') && tiles[next]?.name === first.name && tiles[next]?.shape.head.startsWith('[[') === true) next++
    const run = tiles.slice(i, next)
    out.push(...(run.length >= MANY ? [array(run)] : run))
    i = next
  }
  return out
}

function array(run: readonly Tile[]): Tile {
  const [first, last] = [run[0] as Tile, run.at(-1) as Tile]
  const keys = new Map<string, number>()
  for (const table of run) for (const { name } of table.body?.tiles ?? []) keys.set(name, (keys.get(name) ?? 0) + 1)
  const listed = [...keys].slice(0, 40).map(([key, count]) => `${key}${count < run.length ? '?' : ''}`).join(', ')
  const span = { start: first.start, end: last.end }
  return holder({ kind: 'entry', name: '', ...span }, { ...span, tiles: run.map(hushed) }, { detail: form(''), shape: form(`${first.shape.head.trimEnd()} # ${run.length}${listed === '' ? '' : ` × ${listed}`}\n`) })
}

/** The same tile, not part of any shape. */
const hushed = (tile: Tile): Tile => ({ ...tile, shape: form(''), ...(tile.body === undefined ? {} : { body: { ...tile.body, tiles: tile.body.tiles.map(hushed) } }) })

/** No key is longer; a longer line must not cost more than its length. */
const WIDEST = 1000

const TABLE = /^[ \t]*\[{1,2}\s*([^\]]+?)\s*\]{1,2}/
const KEY = /^[ \t]*((?:"[^"\n]*"|'[^'\n]*'|[\w-]+)(?:\s*\.\s*(?:"[^"\n]*"|'[^'\n]*'|[\w-]+))*)\s*=/

function statementsOf(text: string): Statement[] {
  const statements: Statement[] = []
  for (let at = lineStart(text, Math.min(1, text.length)); at < text.length;) {
    const end = lineEnd(text, at)
    const line = text.slice(at, Math.min(end, at + WIDEST))
    const key = KEY.exec(line)
    const table = key === null ? TABLE.exec(line) : null
    const stop = key === null ? end : valueEnd(text, at + key[0].length)
    if (key !== null || table !== null) statements.push({ table: key === null, name: (key?.[1] ?? table?.[1] ?? '').replaceAll(/["']/g, ''), start: at, end: stop })
    at = stop
  }
  return statements
}

const VALUE_TOKEN = /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|[[\]{}\n]/g

/** A line like this stands in no value: a bracket before it was never closed. */
const NEXT_KEY = /^[\w.-]+[ \t]*=[ \t]*\S/

/** The end of the line on which a value ends. */
function valueEnd(text: string, from: number): number {
  VALUE_TOKEN.lastIndex = from
  let depth = 0
  for (let token = VALUE_TOKEN.exec(text); token !== null; token = VALUE_TOKEN.exec(text)) {
    if (token[0] === '[' || token[0] === '{') depth++
    else if (token[0] === ']' || token[0] === '}') depth--
    else if (token[0] === '\n' && (depth <= 0 || NEXT_KEY.test(text.slice(token.index + 1, token.index + 200)))) return token.index + 1
  }
  return text.length
}

function tableTile(text: string, [head, ...keys]: readonly Statement[]): Tile {
  const { name, start, end } = head as Statement
  const title = form(asLines(text.slice(start, end).replace(/\s*#[^"'\]]*$/, '')))
  if (keys.length === 0) return { kind: 'entry', name, start, end, shape: title, detail: title }
  const tiles = keys.map((key) => keyTile(text, key, 2))
  const stop = keys.at(-1)?.end ?? end
  return { kind: 'entry', name, start, end: stop, body: { start: end, end: stop, tiles }, shape: title, detail: title }
}

const SHORT = 120

/** Short values stay; at `shape` a key of a table stands alone. */
function keyTile(text: string, { name, start, end }: Statement, depth: number): Tile {
  const source = asLines(text.slice(start, end))
  const key = (KEY.exec(source)?.[0] ?? source).replace(/\s*=$/, '')
  const detail = source.length <= SHORT && source.indexOf('\n') === source.length - 1 ? source : `${key} = ${sketched(source)}\n`
  const shape = depth === 1 && detail.length <= SHORT / 2 ? detail : `${key}\n`
  const fitting = detail.length <= source.length ? detail : source
  return { kind: 'entry', name, start, end, shape: form(shape.length <= fitting.length ? shape : fitting), detail: form(fitting) }
}

const sketched = (source: string): string => {
  const opening = /=\s*(\[|\{|"""|'''|.)/.exec(source)?.[1] ?? ''
  return opening === '[' ? '[...]' : opening === '{' ? '{...}' : '"..."'
}

/** TOML. */
export default defineScanner({ name: 'toml', title: 'TOML', family: 'data', extensions: ['.toml'], remark: ['# ', ''], scan: scanToml })
