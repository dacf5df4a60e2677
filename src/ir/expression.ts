// Expressions, typed. As written: `{ "col": "status" }` is a column, an array is a function with its arguments, anything else is a literal.
// Every change of type is written into the tree, so that all who read it (the interpreter, the compilers) do the same.
import type { Value } from '../catalog/ports.ts'
import { isRecord } from '../core/json.ts'
import { suggestion } from '../core/nearest.ts'
import { FUNCTIONS } from './functions.ts'
import { CAPS_OF_PLAN } from './plan.ts'
import type { Findings } from './problem.ts'
import type { Column, Type } from './type.ts'
import { TYPE_WORDS, TYPES } from './type.ts'
import { readAs } from './value.ts'

/** A typed expression. `null` alone has no type until it meets something that has one. */
export type Expression =
  | { readonly kind: 'col'; readonly index: number; readonly name: string; readonly type: Type }
  | { readonly kind: 'lit'; readonly value: Value; readonly type: Type | 'null' }
  | { readonly kind: 'fn'; readonly fn: string; readonly args: readonly Expression[]; readonly type: Type }

/** What an expression may name, and how many parts it may still have. */
export interface Scope {
  readonly columns: readonly Column[]
  readonly budget: { nodes: number }
}

/** Reads an expression; undefined when something in it is wrong, which was said by then. */
export function expressionFrom(raw: unknown, scope: Scope, findings: Findings, depth = 0): Expression | undefined {
  if (depth > CAPS_OF_PLAN.depth) return findings.error('too-deep', `expressions are at most ${CAPS_OF_PLAN.depth} levels deep`)
  if (scope.budget.nodes-- <= 0) return scope.budget.nodes === -1 ? findings.error('too-large', `all expressions of a plan have at most ${CAPS_OF_PLAN.nodes} parts`) : undefined
  if (Array.isArray(raw)) return callFrom(raw, scope, findings, depth)
  return isRecord(raw) ? namedFrom(raw, scope, findings) : literalFrom(raw, findings)
}

/** The same, and it must have this type. */
export function typedFrom(raw: unknown, type: Type, scope: Scope, findings: Findings): Expression | undefined {
  const expression = expressionFrom(raw, scope, findings)
  if (expression === undefined) return undefined
  return coerced(expression, type) ?? findings.error('type', `it must be ${TYPE_WORDS[type]}, and it is ${wordsOf(expression)}`)
}

function callFrom([name, ...rest]: readonly unknown[], scope: Scope, findings: Findings, depth: number): Expression | undefined {
  const make = typeof name === 'string' && Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (make === undefined) return findings.error('unknown-function', typeof name === 'string' ? `there is no function "${name.slice(0, 40)}"; ${suggestion(name.slice(0, 40), Object.keys(FUNCTIONS))}` : 'a list is a function with its arguments: ["=", { "col": "status" }, "paid"]')
  // The list of `in` is a list of literals, no call.
  const flat = name === 'in' && Array.isArray(rest[1]) ? [rest[0], ...rest[1]] : rest
  if (flat.length > CAPS_OF_PLAN.list) return findings.error('too-large', `a list has at most ${CAPS_OF_PLAN.list} parts`)
  const args = flat.map((argument, at) => expressionFrom(argument, scope, findings.at(`[${at + 1}]`), depth + 1))
  if (args.includes(undefined)) return undefined
  return make(args as Expression[], findings)
}

const LITERALS: Readonly<Record<string, Type>> = { int: 'int', num: 'num', ts: 'ts', date: 'date' }

function namedFrom(raw: Record<string, unknown>, scope: Scope, findings: Findings): Expression | undefined {
  const [key, ...more] = Object.keys(raw)
  if (key === undefined || more.length > 0) return findings.error('shape', 'an object in an expression has one key: col, lit, int, num, ts or date')
  if (key === 'col') return columnFrom(raw[key], scope.columns, findings)
  if (key === 'lit') return literalFrom(raw[key], findings)
  const type = Object.hasOwn(LITERALS, key) ? LITERALS[key] : undefined
  if (type === undefined) return findings.error('shape', `"${key.slice(0, 40)}" is not known here; ${suggestion(key.slice(0, 40), ['col', 'lit', ...Object.keys(LITERALS)])}`)
  const value = isScalar(raw[key]) ? readAs(type, raw[key]) : undefined
  return value === undefined || value === null || (typeof value === 'number' && !Number.isFinite(value)) ? findings.error('literal', `it must be ${TYPE_WORDS[type]}`) : { kind: 'lit', value, type }
}

