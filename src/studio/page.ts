// A page of the studio has a question behind it, which is declared once: its address, its fields, its answer. `/plan` shows what `/plan.json` says.
import type { Fields, Values } from '../core/field.ts'
import type { Operation, Outcome } from '../operations/index.ts'
import type { Problem, Ran } from './contract.ts'
import type { Room } from './room.ts'

/** One question that the server answers. */
export interface Question<F extends Fields = Fields> {
  /** With its ending: `/plan.json`, `/context.txt`. */
  readonly path: string
  readonly fields: F
  /** It changes something: an address alone does not ask it. */
  readonly changes?: true
  run(input: Values<F>, room: Room): Promise<unknown>
}

/** Declares a question. */
export const defineQuestion = <F extends Fields>(question: Question<F>): Question<F> => question

/** An operation as a question: the same fields, without those that a page has no use for. */
export function asking(path: string, operation: Operation, { without = [], fixed = {}, changes }: Asking = {}): Question {
  const hidden = new Set([...NEVER, ...without, ...Object.keys(fixed)])
  const fields = Object.fromEntries(Object.entries(operation.fields).filter(([name]) => !hidden.has(name)))
  const others = Object.fromEntries(Object.entries(operation.fields).map(([name, field]) => [name, field.otherwise]))
  return { path, fields, ...(changes === undefined ? {} : { changes }), run: async (input, { context }) => ran(await operation.run({ ...others, ...input, ...fixed } as never, context)) }
}

/** How an operation is asked. */
interface Asking {
  /** Fields that pages may not set. */
  readonly without?: readonly string[]
  /** Fields that are always so. */
  readonly fixed?: Readonly<Record<string, unknown>>
  readonly changes?: true
}

/** The studio has one folder, writes no files, and wants data. */
const NEVER = ['root', 'json', 'quiet', 'output', 'verify', 'noCache', 'log', 'taskFile', 'from']

/** What an operation gave, for a page. */
export async function ran({ data, text, report = [], diagnostics = [], exit = 0 }: Outcome): Promise<Ran> {
  const problems = diagnostics.map(problemOf)
  if (data !== undefined) return { data, report, problems, exit }
  const parts: string[] = []
  for await (const part of text as AsyncIterable<string>) parts.push(part)
  return { data: undefined, text: parts.join(''), report, problems, exit }
}

/** A diagnostic, for a page. */
export const problemOf = ({ severity, message, path, hint }: NonNullable<Outcome['diagnostics']>[number]): Problem =>
  ({ severity, message, ...(path === undefined ? {} : { path }), ...(hint === undefined ? {} : { hint }) })
