// From text to a plan: JSON or YAML, both hostile until they are read.
import { isMap, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { isRecord } from '../core/json.ts'
import { suggestion } from '../core/nearest.ts'
import { OPS } from './ops.ts'
import { CAPS_OF_PLAN, PlanSchema, type WrittenPlan } from './plan.ts'
import { PlanError, type Problem } from './problem.ts'

/** Reads a plan. Throws a PlanError that names every place that is wrong. */
export function planFrom(text: string): WrittenPlan {
  if (text.length > CAPS_OF_PLAN.bytes) throw wrong('', `a plan has at most ${CAPS_OF_PLAN.bytes / 1024} KiB, this one has ${Math.ceil(text.length / 1024)}`)
  return planOf(dataFrom(text.replace(/^\uFEFF/, '')))
}

/** The same for data that was read already. */
export function planOf(data: unknown): WrittenPlan {
  if (namesPrototype(data)) throw wrong('steps', 'nothing in a plan can be called __proto__')
  const read = PlanSchema.safeParse(data)
  if (read.success) return read.data
  throw new PlanError(read.error.issues.flatMap((issue) => problemsOf(issue, data)))
}

/** A schema drops this name without a word. */
function namesPrototype(data: unknown): boolean {
  const steps = isRecord(data) && Array.isArray(data['steps']) ? data['steps'] : []
  return steps.some((step) => isRecord(step) && [step, ...Object.values(step)].some((inner) => isRecord(inner) && Object.hasOwn(inner, '__proto__')))
}

/** The value of a JSON or YAML text. JSON is tried first: it is YAML too, but its own parser is stricter and quicker. */
function dataFrom(text: string): unknown {
  if (text.trim() === '') throw wrong('', 'it is empty: a plan looks like { "steps": [ … ] }')
  if (/^\s*\{/.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      // A flow mapping of YAML begins like this as well.
    }
  }
  if (isTooDeep(text)) throw wrong('', `it is nested more than ${DEEPEST} levels deep`)
  const document = parseDocument(text, { uniqueKeys: true, schema: 'core' })
  const error = document.errors[0]
  if (error !== undefined) throw wrong('', `it is neither JSON nor YAML: line ${error.linePos?.[0].line ?? 1}: ${error.code.toLowerCase().replaceAll('_', ' ')}`)
  visit(document, { Alias: () => { throw wrong('', 'a plan has no YAML aliases (*name): write the part again') } })
  if (!isMap(document.contents)) throw wrong('', 'a plan is an object with steps: { "steps": [ … ] }')
  return document.toJS({ maxAliasCount: 0 })
}

/** A parser that calls itself would run out of stack on what no plan needs. */
const DEEPEST = 200

/** Whether a text is nested deeper than a parser should follow. */
export const isTooDeep = (text: string): boolean => nesting(text) > DEEPEST

/** How deep brackets and indentation go at the most. */
function nesting(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const sign of text) {
    if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++depth)
    else if (sign === ']' || sign === '}') depth = Math.max(0, depth - 1)
  }
  const indents = new Set([...text.matchAll(/^[ \t-]*/gm)].map(([indent]) => indent.length))
  return Math.max(deepest, indents.size, ...[...text.matchAll(/(?:- ){50,}/g)].map(([dashes]) => dashes.length / 2))
}

const wrong = (place: string, message: string): PlanError => new PlanError([{ severity: 'error', code: 'plan/shape', place, message }])

/** `steps[2] (paid).keys[0].nulls`, with the name of the step where it has one. */
function placeOf(path: readonly PropertyKey[], data: unknown): string {
  const step = path[0] === 'steps' && typeof path[1] === 'number' ? (data as { steps: { id?: unknown }[] }).steps[path[1]]?.id : undefined
  return path.reduce<string>((place, part, at) => {
    const here = typeof part === 'number' ? `${place}[${part}]` : `${place}${place === '' ? '' : '.'}${String(part).slice(0, 80)}`
    return at === 1 && typeof step === 'string' ? `${here} (${step.slice(0, 40)})` : here
  }, '')
}

function problemsOf(issue: z.core.$ZodIssue, data: unknown): Problem[] {
  return [{ severity: 'error', code: 'plan/shape', place: placeOf(issue.path, data), message: messageOf(issue, data) }]
}

/** What a rule of the schema says, in plain words. */
function messageOf(issue: z.core.$ZodIssue, data: unknown): string {
  if (issue.code === 'unrecognized_keys') return `there is no ${issue.keys.slice(0, 3).map((key) => `"${key.slice(0, 40)}"`).join(', ')} here`
  if (issue.code === 'invalid_union' && issue.path.at(-1) === 'op') return opMessage(at(data, issue.path))
  if (issue.code === 'invalid_type') return at(data, issue.path) === undefined ? 'it is missing' : `it must be ${WORDS[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_union') return 'it is a name, or the two parts that the guide shows'
  return issue.message.replace(/^Invalid input: /, '').replace(/^Too big: expected \w+ to have /, 'it must have ').replace(/^Too small: expected \w+ to have /, 'it must have ')
}

const WORDS: Readonly<Record<string, string>> = { object: 'an object', array: 'a list', string: 'a text', number: 'a number', boolean: 'true or false', int: 'a whole number', record: 'an object' }

const opMessage = (op: unknown): string => (typeof op === 'string' ? `there is no operation "${op.slice(0, 40)}"; ${suggestion(op.slice(0, 40), OPS)}` : `it is missing: one of ${OPS.join(', ')}`)

function at(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, part) => (inner !== null && typeof inner === 'object' ? (inner as Record<PropertyKey, unknown>)[part] : undefined), data)
}
