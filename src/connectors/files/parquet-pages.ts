// Pages of a Parquet column, looked at before they are decoded. A page of a few bytes can claim a thousand million values, and the decoder would make them;
// what is refused here never reaches it.
import type { CompressionCodec, Compressors, DataReader, PageHeader, ParquetType } from 'hyparquet'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { BadFile } from './sheet.ts'
import { walkThrift } from './thrift.ts'

/** The most bytes of one page. Writers make pages of about 1 MB. */
const MOST_BYTES = 64 * 1024 * 1024

/** The most values of one page. */
const MOST_VALUES = 4_000_000

/** How a decoder may read more than was promised: writers fill up groups of eight. */
const SLACK = 512

/** What is known of a column before its pages. */
export interface Chunk {
  readonly type: ParquetType
  readonly codec: CompressionCodec
  readonly definition: number
  readonly repetition: number
}

const bomb = (what: string): BadFile => new BadFile(`has a page that cannot be trusted: ${what}`)

/** Decompressors that never give more than the page says, which is never more than is allowed. */
export async function boundedCompressors(): Promise<Compressors> {
  const { compressors, decompressZstd } = await import('hyparquet-compressors')
  const all: Compressors = {
    ...compressors,
    ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
    GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(1, length) }),
    BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
  }
  return Object.fromEntries(Object.entries(all).map(([codec, decompress]) => [codec, (input: Uint8Array, length: number) => decompress(input, allowed(length))])) as Compressors
}

function allowed(length: number): number {
  if (!(length >= 0 && length <= MOST_BYTES)) throw bomb(`it says that it holds ${length} bytes`)
  return length
}

