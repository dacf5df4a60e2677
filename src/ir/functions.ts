// What expressions can do: each function says what it takes and what comes out. What it does stands in `evaluate.ts` and, for sources, in `sql/`.
import { coerced, type Expression, united, wordsOf } from './expression.ts'
import type { Findings } from './problem.ts'
import { UNITS } from './time.ts'
import { type Type, TYPE_WORDS, TYPES } from './type.ts'

type Make = (args: readonly Expression[], findings: Findings) => Expression | undefined

const made = (fn: string, args: readonly Expression[], type: Type): Expression => ({ kind: 'fn', fn, args, type })

/** Says how many arguments a function takes when the number is wrong. */
function counts(args: readonly Expression[], findings: Findings, [least, most]: readonly [number, number]): boolean {
  if (args.length >= least && args.length <= most) return true
  findings.error('arguments', `it takes ${least === most ? least : most === Infinity ? `${least} or more` : `${least} to ${most}`} arguments, not ${args.length}`)
  return false
}

/** All arguments of given types, in order; the last type holds for all that follow. */
const takes = (fn: string, types: readonly Type[], result: Type, most = types.length): Make => (args, findings) => {
  if (!counts(args, findings, [types.length, most])) return undefined
  const typed = args.map((argument, at) => asType(argument, types[Math.min(at, types.length - 1)] as Type, findings))
  return typed.includes(undefined) ? undefined : made(fn, typed as Expression[], result)
}

const asType = (argument: Expression, type: Type, findings: Findings): Expression | undefined =>
  coerced(argument, type) ?? findings.error('type', `it takes ${TYPE_WORDS[type]}, not ${wordsOf(argument)}`)

const compares = (fn: string): Make => (args, findings) => {
  if (!counts(args, findings, [2, 2])) return undefined
  const same = united(args)
  if (same === undefined) return findings.error('type', `${args.map(wordsOf).join(' and ')} cannot be compared; cast one of them`)
  return same[0] === 'any' ? uncomparable(findings) : made(fn, same[1], 'bool')
}

const uncomparable = (findings: Findings): undefined => findings.error('type', 'a value of its source cannot be compared: cast it first, ["cast", { "col": "x" }, "str"]')

const calculates = (fn: string): Make => (args, findings) => {
  if (!counts(args, findings, [fn === '-' ? 1 : 2, 2])) return undefined
  const both: readonly Expression[] = args.length === 1 ? [{ kind: 'lit', value: 0, type: 'int' }, ...args] : args
  const type = both.some((one) => one.type === 'num') ? 'num' : 'int'
  const typed = both.map((argument) => asType(argument, type, findings))
  return typed.includes(undefined) ? undefined : made(fn, typed as Expression[], type)
}

const among: Make = (args, findings) => {
  if (!counts(args, findings, [1, Infinity])) return undefined
  if (args.slice(1).some(({ kind }) => kind !== 'lit')) return findings.error('arguments', 'it takes a value and a list of literals: ["in", { "col": "city" }, ["Oslo", "Riga"]]')
  const same = united(args)
  if (same === undefined) return findings.error('type', 'the list holds values of another type')
  return same[0] === 'any' ? uncomparable(findings) : made('in', same[1], 'bool')
}

const choosing: Make = (args, findings) => {
  if (!counts(args, findings, [2, Infinity])) return undefined
  const isCondition = (at: number): boolean => at % 2 === 0 && at < args.length - 1
  const conditions = args.filter((_, at) => isCondition(at)).map((one) => asType(one, 'bool', findings))
  const same = united(args.filter((_, at) => !isCondition(at)))
  if (conditions.includes(undefined)) return undefined
  if (same === undefined) return findings.error('type', 'the values of a case have one type; give null a type with a cast')
  const values = [...same[1]]
  const tail: Expression[] = args.length % 2 === 0 ? [{ kind: 'lit', value: null, type: same[0] }] : [values.pop() as Expression]
  return made('case', [...conditions.flatMap((condition, at) => [condition as Expression, values[at] as Expression]), ...tail], same[0])
}

const coalescing: Make = (args, findings) => {
  if (!counts(args, findings, [1, Infinity])) return undefined
  const same = united(args)
  return same === undefined ? findings.error('type', 'its arguments have one type') : made('coalesce', same[1], same[0])
}

