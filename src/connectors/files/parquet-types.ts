// Types of Parquet in the words of the catalogue.
import type { SchemaTree, TimeUnit } from 'hyparquet'

const PHYSICAL: Readonly<Record<string, string>> = {
  BOOLEAN: 'boolean', INT32: 'int32', INT64: 'int64', INT96: 'timestamp', FLOAT: 'float', DOUBLE: 'double', BYTE_ARRAY: 'binary', FIXED_LEN_BYTE_ARRAY: 'binary',
}

const CONVERTED: Readonly<Record<string, string>> = {
  UTF8: 'string', ENUM: 'string', JSON: 'json', BSON: 'binary', DATE: 'date', TIME_MILLIS: 'time', TIME_MICROS: 'time', TIMESTAMP_MILLIS: 'timestamptz', TIMESTAMP_MICROS: 'timestamptz', INTERVAL: 'interval',
  INT_8: 'int8', INT_16: 'int16', INT_32: 'int32', INT_64: 'int64', UINT_8: 'uint8', UINT_16: 'uint16', UINT_32: 'uint32', UINT_64: 'uint64',
}

/** How deep a nested type is written out. */
const DEEPEST = 3

/** The type of a column: `int64`, `timestamptz`, `decimal(12,2)`, `list<string>`, `struct<a:int32>`. */
export function parquetType(node: SchemaTree, depth = 0): string {
  if (node.children.length > 0) return nested(node, depth)
  const type = scalar(node)
  return node.element.repetition_type === 'REPEATED' ? `list<${type}>` : type
}

function scalar({ element }: SchemaTree): string {
  const { logical_type: logical, converted_type: converted, precision, scale = 0 } = element
  if (logical?.type === 'DECIMAL' || converted === 'DECIMAL') return `decimal(${precision ?? 38},${scale})`
  if (logical?.type === 'TIMESTAMP') return logical.isAdjustedToUTC ? 'timestamptz' : 'timestamp'
  if (logical?.type === 'INTEGER') return `${logical.isSigned ? '' : 'u'}int${logical.bitWidth}`
  const named = { STRING: 'string', ENUM: 'string', DATE: 'date', TIME: 'time', JSON: 'json', UUID: 'uuid', FLOAT16: 'half', NULL: 'null' } as Readonly<Record<string, string>>
  return named[logical?.type ?? ''] ?? CONVERTED[converted ?? ''] ?? PHYSICAL[element.type ?? ''] ?? 'any'
}

function nested(node: SchemaTree, depth: number): string {
  const kind = node.element.logical_type?.type ?? node.element.converted_type
  if (depth >= DEEPEST) return 'object'
  if (kind === 'LIST') return `list<${parquetType(innermost(node), depth + 1)}>`
  if (kind === 'MAP' || kind === 'MAP_KEY_VALUE') return 'map'
  const members = node.children.slice(0, 5).map((child) => `${child.element.name.slice(0, 60)}:${parquetType(child, depth + 1)}`)
  const struct = `struct<${members.join(',')}${node.children.length > 5 ? ',…' : ''}>`
  return node.element.repetition_type === 'REPEATED' ? `list<${struct}>` : struct
}

/** The element of a list stands inside a repeated group of one. */
function innermost(node: SchemaTree): SchemaTree {
  const [repeated] = node.children
  const [element] = repeated?.children ?? []
  return repeated?.children.length === 1 && element !== undefined ? element : (repeated ?? node)
}

/** How many of a unit make a second. */
export const perSecond = (unit: TimeUnit): bigint => (unit === 'NANOS' ? 1_000_000_000n : unit === 'MICROS' ? 1_000_000n : 1000n)
