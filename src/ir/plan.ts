// A plan as it is written: steps with names, each made from steps above it (S3.70). So there is no loop, and no text that another program would run.
import { z } from 'zod'

/** How large a plan may be. */
export const CAPS_OF_PLAN = { bytes: 256 * 1024, steps: 100, nodes: 2000, depth: 24, list: 1000, columns: 1000, calls: 1000 } as const

const id = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'a name of a step is made of a-z, 0-9 and _, begins with a letter and has at most 40 signs')
const column = z.string().min(1).max(500)
const made = z.string().regex(/^[^\p{Cc}\u2028\u2029]{1,63}$/u, 'a name of a column has 1 to 63 signs, none of them a control sign')
const resource = z.string().startsWith('res:', 'a resource is named by its id: res:db.pg.main.public.orders')
/** Expressions are read by `expression.ts`, which knows the columns. */
const expression = z.unknown().refine((value) => value !== undefined, 'an expression is missing')
const columns = z.array(column).max(CAPS_OF_PLAN.columns)
const key = z.strictObject({ col: column, dir: z.enum(['asc', 'desc']).default('asc'), nulls: z.enum(['first', 'last'], 'say where nulls go: nulls: first or nulls: last') })
const named = z.record(made, expression).refine((all) => Object.keys(all).length <= CAPS_OF_PLAN.columns, `at most ${CAPS_OF_PLAN.columns} columns`)
const head = { id, input: id.optional() }
const calling = { ...head, resource, args: z.record(z.string(), expression).default({}), prefix: z.string().max(30).optional(), max_calls: z.number().int().min(1).max(CAPS_OF_PLAN.calls).optional() }

/** One step. `input` is the step before it unless told. */
export const StepSchema = z.discriminatedUnion('op', [
  z.strictObject({ id, op: z.literal('scan'), resource, columns: columns.min(1).optional() }),
  z.strictObject({ ...head, op: z.literal('filter'), where: expression }),
  z.strictObject({ ...head, op: z.literal('project'), columns: z.array(z.union([column, z.strictObject({ as: made, col: column })])).min(1).max(CAPS_OF_PLAN.columns) }),
  z.strictObject({ ...head, op: z.literal('derive'), columns: named }),
  z.strictObject({ id, op: z.literal('join'), left: id, right: id, kind: z.enum(['inner', 'left']).default('inner'), on: z.array(z.union([column, z.tuple([column, column])])).min(1).max(16), prefix: z.string().max(30).optional() }),
  z.strictObject({ ...head, op: z.literal('aggregate'), by: columns.default([]), measures: named.default({}) }),
  z.strictObject({ ...head, op: z.literal('sort'), keys: z.array(key).min(1).max(32) }),
  z.strictObject({ ...head, op: z.literal('limit'), rows: z.number().int().min(0).max(1e9), offset: z.number().int().min(0).max(1e9).default(0) }),
  z.strictObject({ id, op: z.literal('union'), inputs: z.array(id).min(2).max(32), distinct: z.boolean().default(false) }),
  z.strictObject({ ...head, op: z.literal('window'), partition: columns.default([]), order: z.array(key).min(1).max(32), columns: named }),
  z.strictObject({ ...calling, op: z.literal('call') }),
  z.strictObject({ ...calling, op: z.literal('invoke') }),
])
export type WrittenStep = z.infer<typeof StepSchema>
export type SortKey = z.infer<typeof key>

/** A whole plan. Its result is the step named by `output`, the last one unless told. */
export const PlanSchema = z.strictObject({
  version: z.literal(1).default(1),
  /** What it is for, in the words of who asked. */
  task: z.string().max(2000).optional(),
  steps: z.array(StepSchema).min(1, 'a plan has at least one step').max(CAPS_OF_PLAN.steps, `a plan has at most ${CAPS_OF_PLAN.steps} steps`),
  output: id.optional(),
})
export type WrittenPlan = z.infer<typeof PlanSchema>
