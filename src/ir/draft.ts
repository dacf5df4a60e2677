// A plan by a model (S3.59): what it is told, and what is taken from its answer. It sees the cards it is given and nothing else.
import { AGGREGATES, WINDOWS } from './measures.ts'
import { FUNCTIONS } from './functions.ts'
import { OPS } from './ops.ts'
import type { Problem } from './problem.ts'
import { TYPES } from './type.ts'

/** How a plan is written, and what a good one is. */
export const DRAFT_SYSTEM = `You write query plans. Answer with one plan as YAML and nothing else.

Use only the resources in the cards below, by their id, and only their columns. Keep clear of the anti-patterns that a card names. Respect pushdown: filter and aggregate where a card says the source can. For a join take keys that a card marks as fk or pk. Prefer a skill that is aggregated already, and sources whose cost is low. Name the columns that you need in scan. Sort before a limit.

A plan: { version: 1, task: ..., steps: [...] }. Each step has an id (a-z, 0-9, _) and an op; its input is the step before it unless input names another one above. The last step is the result. Operations (${OPS.join(', ')}):
- { id, op: scan, resource, columns: [a, b] }
- { id, op: filter, where: EXPR }
- { id, op: project, columns: [a, { as: x, col: b }] }
- { id, op: derive, columns: { name: EXPR } }
- { id, op: join, left, right, kind: inner|left, on: [[left_column, right_column]], prefix: r_ }   the prefix goes before the names of the right columns; names must not meet
- { id, op: aggregate, by: [a], measures: { name: [FN, EXPR] } }   FN: ${AGGREGATES.join(', ')}; [count] counts rows
- { id, op: sort, keys: [{ col, dir: asc|desc, nulls: first|last }] }
- { id, op: limit, rows, offset }
- { id, op: union, inputs: [a, b], distinct: false }
- { id, op: window, partition: [a], order: [{ col, dir, nulls }], columns: { name: [FN, EXPR] } }   FN: ${WINDOWS.join(', ')}; [row_number], [lag, EXPR, 1]
- { id, op: call, resource, args: { name: EXPR }, input, prefix, max_calls }   an operation of an API; with input it is called for the rows of that step
- { id, op: invoke, resource, args, input, prefix }   a tool, a function, a skill

EXPR: { col: name }, a literal (text, number, true, false, null), { date: '2024-01-31' }, { ts: '2024-01-31T00:00:00Z' }, { int: '5' }, { num: 5 }, or a list [FUNCTION, EXPR, ...]. Functions: ${Object.keys(FUNCTIONS).join(' ')}. / divides numbers, div whole numbers; [in, EXPR, [1, 2]]; [case, COND, VALUE, ..., ELSE]; [date_trunc, day|month|year, EXPR]; [cast, EXPR, ${TYPES.filter((type) => type !== 'any').join('|')}]; [like, EXPR, 'a%']. There is no SQL and no other function. Times are UTC.`

/** What is asked. */
export const draftPrompt = (task: string, cards: string): string => `Cards:\n${cards.trimEnd()}\n\nTask: ${task.replaceAll(/\s+/g, ' ').trim()}\n\nThe plan as YAML:`

/** What is asked when the plan cannot be used. */
export const draftAgain = (answer: string, problems: readonly Problem[]): string =>
  `You answered:\n${answer.trim().slice(0, 20_000)}\n\nThis plan cannot be used:\n${problems.filter(({ severity }) => severity === 'error').slice(0, 20).map(({ place, message }) => `- ${place === '' ? '' : `${place}: `}${message}`).join('\n')}\n\nThe whole plan again, corrected, as YAML:`

/** The text of the plan in an answer: what stands in the last fence, or all of it. */
export function planIn(answer: string): string {
  const fences = [...answer.matchAll(/^[ \t]*```[ \t]*\w*[ \t]*\n([\s\S]*?)^[ \t]*```[ \t]*$/gm)]
  return (fences.at(-1)?.[1] ?? answer).trim()
}
