// What expressions mean: the oracle that compiled queries are measured against. Logic has three values; only overflow is an error.
import type { Value } from '../catalog/ports.ts'
import type { Expression } from './expression.ts'
import { matcher } from './like.ts'
import { cutTo, shownTime, type Unit } from './time.ts'
import type { Type } from './type.ts'
import { compare, keyOf, Overflow, readAs, whole } from './value.ts'
import { TooManyBytes } from './watch.ts'

type Row = readonly Value[]
type Evaluate = (row: Row) => Value

/** An expression as a function of a row. */
export function evaluator(expression: Expression): Evaluate {
  if (expression.kind === 'lit') return () => expression.value
  if (expression.kind === 'col') return (row) => row[expression.index] as Value
  const args = expression.args.map(evaluator)
  const special = SPECIAL[expression.fn]
  if (special !== undefined) return special(args, expression)
  const apply = STRICT[expression.fn] as Strict
  return (row) => {
    const values = args.map((argument) => argument(row))
    return values.includes(null) ? null : apply(values, expression)
  }
}

type Fn = Extract<Expression, { kind: 'fn' }>
type Strict = (values: readonly Value[], expression: Fn) => Value

/** Functions that see nulls, or that do not look at all of their arguments. */
const SPECIAL: Readonly<Record<string, (args: readonly Evaluate[], expression: Fn) => Evaluate>> = {
  and: (args) => (row) => decide(args, row, false),
  or: (args) => (row) => decide(args, row, true),
  is_null: ([inner]) => (row) => (inner as Evaluate)(row) === null,
  coalesce: (args) => (row) => {
    for (const argument of args) {
      const value = argument(row)
      if (value !== null) return value
    }
    return null
  },
  case: (args) => (row) => {
    for (let at = 0; at + 1 < args.length; at += 2) if ((args[at] as Evaluate)(row) === true) return (args[at + 1] as Evaluate)(row)
    return (args.at(-1) as Evaluate)(row)
  },
  in: ([inner], { args }) => {
    const list = args.slice(1).map((one) => (one as { value: Value }).value)
    const keys = new Set(list.filter((value) => value !== null).map(keyOf))
    const otherwise = list.includes(null) ? null : false
    return (row) => {
      const value = (inner as Evaluate)(row)
      return list.length === 0 ? false : value === null ? null : keys.has(keyOf(value)) || otherwise
    }
  },
  like: ([inner], { args }) => {
    const matches = matcher((args[1] as { value: string }).value)
    return (row) => {
      const value = (inner as Evaluate)(row)
      return value === null ? null : matches(value as string)
    }
  },
}

/** `and` ends at the first false, `or` at the first true; a null before that makes the rest unknown. */
function decide(args: readonly Evaluate[], row: Row, end: boolean): Value {
  let unknown = false
  for (const argument of args) {
    const value = argument(row)
    if (value === end) return end
    unknown ||= value === null
  }
  return unknown ? null : !end
}

const ordered = (test: (order: number) => boolean): Strict => ([a, b]) => test(compare(a as Value, b as Value))

/** Functions that are null when an argument is. */
const STRICT: Readonly<Record<string, Strict>> = {
  '=': ordered((order) => order === 0), '!=': ordered((order) => order !== 0),
  '<': ordered((order) => order < 0), '<=': ordered((order) => order <= 0), '>': ordered((order) => order > 0), '>=': ordered((order) => order >= 0),
  not: ([value]) => !(value as boolean),
  '+': arithmetic((a, b) => a + b, (a, b) => a + b),
  '-': arithmetic((a, b) => a - b, (a, b) => a - b),
  '*': arithmetic((a, b) => a * b, (a, b) => a * b),
  '/': ([a, b]) => (b === 0 ? null : numberOr((a as number) / (b as number))),
  div: ([a, b]) => (b === 0 ? null : whole(BigInt(a as number) / BigInt(b as number))),
  mod: ([a, b]) => (b === 0 ? null : whole(BigInt(a as number) % BigInt(b as number))),
  date_trunc: ([unit, moment]) => cutTo(unit as Unit, moment as string),
  lower: ([text]) => (text as string).replace(/[A-Z]/g, (sign) => sign.toLowerCase()),
  upper: ([text]) => (text as string).replace(/[a-z]/g, (sign) => sign.toUpperCase()),
  length: ([text]) => lengthOf(text as string),
  substring: ([text, start, length]) => sliceOf(text as string, start as number, length as number),
  concat: (texts) => joined(texts as string[]),
  cast: ([value], { args, type }) => castTo(type, value as Value, (args[0] as Expression).type as Type),
}

/** How long one text may be that is made here. */
const LONGEST_TEXT = 16 * 2 ** 20

function joined(texts: readonly string[]): string {
  if (texts.reduce((sum, text) => sum + text.length, 0) > LONGEST_TEXT) throw new TooManyBytes(`a concat makes a text of more than ${LONGEST_TEXT} signs: join shorter ones`)
  return texts.join('')
}

/** Signs are code points: texts can be long, so none of these makes a list of them. */
function lengthOf(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at = after(text, at)) count++
  return count
}

const after = (text: string, at: number): number => at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1)

function sliceOf(text: string, start: number, length: number): string {
  const from = moved(text, 0, start - 1)
  return text.slice(from, moved(text, from, length))
}

function moved(text: string, from: number, signs: number): number {
  let at = from
  for (let left = signs; left > 0 && at < text.length; left--) at = after(text, at)
  return at
}

function arithmetic(numbers: (a: number, b: number) => number, wholes: (a: bigint, b: bigint) => bigint): Strict {
  return ([a, b], { type }) => {
    if (type === 'num') return numberOr(numbers(a as number, b as number))
    const quick = typeof a === 'number' && typeof b === 'number' ? numbers(a, b) : NaN
    return Number.isSafeInteger(quick) ? (quick === 0 ? 0 : quick) : whole(wholes(BigInt(a as number), BigInt(b as number)))
  }
}

/** What is no number has no value: infinity less infinity is null. */
const numberOr = (value: number): Value => (Number.isNaN(value) ? null : value)

function castTo(type: Type, value: Value, from: Type): Value {
  if (from === 'num' && type === 'int') return truncated(value as number)
  if (from === 'ts' && type === 'str') return shownTime(value as string)
  if (from === 'bool' && type === 'int') return value === true ? 1 : 0
  return readAs(type, value) ?? null
}

function truncated(value: number): Value {
  if (!Number.isFinite(value)) throw new Overflow(`${value} does not fit into a whole number of 64 bits`)
  return whole(BigInt(Math.trunc(value)))
}
