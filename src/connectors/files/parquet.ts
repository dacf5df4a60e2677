// Parquet: the schema and the counts are in the footer, rows are read a row group at a time.
import type { AsyncBuffer, FileMetaData, ParquetParsers, ParquetScan, RowGroup, SchemaTree } from 'hyparquet'
import type { DataFile } from './bytes.ts'
import { isoFrom } from './cells.ts'
import { boundedCompressors, checkPages } from './parquet-pages.ts'
import { parquetType, perSecond } from './parquet-types.ts'
import { BadFile, columnNames, MOST_COLUMNS, tooWide, type Format, type Sheet, type SheetColumn, type Wanted } from './sheet.ts'
import { walkThrift } from './thrift.ts'

const MAGIC = 'PAR1'
const LONGEST_FOOTER = 32 * 1024 * 1024

/** The most bytes of a column that are held at once. */
const LONGEST_CHUNK = 128 * 1024 * 1024

/** Values that are decoded at once, over all columns. */
const MOST_VALUES = 2_000_000

/** Columnar files with their own schema. */
export const parquet: Format = { name: 'parquet', endings: ['parquet', 'pq'], open: async (file) => [await sheetOf(file)] }

async function sheetOf(file: DataFile): Promise<Sheet> {
  const metadata = await footerOf(file)
  const { parquetSchema } = await import('hyparquet')
  const tree = parquetSchema(metadata)
  const nodes = tree.children.slice(0, MOST_COLUMNS)
  const names = columnNames(nodes.map(({ element }) => element.name))
  return {
    columns: nodes.map((node, at) => columnOf(node, names[at] as string, metadata)), text: false, rows: countOf(metadata), notes: tooWide(tree.children.length), projects: true,
    read: (wanted) => read({ file, metadata, nodes }, wanted),
  }
}

async function footerOf(file: DataFile): Promise<FileMetaData> {
  const tail = await file.slice(Math.max(0, file.size - 8), file.size)
  const magic = Buffer.from(tail.subarray(4)).toString('latin1')
  if (magic === 'PARE') throw new BadFile('is encrypted')
  if (magic !== MAGIC) throw new BadFile('is no whole Parquet file: it does not end as one; it may not have been copied to its end')
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true)
  if (length > LONGEST_FOOTER || length + 12 > file.size) throw new BadFile(`is no whole Parquet file: its metadata is said to take ${length} bytes`)
  const footer = await file.slice(file.size - 8 - length, file.size)
  walkThrift(footer, 0)
  const { parquetMetadata } = await import('hyparquet')
  return parquetMetadata(footer)
}

/** Rows by the row groups, because those are read; a few writers leave the count of the file empty. */
function countOf({ row_groups }: FileMetaData): number {
  const counts = row_groups.map((group) => Number(group.num_rows))
  if (counts.some((count) => !Number.isSafeInteger(count) || count < 0)) throw new BadFile('is no whole Parquet file: its row counts do not make sense')
  return counts.reduce((sum, count) => sum + count, 0)
}

function columnOf(node: SchemaTree, name: string, metadata: FileMetaData): SheetColumn {
  const rate = node.children.length > 0 ? undefined : nullRateOf(node.element.name, metadata)
  return { name, type: parquetType(node), nn: node.element.repetition_type === 'REQUIRED', ...(rate === undefined ? {} : { nullRate: rate }) }
}

/** Nulls of all rows, where every row group counts them. */
function nullRateOf(name: string, metadata: FileMetaData): number | undefined {
  const rows = countOf(metadata)
  const counts = metadata.row_groups.map((group) => group.columns.find((column) => column.meta_data?.path_in_schema[0] === name)?.meta_data?.statistics?.null_count)
  if (rows === 0 || counts.some((count) => count === undefined)) return undefined
  return Number(counts.reduce<bigint>((sum, count) => sum + (count ?? 0n), 0n)) / rows
}

interface Opened {
  readonly file: DataFile
  readonly metadata: FileMetaData
  readonly nodes: readonly SchemaTree[]
}

async function* read({ file, metadata, nodes }: Opened, wanted: Wanted): AsyncIterable<unknown[][]> {
  const { parquetScan } = await import('hyparquet')
  const chosen = wanted.columns.map((at) => nodes[at] as SchemaTree)
  const names = [...new Set(chosen.map(({ element }) => element.name))]
  const scan = await parquetScan({ file: bufferOf(file), metadata, columns: names, compressors: await boundedCompressors(), parsers: PARSERS, utf8: false })
  const most = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, names.length)))
  let left = wanted.rows
  for (const { rowStart, rowEnd } of scan.ranges) {
    for (let from = rowStart; from < rowEnd && left > 0; from += most) {
      const to = Math.min(rowEnd, from + most, from + left)
      left -= to - from
      yield await rowsOf({ file, metadata, chosen, scan }, from, to)
    }
  }
}