const isScalar = (value: unknown): value is Value => value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value)

/** A column by name. A column that is not there and one that may not be seen read the same: neither is in the list. */
export function columnFrom(name: unknown, columns: readonly Column[], findings: Findings): Expression | undefined {
  if (typeof name !== 'string') return findings.error('shape', 'a column is named by a text: { "col": "status" }')
  const index = columns.findIndex((column) => column.name === name)
  const found = columns[index]
  if (found === undefined) return findings.error('unknown-column', `there is no column "${name.slice(0, 80)}" here; ${suggestion(name.slice(0, 80), columns.slice(0, 60).map((column) => column.name))}`)
  return { kind: 'col', index, name, type: found.type }
}

/** Half of a pair of signs: no source can keep it. */
const LONE = /\p{Cs}/u

function literalFrom(raw: unknown, findings: Findings): Expression | undefined {
  if (raw === null) return { kind: 'lit', value: null, type: 'null' }
  if (typeof raw === 'boolean') return { kind: 'lit', value: raw, type: 'bool' }
  if (typeof raw === 'string') return raw.includes('\0') || LONE.test(raw) ? findings.error('literal', 'a text holds no zero sign and no half of a pair of signs') : { kind: 'lit', value: raw, type: 'str' }
  if (typeof raw === 'number') return numberFrom(raw, findings)
  return findings.error('literal', 'a literal is a text, a number, true, false or null')
}

/** A number without a fraction is a whole number; `{ "num": 1 }` says that it is not. */
function numberFrom(raw: number, findings: Findings): Expression | undefined {
  if (Number.isSafeInteger(raw)) return { kind: 'lit', value: raw === 0 ? 0 : raw, type: 'int' }
  if (Number.isFinite(raw) && !Number.isInteger(raw)) return { kind: 'lit', value: raw, type: 'num' }
  return findings.error('literal', 'write whole numbers beyond 9007199254740991 as { "int": "…" } and large numbers as { "num": 1e20 }')
}

/** The type of an expression, in words. */
export const wordsOf = ({ type }: Expression): string => (type === 'null' ? 'null' : TYPE_WORDS[type])

/** An expression as a type: null takes any, a text that is written out becomes a time, a whole number becomes a number. Undefined when it cannot. */
export function coerced(expression: Expression, type: Type): Expression | undefined {
  if (expression.type === type) return expression
  if (expression.kind === 'lit') {
    if (expression.type === 'null') return { ...expression, type }
    const value = (expression.type === 'str' && (type === 'ts' || type === 'date')) || (expression.type === 'int' && type === 'num') || (expression.type === 'date' && type === 'ts') ? readAs(type, expression.value) : undefined
    return value === undefined ? undefined : { kind: 'lit', value, type }
  }
  return (expression.type === 'int' && type === 'num') || (expression.type === 'date' && type === 'ts') ? { kind: 'fn', fn: 'cast', args: [expression], type } : undefined
}

/** The type that all can take, with the expressions in it; undefined when there is none. */
export function united(all: readonly Expression[]): readonly [Type, readonly Expression[]] | undefined {
  const order = (type: Type): number => ['num', 'ts'].includes(type) ? 0 : type === 'str' ? 2 : 1
  const types = [...new Set(all.map(({ type }) => type))].filter((type): type is Type => (TYPES as readonly string[]).includes(type)).sort((a, b) => order(a) - order(b))
  for (const type of types) {
    const same = all.map((one) => coerced(one, type))
    if (!same.includes(undefined)) return [type, same as Expression[]]
  }
  return undefined
}
