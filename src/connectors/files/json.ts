// JSON files: a list of rows, an object with lists inside (GeoJSON among them), or lines of JSON.
import type { DataFile } from './bytes.ts'
import { Elements } from './elements.ts'
import { parseJson } from './json-text.ts'
import { BadFile, columnNames, MOST_COLUMNS, type Format, type Sheet, type SheetOptions, type Wanted } from './sheet.ts'
import { headOf, linesOf, LONGEST_ROW, textNotes, textOf, type TextWatch } from './text.ts'

/** Up to so many bytes a file is parsed at once; a larger one is read element by element. */
const WHOLE = 32 * 1024 * 1024

/** Rows whose members become columns. */
const LOOKED_AT = 1000

type Rows = () => AsyncIterable<readonly unknown[]>

/** A list, an object with lists inside, or a single object. */
export const json: Format = {
  name: 'json', endings: ['json', 'geojson'],
  async open(file, options) {
    if (file.size === 0) throw new BadFile('is empty')
    const lists = file.size <= WHOLE ? await wholeLists(file) : [await streamed(file)]
    return Promise.all(lists.map((list) => sheetOf(list, options)))
  },
}

/** One value of JSON a line. */
export const jsonl: Format = {
  name: 'jsonl', endings: ['jsonl', 'ndjson'],
  async open(file, options) {
    if (file.size === 0) throw new BadFile('is empty')
    const notes: string[] = []
    return [await sheetOf({ rows: () => lineValues(file, notes), notes, lines: () => countLines(file) }, options)]
  },
}

/** Lines that are not empty, by their bytes. */
async function countLines(file: DataFile): Promise<number> {
  let lines = 0
  let filled = false
  for await (const chunk of file.chunks()) {
    for (const byte of chunk) {
      if (byte > 32) filled = true
      else if (byte === 10 && filled) {
        lines++
        filled = false
      }
    }
  }
  return lines + (filled ? 1 : 0)
}

interface List {
  readonly member?: string
  readonly rows: Rows
  readonly count?: number
  readonly lines?: () => Promise<number>
  readonly notes: string[]
}

async function sheetOf(list: List, { known }: SheetOptions): Promise<Sheet> {
  const met = await keysOf(list.rows)
  const cleaned = columnNames(met)
  const names = known ?? cleaned
  // A name that can be shown may differ from the one in the file.
  const keys = names.map((name) => met[cleaned.indexOf(name)] ?? name)
  const { member, count, lines } = list
  return {
    columns: names.map((name) => ({ name })), text: false, notes: list.notes, projects: false,
    ...(member === undefined ? {} : { member }), ...(count === undefined ? {} : { rows: count }), ...(lines === undefined ? {} : { count: lines }),
    read: (wanted) => cellsOf(list.rows, keys, wanted),
  }
}

async function* cellsOf(rows: Rows, keys: readonly string[], { columns }: Wanted): AsyncIterable<unknown[][]> {
  for await (const batch of rows()) yield batch.map((raw) => cells(membersOf(raw), keys, columns))
}

const cells = (row: Readonly<Record<string, unknown>>, keys: readonly string[], columns: readonly number[]): unknown[] =>
  columns.map((at) => {
    const key = keys[at] as string
    return Object.hasOwn(row, key) ? row[key] : null
  })

/** Names of members in the order in which they are met. */
async function keysOf(rows: Rows): Promise<string[]> {
  const keys = new Set<string>()
  let seen = 0
  for await (const batch of rows()) {
    for (const raw of batch.slice(0, LOOKED_AT - seen)) for (const key of Object.keys(membersOf(raw))) if (keys.size <= MOST_COLUMNS) keys.add(key)
    seen += batch.length
    if (seen >= LOOKED_AT) break
  }
  return [...keys].slice(0, MOST_COLUMNS)
}

