// Cases for `fovea check`: one JSON object a line, each a task and what its context must show.
import { UsageError } from '../field.ts'
import { LEVELS, type Level } from '../level.ts'
import { faultsOf, type Schema } from '../schema.ts'
import { tokensFrom } from '../request.ts'
import { type Intent, INTENTS } from '../task/intent.ts'

/** A task and what its context must show. */
export interface Case {
  /** Its line in the file, from 1. */
  readonly line: number
  readonly task?: string
  /** Where the task stands, beside the file of cases. */
  readonly taskFile?: string
  readonly budget?: number
  readonly lens?: string
  /** The context is the one that `fovea task` makes for this kind of work. */
  readonly intent?: Intent
  /** Paths, `path#Symbol` or `Symbol`. */
  readonly must: readonly string[]
  readonly mustNot: readonly string[]
  /** What counts as shown. */
  readonly level: Level
}

const names: Schema = { type: 'array', items: { type: 'string' } }

const FIELDS: Readonly<Record<string, Schema>> = {
  task: { type: 'string', description: 'What the context is for' },
  task_file: { type: 'string', description: 'A file that holds the task, beside the file of cases' },
  budget: { type: 'string', description: '8000, 8k' },
  lens: { type: 'string' },
  intent: { type: 'string', enum: INTENTS },
  must: names,
  mustNot: names,
  level: { type: 'string', enum: LEVELS.slice(1) },
}

/** Reads a file of cases. Every mistake names the file and the line, and all of them are told at once. */
export function casesFrom(text: string, file: string): Case[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/).map((line, i) => [line, i + 1] as const).filter(([line]) => line.trim() !== '')
  const cases = eachOrAll(lines, ([line, number]) => caseFrom(line, number, file))
  if (cases.length === 0) throw new UsageError(`${file} holds no case: a line looks like {"task": "fix the login", "must": ["src/auth.ts#login"]}`)
  return cases
}

/** The most mistakes that are told one by one. */
const MOST_TOLD = 20

/** What a function gives for each item; when it throws for some, one error of the first one's kind that tells them all. */
export function eachOrAll<T, R>(items: readonly T[], give: (item: T) => R): R[] {
  const wrong: Error[] = []
  const given = items.flatMap((item) => {
    try {
      return [give(item)]
    } catch (error) {
      wrong.push(error as Error)
      return []
    }
  })
  const [first] = wrong
  if (first === undefined) return given
  const more = wrong.length > MOST_TOLD ? [`and ${wrong.length - MOST_TOLD} more`] : []
  first.message = [...wrong.slice(0, MOST_TOLD).map(({ message }) => message), ...more].join('\n')
  throw first
}

function caseFrom(json: string, line: number, file: string): Case {
  const wrong = (what: string): UsageError => new UsageError(`${file} line ${line}: ${what}`)
  const value = withWords(parsed(json, wrong))
  const faults = faultsOf(value, { type: 'object', properties: FIELDS })
  if (faults.length > 0) throw wrong(faults.join('; '))
  const { task, task_file: taskFile, budget, lens, intent, must = [], mustNot = [], level = 'shape' } = value as { [name in keyof typeof FIELDS]: never }
  if ((task === undefined) === (taskFile === undefined)) throw wrong('give a task or a task_file, and not both')
  if (taskFile !== undefined && isOutside(taskFile)) throw wrong(`a task_file lies below the folder of the cases, not at ${JSON.stringify(taskFile)}`)
  if (task !== undefined && (task as string).trim() === '') throw wrong('the task is empty: say what the context is for')
  if ([...(must as string[]), ...(mustNot as string[])].length === 0) throw wrong('name what must be shown: "must": ["src/auth.ts", "Sessions.closeAll"]')
  return {
    line, must, mustNot, level, ...(task === undefined ? {} : { task }), ...(taskFile === undefined ? {} : { taskFile }),
    ...(lens === undefined ? {} : { lens }), ...(intent === undefined ? {} : { intent }), ...(budget === undefined ? {} : { budget: budgetFrom(budget, wrong) }),
  }
}

/** Cases come with a repository, and what they name is printed: they must not name the files of whoever checks them. */
const isOutside = (path: string): boolean => /^(?:[\\/~]|[a-z]:)/i.test(path) || path.split(/[\\/]/).includes('..')

/** A budget may be written as a number too. */
function withWords(value: unknown): unknown {
  const budget = (value as { budget?: unknown } | null)?.budget
  return typeof budget === 'number' ? { ...(value as object), budget: String(budget) } : value
}

function parsed(json: string, wrong: (what: string) => UsageError): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw wrong('this is not JSON')
  }
}

function budgetFrom(text: string, wrong: (what: string) => UsageError): number {
  try {
    return tokensFrom(text)
  } catch (error) {
    throw wrong((error as Error).message)
  }
}