/** Reads headers and runs of the pages up to a number of rows; throws a BadFile at the first that claims more than it can hold. */
export async function checkPages(bytes: Uint8Array, chunk: Chunk, rows: number): Promise<void> {
  const { parquetHeader } = await import('hyparquet/src/column.js')
  const { deltaBinaryUnpack: unpack } = await import('hyparquet/src/delta.js')
  const compressors = await boundedCompressors()
  let seen = 0
  for (let at = 0; at < bytes.length - 1 && (chunk.repetition > 0 || seen < rows);) {
    const body = walkThrift(bytes, at)
    const header = parquetHeader({ view: viewOf(bytes), offset: at })
    const page = bytes.subarray(body, body + header.compressed_page_size)
    checkSizes(header)
    const values = valuesIn(header)
    if (header.dictionary_page_header === undefined) checkData(page, header, { ...chunk, compressors, unpack })
    seen += header.dictionary_page_header === undefined ? values : 0
    at = body + header.compressed_page_size
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const valuesIn = ({ data_page_header: one, data_page_header_v2: two, dictionary_page_header: three }: PageHeader): number => (one ?? two ?? three)?.num_values ?? 0

function checkSizes(header: PageHeader): void {
  const values = valuesIn(header)
  if (!(header.compressed_page_size >= 0 && header.compressed_page_size <= MOST_BYTES)) throw bomb(`it says that it takes ${header.compressed_page_size} bytes`)
  allowed(header.uncompressed_page_size)
  if (!(values >= 0 && values <= MOST_VALUES)) throw bomb(`it says that it holds ${values} values`)
  if (header.dictionary_page_header !== undefined && values > header.uncompressed_page_size * 8) throw bomb(`it says that ${header.uncompressed_page_size} bytes hold ${values} values`)
}

type Unpack = (reader: DataReader, count: number, output: Int32Array) => void

type Opened = Chunk & { readonly compressors: Compressors; readonly unpack: Unpack }

function checkData(page: Uint8Array, header: PageHeader, chunk: Opened): void {
  const two = header.data_page_header_v2
  if (two !== undefined) return checkSecond(page, header, chunk)
  const one = header.data_page_header
  if (one === undefined) throw bomb('its kind is unknown')
  const bytes = inflated(page, header.uncompressed_page_size, chunk)
  let at = 0
  for (const most of [chunk.repetition, chunk.definition]) {
    if (most === 0) continue
    checkRuns(bytes, { from: at + 4, width: widthOf(most), count: one.num_values })
    at += 4 + viewOf(bytes).getUint32(at, true)
  }
  checkValues(bytes, { from: at, encoding: one.encoding, count: one.num_values, levels: chunk.definition > 0, type: chunk.type, unpack: chunk.unpack })
}

function checkSecond(page: Uint8Array, header: PageHeader, chunk: Opened): void {
  const two = header.data_page_header_v2 as NonNullable<PageHeader['data_page_header_v2']>
  const { repetition_levels_byte_length: repetition, definition_levels_byte_length: definition, num_values: count } = two
  if (!(repetition >= 0 && definition >= 0 && repetition + definition <= page.length)) throw bomb('its levels are longer than itself')
  if (chunk.repetition > 0) checkRuns(page, { from: 0, width: widthOf(chunk.repetition), count })
  if (chunk.definition > 0) checkRuns(page, { from: repetition, width: widthOf(chunk.definition), count })
  const rest = page.subarray(repetition + definition)
  const bytes = two.is_compressed === false ? rest : inflated(rest, header.uncompressed_page_size - repetition - definition, chunk)
  if (!(two.num_nulls >= 0 && two.num_nulls <= count)) throw bomb('it holds more nulls than values')
  checkValues(bytes, { from: 0, encoding: two.encoding, count: count - two.num_nulls, levels: false, type: chunk.type, unpack: chunk.unpack })
}

function inflated(page: Uint8Array, length: number, { codec, compressors }: Opened): Uint8Array {
  if (codec === 'UNCOMPRESSED' || length === 0) return page
  const decompress = compressors[codec]
  if (decompress === undefined) throw new BadFile(`is compressed with ${codec}, which cannot be read`)
  return decompress(page, length)
}

interface Values {
  readonly from: number
  readonly encoding: string
  readonly count: number
  /** Whether fewer values than this may be there, because nulls are not stored. */
  readonly levels: boolean
  readonly type: ParquetType
  readonly unpack: Unpack
}

function checkValues(bytes: Uint8Array, { from, encoding, count, levels, type, unpack }: Values): void {
  if (encoding === 'DELTA_BYTE_ARRAY') return checkPrefixes(bytes, from, { count, unpack })
  if (!encoding.endsWith('DICTIONARY') && encoding !== 'RLE') return
  const plain = encoding === 'RLE' && type === 'BOOLEAN'
  const width = plain ? 1 : (bytes[from] ?? 0)
  if (width > 32) throw bomb(`its numbers have ${width} bits`)
  if (width > 0) checkRuns(bytes, { from: from + (plain ? 4 : 1), width, count, short: levels })
}

interface Runs {
  readonly from: number
  readonly width: number
  readonly count: number
  /** Whether the runs may end before the count. */
  readonly short?: boolean
}

/** Runs of repeated or packed values must add up to the count that the header says. */
function checkRuns(bytes: Uint8Array, { from, width, count, short = false }: Runs): void {
  let at = from
  for (let seen = 0; seen < count;) {
    if (at >= bytes.length && short) return
    const { value, next } = varint(bytes, at)
    const packed = value % 2 === 1
    const run = packed ? (value - 1) * 4 : value / 2
    if (run > count - seen + SLACK) throw bomb(`a run repeats a value ${run} times where ${count} values are said to be`)
    at = next + (packed ? ((value - 1) / 2) * width : (width + 7) >> 3)
    seen += run
  }
}

function varint(bytes: Uint8Array, from: number): { value: number; next: number } {
  let value = 0
  for (let at = from; at < from + 5; at++) {
    const byte = bytes[at]
    if (byte === undefined) break
    value += (byte & 127) * 2 ** (7 * (at - from))
    if (byte < 128) return { value, next: at + 1 }
  }
  throw bomb('it ends in the middle of a value')
}

/** Texts that repeat the beginning of the one before grow without bytes of their own. */
function checkPrefixes(bytes: Uint8Array, from: number, { count, unpack }: { count: number; unpack: Unpack }): void {
  const reader = { view: viewOf(bytes), offset: from }
  let total = 0
  for (let i = 0; i < 2; i++) {
    const lengths = new Int32Array(Math.min(count, deltaCount(bytes, reader.offset)))
    unpack(reader, lengths.length, lengths)
    total += lengths.reduce((sum, one) => sum + one, 0)
  }
  if (!(total <= MOST_BYTES * 4)) throw bomb(`its texts add up to ${total} bytes`)
}

/** How many values a list of differences has: the third number in it. */
const deltaCount = (bytes: Uint8Array, from: number): number => varint(bytes, varint(bytes, varint(bytes, from).next).next).value

const widthOf = (most: number): number => 32 - Math.clz32(most)