/** An element as a row: the members of an object, the places of a list, or one value. The properties of a GeoJSON feature are columns beside its geometry. */
function membersOf(raw: unknown): Readonly<Record<string, unknown>> {
  if (Array.isArray(raw)) return Object.fromEntries(raw.slice(0, MOST_COLUMNS).map((one, at) => [`c${at + 1}`, one]))
  if (raw === null || typeof raw !== 'object') return { value: raw }
  const { type, properties, geometry, ...rest } = raw as Record<string, unknown>
  if (type !== 'Feature' || geometry === undefined || typeof properties !== 'object') return raw as Record<string, unknown>
  return { ...rest, ...properties, geometry }
}

async function wholeLists(file: DataFile): Promise<List[]> {
  const watch: TextWatch = { broken: false }
  const parts: string[] = []
  for await (const part of textOf(file, watch)) parts.push(part)
  const value = parsed(parts.join(''))
  const notes = textNotes(watch)
  const list = (rows: readonly unknown[], member?: string): List => ({ rows: () => once(rows), count: rows.length, notes, ...(member === undefined ? {} : { member }) })
  if (Array.isArray(value)) return [list(value)]
  const inside = listsIn(value)
  if (inside.length === 0) return [list([value])]
  return inside.map(([member, rows]) => (inside.length === 1 ? list(rows) : list(rows, member)))
}

/** Several lists are told apart by their names; more than these are no tables. */
const MOST_LISTS = 20

function listsIn(value: unknown): [string, readonly unknown[]][] {
  if (value === null || typeof value !== 'object') return []
  const lists = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && isRows(entry[1]))
  return lists.length > MOST_LISTS ? [] : lists
}

/** Lists of objects are rows; lists of numbers or points are values. */
const isRows = (list: readonly unknown[]): boolean => list.length > 0 && list.slice(0, 10).every((one) => one !== null && typeof one === 'object' && !Array.isArray(one))

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new BadFile(`is no valid JSON: ${String((error as Error).message).replace(/[\p{Cc}]+/gu, ' ').slice(0, 80)}`)
  }
}

/** Rows that become cells at once: each may have as many columns as all of them have together. */
const BATCH = 200

async function* once(rows: readonly unknown[]): AsyncIterable<readonly unknown[]> {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH)
}

async function streamed(file: DataFile): Promise<List> {
  const { text } = await headOf(file, 64 * 1024)
  if (!/^\s*[[{]/.test(text)) throw new BadFile('holds neither a list nor an object')
  const notes: string[] = []
  return { rows: () => elementsOf(file, notes), notes }
}

async function* elementsOf(file: DataFile, notes: string[]): AsyncIterable<readonly unknown[]> {
  const elements = new Elements()
  const watch = { broken: false, wrong: 0, long: 0 }
  try {
    for await (const part of textOf(file, watch)) {
      yield valuesOf(elements.feed(part), watch)
      if (elements.ended) break
    }
  } finally {
    note(notes, { ...watch, long: elements.long, what: 'elements' })
  }
}

async function* lineValues(file: DataFile, notes: string[]): AsyncIterable<readonly unknown[]> {
  const watch = { broken: false, wrong: 0, long: 0 }
  try {
    for await (const lines of linesOf(file, watch)) yield valuesOf(lines.filter((line) => line.trim() !== ''), watch)
  } finally {
    note(notes, { ...watch, what: 'lines' })
  }
}

function valuesOf(texts: readonly string[], watch: { wrong: number }): unknown[] {
  const values: unknown[] = []
  for (const text of texts) {
    try {
      values.push(parseJson(text))
    } catch {
      watch.wrong++
    }
  }
  return values
}

function note(notes: string[], { broken, wrong, long, what }: { broken: boolean; wrong: number; long: number; what: string }): void {
  const found = [
    ...textNotes({ broken }),
    ...(wrong > 0 ? [`has ${wrong} ${what} that are no valid JSON and were left out`] : []),
    ...(long > 0 ? [`has ${long} ${what} of more than ${LONGEST_ROW / 1024 / 1024} MB that were left out`] : []),
  ]
  for (const one of found) if (!notes.includes(one)) notes.push(one)
}