const bufferOf = (file: DataFile): AsyncBuffer => ({
  byteLength: file.size,
  async slice(from, to = file.size) {
    if (!(from >= 0 && to >= from && to - from <= LONGEST_CHUNK)) throw new BadFile(`has a column of more than ${LONGEST_CHUNK / 1024 / 1024} MB in one row group`)
    const bytes = await file.slice(from, to)
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  },
})

interface Scanning {
  readonly file: DataFile
  readonly metadata: FileMetaData
  readonly chosen: readonly SchemaTree[]
  readonly scan: ParquetScan
}

async function rowsOf({ file, metadata, chosen, scan }: Scanning, from: number, to: number): Promise<unknown[][]> {
  const rows = Array.from({ length: to - from }, (): unknown[] => chosen.map(() => null))
  for (const [at, node] of chosen.entries()) {
    await checkColumn(file, metadata, { node, from, to })
    const convert = converterOf(node)
    const data = await scan.readColumn({ column: node.element.name, rowStart: from, rowEnd: to })
    rows.forEach((row, i) => { row[at] = convert(data[i]) })
  }
  return rows
}

/** Looks at the pages of a column in its row group up to a row. */
async function checkColumn(file: DataFile, metadata: FileMetaData, { node, from, to }: { node: SchemaTree; from: number; to: number }): Promise<void> {
  const { getMaxDefinitionLevel, getMaxRepetitionLevel, getSchemaPath } = await import('hyparquet/src/schema.js')
  const { group, start } = groupAt(metadata, from)
  for (const { meta_data: data } of group.columns.filter((column) => column.meta_data?.path_in_schema[0] === node.element.name)) {
    if (data === undefined) continue
    const begin = Math.min(...[data.dictionary_page_offset, data.data_page_offset].filter((one) => one !== undefined && one > 0n).map(Number))
    const path = getSchemaPath(metadata.schema, data.path_in_schema)
    const bytes = await bufferOf(file).slice(begin, begin + Number(data.total_compressed_size))
    await checkPages(new Uint8Array(bytes), { type: data.type, codec: data.codec, definition: getMaxDefinitionLevel(path), repetition: getMaxRepetitionLevel(path) }, to - start)
  }
}

function groupAt({ row_groups }: FileMetaData, row: number): { group: RowGroup; start: number } {
  let start = 0
  for (const group of row_groups) {
    if (row < start + Number(group.num_rows)) return { group, start }
    start += Number(group.num_rows)
  }
  throw new BadFile('is no whole Parquet file: it has fewer rows than it says')
}

/** Times as texts with all their digits; a date of JavaScript would cut them to milliseconds. */
const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (count: bigint) => isoFrom(BigInt(count), 1000n),
  timestampFromMicroseconds: (count: bigint) => isoFrom(BigInt(count), 1_000_000n),
  timestampFromNanoseconds: (count: bigint) => isoFrom(BigInt(count), 1_000_000_000n),
  dateFromDays: (days: number) => isoFrom(BigInt(days) * 86_400n, 1n)?.slice(0, -14) ?? null,
  jsonFromBytes: (bytes: Uint8Array) => Buffer.from(bytes).toString(),
}

/** What the library leaves to its caller: decimals without noise, times of day, bytes that are text. */
function converterOf({ element, children }: SchemaTree): (value: unknown) => unknown {
  const { logical_type: logical, converted_type: converted, scale = 0, type } = element
  if (children.length > 0) return (value) => value
  if (logical?.type === 'DECIMAL' || converted === 'DECIMAL') return (value) => (typeof value === 'number' && Math.abs(value) < 1e15 ? Number(value.toFixed(Math.min(scale, 20))) : value)
  if (logical?.type === 'TIME' || converted?.startsWith('TIME_')) return timeOfDay(logical?.type === 'TIME' ? perSecond(logical.unit) : converted === 'TIME_MICROS' ? 1_000_000n : 1000n)
  return type === 'BYTE_ARRAY' ? textOrBytes : (value) => value
}

const timeOfDay = (unit: bigint) => (value: unknown): unknown => (typeof value === 'number' || typeof value === 'bigint' ? isoFrom(BigInt(value), unit)?.slice(11, -1) : value)

const strict = new TextDecoder('utf-8', { fatal: true })

/** Old writers do not say which bytes are text. */
function textOrBytes(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  try {
    return strict.decode(value)
  } catch {
    return value
  }
}
