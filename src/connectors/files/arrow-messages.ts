// Messages of an Arrow file or stream: a schema, dictionaries, batches of rows. They are walked by their headers, so a large file is not read to be known.
import type { DataFile } from './bytes.ts'
import { Flat } from './flat.ts'
import { lz4Frame } from './lz4.ts'
import { BadFile } from './sheet.ts'

const LONGEST_HEADER = 16 * 1024 * 1024
const LONGEST_BODY = 256 * 1024 * 1024
const MOST_MESSAGES = 200_000
const MOST_FIELDS = 50_000

/** The most values of one batch of a column. */
const MOST_LENGTH = 50_000_000

const KINDS = ['none', 'schema', 'dictionary', 'batch'] as const

/** Where a message is, and what its header says. */
export interface Message {
  readonly kind: 'schema' | 'dictionary' | 'batch'
  readonly header: Uint8Array
  /** Where its body begins in the file. */
  readonly body: number
  readonly bodyBytes: number
  readonly rows: number
}

/** All messages of a file, and whether it ends before it should. */
export async function messagesOf(file: DataFile): Promise<{ messages: Message[]; cut: boolean }> {
  const messages: Message[] = []
  let at = await beginning(file)
  while (messages.length < MOST_MESSAGES) {
    const found = await messageAt(file, at)
    if (found === 'end') return { messages, cut: false }
    if (found === 'cut') return { messages, cut: true }
    messages.push(found)
    at = found.body + found.bodyBytes
  }
  throw new BadFile(`has more than ${MOST_MESSAGES} batches`)
}

/** A file begins with its name and two empty bytes; a stream begins with its first message. */
async function beginning(file: DataFile): Promise<number> {
  const head = Buffer.from(await file.slice(0, 8)).toString('latin1')
  if (head.startsWith('FEA1')) throw new BadFile('is Feather version 1, which only old programs write. Write it again as version 2')
  return head.startsWith('ARROW1') ? 8 : 0
}

async function messageAt(file: DataFile, from: number): Promise<Message | 'end' | 'cut'> {
  if (from >= file.size) return 'end'
  const head = await file.slice(from, from + 8)
  if (head.length < 8) return head.every((byte) => byte === 0) ? 'end' : 'cut'
  const view = new DataView(head.buffer, head.byteOffset)
  const marked = view.getInt32(0, true) === -1
  const length = view.getInt32(marked ? 4 : 0, true)
  if (length === 0) return 'end'
  if (length < 0 || length > LONGEST_HEADER) throw new BadFile(`is no Arrow file: a header in it is said to take ${length} bytes`)
  const start = from + (marked ? 8 : 4)
  const header = await file.slice(start, start + length)
  if (header.length < length) return 'cut'
  const message = readHeader(header, start + length)
  return message.body + message.bodyBytes > file.size ? 'cut' : message
}

function readHeader(header: Uint8Array, body: number): Message {
  try {
    const root = Flat.root(header)
    const kind = KINDS[root.byte(1)]
    const table = root.table(2)
    const bodyBytes = root.long(3)
    if (kind === undefined || kind === 'none' || table === undefined || !Number.isSafeInteger(bodyBytes) || bodyBytes < 0) throw new RangeError(`kind ${root.byte(1)}`)
    return { kind, header, body, bodyBytes, rows: judge(kind, table) }
  } catch (error) {
    if (error instanceof BadFile) throw error
    throw new BadFile('is no whole Arrow file: a header in it does not make sense')
  }
}

/** Judges every list in a header, because the decoder believes their lengths; gives the rows of a batch. */
function judge(kind: Message['kind'], table: Flat): number {
  if (kind === 'schema') return judgeFields(table)
  const batch = kind === 'batch' ? table : table.table(1)
  if (batch === undefined) throw new RangeError('a dictionary without values')
  const { at, count } = batch.list(1, 16)
  for (let i = 0; i < count; i++) if (!(batch.longAt(at + i * 16) <= MOST_LENGTH)) throw new RangeError('length')
  batch.list(2, 16)
  batch.list(4, 8)
  const rows = batch.long(0)
  if (!Number.isSafeInteger(rows) || rows < 0) throw new RangeError('rows')
  return kind === 'batch' ? rows : 0
}

