// Parquet files written byte by byte, so that a test can say of every page what it claims and what it holds.

type Thrift = { readonly [field: number]: ThriftValue }
type ThriftValue = number | bigint | boolean | string | Thrift | readonly ThriftValue[] | { readonly i64: bigint }

function varint(value: bigint): number[] {
  const out: number[] = []
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 128n) return [...out, Number(rest)]
    out.push(Number(rest & 127n) | 128)
  }
}

const zigzag = (value: bigint): number[] => varint(value < 0n ? -value * 2n - 1n : value * 2n)
const isLong = (value: ThriftValue): value is { i64: bigint } => typeof value === 'object' && 'i64' in value

function typeOf(value: ThriftValue): number {
  if (typeof value === 'boolean') return value ? 1 : 2
  if (typeof value === 'number') return 5
  if (typeof value === 'string') return 8
  if (Array.isArray(value)) return 9
  return isLong(value) || typeof value === 'bigint' ? 6 : 12
}

function bytesOf(value: ThriftValue): number[] {
  if (typeof value === 'boolean') return []
  if (typeof value === 'number') return zigzag(BigInt(value))
  if (typeof value === 'bigint') return zigzag(value)
  if (typeof value === 'string') return [...varint(BigInt(Buffer.byteLength(value))), ...Buffer.from(value)]
  if (Array.isArray(value)) return [0xf0 | typeOf((value as ThriftValue[])[0] ?? 0), ...varint(BigInt(value.length)), ...(value as ThriftValue[]).flatMap(bytesOf)]
  return isLong(value) ? zigzag(value.i64) : struct(value as Thrift)
}

/** A structure of the compact protocol. */
export function struct(fields: Thrift): number[] {
  let before = 0
  const out = Object.entries(fields).flatMap(([id, value]) => {
    const delta = Number(id) - before
    before = Number(id)
    return [(delta << 4) | typeOf(value), ...bytesOf(value)]
  })
  return [...out, 0]
}

/** A column with one page. */
export interface PageColumn {
  readonly name: string
  /** The number of the physical type: 0 boolean, 1 int32, 2 int64, 5 double, 6 bytes. */
  readonly type: number
  readonly optional?: boolean
  /** Further fields of its schema element: `{ 6: 9 }` for a converted type. */
  readonly schema?: Thrift
  readonly values: number
  readonly body: Uint8Array | readonly number[]
  /** 0 plain, 7 delta bytes, 8 dictionary indices. */
  readonly encoding?: number
  /** What the header says of the size, where that is not the truth. */
  readonly claims?: number
  /** 0 none, 2 gzip. */
  readonly codec?: number
}

/** A file of one row group; `rows` is what the footer says. */
export function parquetFile(columns: readonly PageColumn[], rows: number): Uint8Array {
  const out: number[] = [...Buffer.from('PAR1')]
  const chunks = columns.map((column) => {
    const at = BigInt(out.length)
    const page = struct({ 1: 0, 2: column.claims ?? column.body.length, 3: column.body.length, 5: { 1: column.values, 2: column.encoding ?? 0, 3: 3, 4: 3 } })
    for (const byte of [...page, ...column.body]) out.push(byte)
    const size = BigInt(out.length) - at
    return { 2: at, 3: { 1: column.type, 2: [column.encoding ?? 0], 3: [column.name], 4: column.codec ?? 0, 5: BigInt(column.values), 6: size, 7: size, 9: at } } as Thrift
  })
  const schema: Thrift[] = [{ 4: 'schema', 5: columns.length }, ...columns.map(({ name, type, optional = false, schema: more = {} }) => ({ 1: type, 3: optional ? 1 : 0, 4: name, ...more }))]
  const footer = struct({ 1: 1, 2: schema, 3: BigInt(rows), 4: [{ 1: chunks, 2: BigInt(out.length), 3: BigInt(rows) }] })
  const length = new Uint8Array(new Uint32Array([footer.length]).buffer)
  return Uint8Array.from([...out, ...footer, ...length, ...Buffer.from('PAR1')])
}

/** Plain bytes of numbers and texts. */
export const plain = {
  int32: (values: readonly number[]): Uint8Array => new Uint8Array(new Int32Array(values).buffer),
  int64: (values: readonly bigint[]): Uint8Array => new Uint8Array(new BigInt64Array(values).buffer),
  double: (values: readonly number[]): Uint8Array => new Uint8Array(new Float64Array(values).buffer),
  text: (values: readonly string[]): Uint8Array => Buffer.concat(values.flatMap((value) => [new Uint8Array(new Uint32Array([Buffer.byteLength(value)]).buffer), Buffer.from(value)])),
}