const literal = (argument: Expression | undefined): unknown => (argument?.kind === 'lit' ? argument.value : undefined)

const cutting: Make = (args, findings) => {
  if (!counts(args, findings, [2, 2])) return undefined
  const [unit, moment] = args as [Expression, Expression]
  if (!(UNITS as readonly unknown[]).includes(literal(unit))) return findings.error('arguments', `it takes a unit, ${UNITS.join(', ')}, and a time: ["date_trunc", "day", { "col": "created_at" }]`)
  return moment.type === 'ts' || moment.type === 'date' ? made('date_trunc', args, 'date') : findings.error('type', `it takes a time or a date, not ${wordsOf(moment)}`)
}

const slicing: Make = (args, findings) => {
  if (!counts(args, findings, [3, 3])) return undefined
  const [start, length] = args.slice(1).map(literal) as [unknown, unknown]
  if (!isCount(start, 1) || !isCount(length, 0)) return findings.error('arguments', 'it takes a text, the first sign (1 or more) and how many: ["substring", { "col": "name" }, 1, 3]')
  return takes('substring', ['str', 'int', 'int'], 'str')(args, findings)
}

const isCount = (value: unknown, least: number): boolean => typeof value === 'number' && value >= least && value <= 1e6

const matching: Make = (args, findings) => {
  if (!counts(args, findings, [2, 2])) return undefined
  const pattern = literal(args[1])
  if (typeof pattern !== 'string' || pattern.length > 200 || /(?:^|[^\\])(?:\\\\)*\\$/.test(pattern)) return findings.error('arguments', 'it takes a text and a pattern of at most 200 signs: % is any text, _ any sign, \\ takes the next sign as it is')
  return takes('like', ['str', 'str'], 'bool')(args, findings)
}

/** Which types can become which; what is not a number or a time in a text becomes null. */
const CASTS: Readonly<Record<Type, readonly Type[]>> = {
  int: ['num', 'str'], num: ['int', 'str'], str: ['int', 'num', 'bool', 'ts', 'date'], bool: ['int', 'str'], ts: ['date', 'str'], date: ['ts', 'str'], any: ['int', 'num', 'str', 'bool', 'ts', 'date'],
}

const casting: Make = (args, findings) => {
  if (!counts(args, findings, [2, 2])) return undefined
  const [value, target] = args as [Expression, Expression]
  const type = TYPES.find((one) => one === literal(target))
  if (type === undefined || type === 'any') return findings.error('arguments', `it takes a value and a type: one of ${TYPES.filter((one) => one !== 'any').join(', ')}`)
  if (value.type === type || value.type === 'null') return coerced(value, type)
  return CASTS[value.type].includes(type) ? made('cast', [value], type) : findings.error('type', `${wordsOf(value)} cannot become ${TYPE_WORDS[type]}`)
}

const isNull: Make = (args, findings) => (counts(args, findings, [1, 1]) ? made('is_null', args.map((one) => coerced(one, one.type === 'null' ? 'str' : one.type) as Expression), 'bool') : undefined)

/** All functions by name. `/` divides numbers, `div` whole ones towards zero; dividing by zero gives null. */
export const FUNCTIONS: Readonly<Record<string, Make>> = {
  '=': compares('='), '!=': compares('!='), '<': compares('<'), '<=': compares('<='), '>': compares('>'), '>=': compares('>='),
  and: takes('and', ['bool'], 'bool', Infinity), or: takes('or', ['bool'], 'bool', Infinity), not: takes('not', ['bool'], 'bool'),
  is_null: isNull, in: among, case: choosing, coalesce: coalescing,
  '+': calculates('+'), '-': calculates('-'), '*': calculates('*'),
  '/': takes('/', ['num', 'num'], 'num'), div: takes('div', ['int', 'int'], 'int'), mod: takes('mod', ['int', 'int'], 'int'),
  date_trunc: cutting, lower: takes('lower', ['str'], 'str'), upper: takes('upper', ['str'], 'str'), length: takes('length', ['str'], 'int'),
  substring: slicing, concat: takes('concat', ['str'], 'str', Infinity), like: matching, cast: casting,
}