function judgeFields(schema: Flat): number {
  if (schema.byte(0) === 1) throw new BadFile('was written big end first, which cannot be read. Write it again on an ordinary machine')
  const open = schema.tables(1)
  schema.list(2, 4)
  schema.list(3, 8)
  for (let seen = 0; open.length > 0; seen++) {
    const field = open.pop() as Flat
    if (seen > MOST_FIELDS) throw new RangeError('too many fields')
    field.list(6, 4)
    // The ids of a union are the only list inside a type.
    if (field.byte(2) === UNION) field.table(3)?.list(1, 4)
    open.push(...field.tables(5))
  }
  return 0
}

const UNION = 14

/** A message as bytes of its own, uncompressed, aligned as decoders want it. */
export async function whole(file: DataFile, message: Message): Promise<Uint8Array> {
  if (message.bodyBytes > LONGEST_BODY) throw new BadFile(`has a batch of more than ${LONGEST_BODY / 1024 / 1024} MB`)
  const body = await file.slice(message.body, message.body + message.bodyBytes)
  return message.kind === 'schema' ? framed(message.header, body) : decompressed(message, body)
}

function framed(header: Uint8Array, body: Uint8Array): Uint8Array {
  const padded = Math.ceil(header.length / 8) * 8
  const out = new Uint8Array(8 + padded + body.length)
  new DataView(out.buffer).setInt32(0, -1, true)
  new DataView(out.buffer).setInt32(4, padded, true)
  out.set(header, 8)
  out.set(body, 8 + padded)
  return out
}

/** Buffers of a compressed batch are written out again one by one, and its header says so: the decoder knows no compression. */
async function decompressed({ kind, header }: Message, body: Uint8Array): Promise<Uint8Array> {
  const copy = header.slice()
  const root = Flat.root(copy)
  const table = root.table(2)
  const batch = kind === 'batch' ? table : table?.table(1)
  const compression = batch?.table(3)
  if (batch === undefined || compression === undefined) return framed(header, body)
  const inflate = await inflaterOf(compression.byte(0))
  const out = inflateBuffers(copy, batch, { body, inflate })
  const view = new DataView(copy.buffer)
  view.setUint16(batch.slot(3), 0, true)
  view.setBigInt64(root.field(3), BigInt(out.length), true)
  return framed(copy, out)
}

type Inflate = (input: Uint8Array, length: number) => Uint8Array

async function inflaterOf(codec: number): Promise<Inflate> {
  if (codec === 0) return lz4Frame
  const { decompressZstd } = await import('hyparquet-compressors')
  return (input, length) => decompressZstd(input, new Uint8Array(length))
}

function inflateBuffers(header: Uint8Array, batch: Flat, { body, inflate }: { body: Uint8Array; inflate: Inflate }): Uint8Array {
  const { at, count } = batch.list(2, 16)
  const view = new DataView(header.buffer)
  const parts: Uint8Array[] = []
  let total = 0
  for (let i = 0; i < count; i++) {
    const offset = Number(view.getBigInt64(at + i * 16, true))
    const part = inflated(body.subarray(offset, offset + Number(view.getBigInt64(at + i * 16 + 8, true))), inflate, LONGEST_BODY - total)
    view.setBigInt64(at + i * 16, BigInt(total), true)
    view.setBigInt64(at + i * 16 + 8, BigInt(part.length), true)
    parts.push(part)
    total += Math.ceil(part.length / 8) * 8
  }
  return joinParts(parts, total)
}

/** A buffer says its length before it is compressed; -1 when it is not. */
function inflated(buffer: Uint8Array, inflate: Inflate, most: number): Uint8Array {
  if (buffer.length < 8) return new Uint8Array(0)
  const length = Number(new DataView(buffer.buffer, buffer.byteOffset).getBigInt64(0, true))
  if (length === -1) return buffer.subarray(8)
  if (!(length >= 0 && length <= most)) throw new BadFile(`has a buffer that cannot be trusted: it says that it holds ${length} bytes`)
  return inflate(buffer.subarray(8), length)
}

function joinParts(parts: readonly Uint8Array[], total: number): Uint8Array {
  const out = new Uint8Array(total)
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += Math.ceil(part.length / 8) * 8
  }
  return out
}
