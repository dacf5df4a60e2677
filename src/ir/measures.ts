// Measures of groups and of windows: `["sum", { "col": "amount" }]`, `["row_number"]`.
import { suggestion } from '../core/nearest.ts'
import { type Expression, expressionFrom, type Scope, wordsOf } from './expression.ts'
import type { Findings } from './problem.ts'
import type { Measure } from './step.ts'
import type { Type } from './type.ts'

/** What a group can be asked. Without an argument `count` counts rows, with one the values that are not null. */
export const AGGREGATES = ['count', 'count_distinct', 'sum', 'avg', 'min', 'max'] as const
/** What can be said of a row among its neighbours; `sum` is the sum so far. */
export const WINDOWS = ['row_number', 'rank', 'lag', 'sum'] as const

/** Reads a measure of groups. */
export function measureFrom(name: string, raw: unknown, scope: Scope, findings: Findings): Measure | undefined {
  const [fn, ...rest] = partsFrom(raw, AGGREGATES, findings) ?? []
  if (fn === undefined) return undefined
  if (fn === 'count' && rest.length === 0) return { name, fn, type: 'int' }
  if (rest.length !== 1) return findings.error('arguments', `${fn} takes one value: ["${fn}", { "col": "amount" }]`)
  const arg = expressionFrom(rest[0], scope, findings.at('[1]'))
  const type = arg && typeOfMeasure(fn, arg, findings)
  return type && { name, fn, arg: arg as Expression, type }
}

/** Reads a column of a window. */
export function windowFrom(name: string, raw: unknown, scope: Scope, findings: Findings): Measure | undefined {
  const [fn, ...rest] = partsFrom(raw, WINDOWS, findings) ?? []
  if (fn === undefined) return undefined
  if (fn === 'row_number' || fn === 'rank') return rest.length === 0 ? { name, fn, type: 'int' } : findings.error('arguments', `${fn} takes nothing: ["${fn}"]`)
  const back = fn === 'lag' ? (rest[1] ?? 1) : undefined
  if (rest.length === 0 || rest.length > (fn === 'lag' ? 2 : 1) || (back !== undefined && !isBack(back))) return findings.error('arguments', fn === 'lag' ? 'lag takes a value and how many rows back, 1 to 1000: ["lag", { "col": "amount" }, 1]' : 'sum takes one value: ["sum", { "col": "amount" }]')
  const arg = expressionFrom(rest[0], scope, findings.at('[1]'))
  const type = arg && (fn === 'lag' ? lagType(arg, findings) : typeOfMeasure(fn, arg, findings))
  return type && { name, fn, arg: arg as Expression, type, ...(back === undefined ? {} : { back: back as number }) }
}

const isBack = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 1000

function partsFrom(raw: unknown, names: readonly string[], findings: Findings): readonly [string, ...unknown[]] | undefined {
  if (!Array.isArray(raw) || typeof raw[0] !== 'string') return findings.error('shape', `it looks like ["${names[0]}"] or ["sum", { "col": "amount" }]`)
  return names.includes(raw[0]) ? (raw as [string]) : findings.error('unknown-function', `there is no "${raw[0].slice(0, 40)}" here; ${suggestion(raw[0].slice(0, 40), names)}`)
}

function typeOfMeasure(fn: string, arg: Expression, findings: Findings): Type | undefined {
  if (arg.type === 'null' || (arg.type === 'any' && fn !== 'count')) return findings.error('type', `${fn} cannot be taken of ${wordsOf(arg)}: cast it first`)
  if (fn === 'count' || fn === 'count_distinct') return 'int'
  if ((fn === 'min' || fn === 'max') && arg.type !== 'bool') return arg.type
  if (arg.type !== 'int' && arg.type !== 'num') return findings.error('type', `${fn} cannot be taken of ${wordsOf(arg)}`)
  return fn === 'avg' ? 'num' : arg.type
}

const lagType = (arg: Expression, findings: Findings): Type | undefined => (arg.type === 'null' ? findings.error('type', 'lag cannot be taken of null') : arg.type)
