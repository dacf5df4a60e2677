// Tables in text: the names of the columns, what kind of values they hold, how many rows there are. Rows can be asked for in groups.
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { brief, counted, form, holder, leaf } from '../leaf.ts'
import { scanLines } from '../lines.ts'
import { rowTiles } from '../rows.ts'
import type { Span } from '../span.ts'
import { lineEnd, lineStart } from '../span.ts'

/** One record: its fields are kept only where they are looked at. */
interface Row extends Span {
  readonly fields: readonly string[]
}

interface Table {
  readonly names: readonly string[]
  /** Where the rows begin. */
  readonly start: number
  readonly rows: readonly Row[]
}

/** Rows that are looked at to tell what a column holds. */
const LOOKED_AT = 1000

/** Cuts a table into its header and groups of rows. */
export function scanTable(text: string, separators: readonly string[]): Parsed {
  const from = tableStart(text)
  const table = tableOf(rowsOf(text, from, separatorOf(text.slice(from, from + 10_000), separators)))
  if (table === undefined) return scanLines(text)
  const whole = { kind: 'entry', name: '', start: from, end: text.length } as const
  const columns = columnsOf(table)
  const size = counted(table.rows.length, 'row')
  const forms = { shape: `${columns.map(({ name }) => name).join(', ')} — ${size}\n`, detail: `${columns.map(({ name, type }) => `${name}: ${type}`).join(', ')} — ${size}\n` }
  const tiles = rowTiles(text, table.rows)
  if (tiles.length === 0 || forms.detail.length + (tiles[0]?.detail.head.length ?? 0) > text.length - from) return { tiles: [leaf(text, whole, forms)] }
  return { tiles: [holder(whole, { start: table.start, end: text.length, tiles }, { shape: form(forms.shape), detail: form(forms.detail) })] }
}

/** Behind the byte order mark and remarks. */
function tableStart(text: string): number {
  let at = lineStart(text, Math.min(1, text.length))
  while (text[at] === '#' || text[at] === '\n' || text[at] === '\r') at = lineEnd(text, at)
  return at
}

/** The separator that stands most often in the first line outside quotes. */
function separatorOf(head: string, separators: readonly string[]): string {
  const line = head.replaceAll(/"[^"]*"/g, '').split('\n')[0] ?? ''
  const counts = separators.map((separator) => line.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

function rowsOf(text: string, from: number, separator: string): Row[] {
  const rows: Row[] = []
  const ends = separator === '\t' ? /[\t\n]/g : separator === ';' ? /[;\n]/g : separator === '|' ? /[|\n]/g : /[,\n]/g
  let fields: string[] = []
  for (let start = from, at = from; at < text.length;) {
    const end = fieldEnd(text, at, ends)
    if (rows.length <= LOOKED_AT) fields.push(unquoted(text.slice(at, end)))
    const closes = end >= text.length || text[end] === '\n'
    at = Math.min(end + 1, text.length)
    if (!closes) continue
    if (text.slice(start, Math.min(end, start + 100)).trim() !== '') rows.push({ start, end: at, fields })
    fields = []
    start = at
  }
  return rows
}

/** Where a field ends; a quote at its beginning hides what would end it. */
function fieldEnd(text: string, from: number, ends: RegExp): number {
  let at = from
  if (text[from] === '"') {
    let close = text.indexOf('"', from + 1)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    at = close < 0 ? from : close + 1
  }
  ends.lastIndex = at
  return ends.exec(text)?.index ?? text.length
}

const unquoted = (field: string): string => field.trim().replace(/^"|"$/g, '').replaceAll('""', '"')

/** The first record is the header when every field of it could be a name. */
function tableOf(rows: readonly Row[]): Table | undefined {
  const [first, ...rest] = rows
  if (first === undefined) return undefined
  const titled = first.fields.every((field) => field.length <= 100 && (typeOf(field) === 'text' || field === '')) && first.fields.some((field) => field !== '')
  if (first.fields.length < 2 && !titled) return undefined
  if (titled) return { names: first.fields.map((field, i) => brief(field) || `column ${i + 1}`), start: first.end, rows: rest }
  return { names: first.fields.map((_, i) => `column ${i + 1}`), start: first.start, rows }
}

const INTEGER = /^[-+]?\d{1,30}$/
const DECIMAL = /^[-+]?(?:\d{1,3}(?:[ ,]\d{3}){1,9}|\d{0,30})(?:[.,]\d{1,30})?(?:e[-+]?\d{1,4})?%?$/i
const DATE = /^\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[-+]\d{2}:?\d{2})?)?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/

function typeOf(field: string): string {
  if (INTEGER.test(field)) return 'int'
  if (/\d/.test(field) && DECIMAL.test(field)) return 'number'
  if (DATE.test(field)) return 'date'
  return /^(?:true|false|yes|no)$/i.test(field) ? 'bool' : 'text'
}

const MOST_COLUMNS = 200

function columnsOf({ names, rows }: Table): { name: string; type: string }[] {
  const looked = rows.slice(0, LOOKED_AT)
  const columns = names.slice(0, MOST_COLUMNS).map((name, i) => ({ name, type: columnType(looked.map(({ fields }) => fields[i] ?? '')) }))
  return names.length > MOST_COLUMNS ? [...columns, { name: `${names.length - MOST_COLUMNS} more`, type: 'columns' }] : columns
}

/** One word for all values of a column; a question mark when some are empty. */
function columnType(values: readonly string[]): string {
  const types = new Set(values.filter((value) => value !== '').map((value) => typeOf(value.slice(0, 60))))
  if (types.has('number')) types.delete('int')
  const [only = 'empty'] = types
  return `${types.size > 1 ? 'mixed' : only}${types.size > 0 && values.includes('') ? '?' : ''}`
}

/** Comma-separated values, and values separated by tabs. */
export default [
  defineScanner({ name: 'csv', title: 'CSV', family: 'data', extensions: ['.csv'], remark: ['# ', ''], scan: (text) => scanTable(text, [',', ';', '\t', '|']) }),
  defineScanner({ name: 'tsv', title: 'TSV', family: 'data', extensions: ['.tsv', '.tab'], remark: ['# ', ''], scan: (text) => scanTable(text, ['\t']) }),
]
