// How one type of a field stands to another: what can be read or written with the old one may or may not go on with the new one.
import { shortType } from './types.ts'

/** How a type changed, seen from the old one. */
export type Step = 'same' | 'wider' | 'narrower' | 'other'

/** Which whole numbers fit into which, by size; a name that is missing has no known size. */
const SIZES: Readonly<Record<string, number>> = {
  tinyint: 1, smallint: 2, int2: 2, int16: 2, smallserial: 2, mediumint: 3, int: 4, integer: 4, int4: 4, int32: 4, serial: 4, bigint: 8, int8: 8, int64: 8, bigserial: 8, long: 8,
  real: 4, float4: 4, float: 4, float32: 4, 'double precision': 8, double: 8, float8: 8, float64: 8,
}

/** `varchar(10)` -> `text` is wider, `num` -> `int` narrower, `int` -> `str` something else. */
export function stepOf(before: string, after: string): Step {
  const [from, to] = [plain(before), plain(after)]
  if (from === to) return 'same'
  const [a, b] = [shortType(from), shortType(to)]
  if (a === b) return inside(from, to)
  if (b === 'any' || (a === 'int' && b === 'num') || (a === 'date' && b === 'ts')) return 'wider'
  return a === 'any' || (a === 'num' && b === 'int') || (a === 'ts' && b === 'date') ? 'narrower' : 'other'
}

const plain = (type: string): string => type.trim().toLowerCase().replace(/\s+/g, ' ')

/** Two spellings of one sort: their sizes say which holds more. */
function inside(from: string, to: string): Step {
  const [a, b] = [sizesOf(from), sizesOf(to)]
  if (a === undefined || b === undefined) return 'other'
  if (a.every((size, at) => size === (b[at] ?? 0))) return 'same'
  if (a.every((size, at) => size <= (b[at] ?? 0))) return 'wider'
  return a.every((size, at) => size >= (b[at] ?? 0)) ? 'narrower' : 'other'
}

/** The room before and after the point; undefined when the type does not say. A text or a number without a size has no end. */
function sizesOf(type: string): readonly [number, number] | undefined {
  const [, name = '', first, second] = /^([^()]*?)\s*(?:\((\d+)(?:\s*,\s*(\d+))?\))?$/.exec(type) ?? []
  if (SIZES[name] !== undefined) return [SIZES[name], 0]
  const sort = shortType(name)
  if (first === undefined) return sort === 'str' || sort === 'num' ? [Infinity, Infinity] : undefined
  if (sort === 'num') return [Number(first) - Number(second ?? 0), Number(second ?? 0)]
  return sort === 'str' || sort === 'bytes' ? [Number(first), Infinity] : undefined
}
