import { resolve } from 'node:path'
import { choice, number, text, UsageError } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import type { Table } from '../../catalog/ports.ts'
import { compile, type Executed, golden, isOrderedPlan, type Plan, PLAN_LIMITS, PlanFailed, type PlanLimits, runPlan } from '../../workspace/catalog/plans.ts'
import { type Context, defineOperation, EXIT } from '../operation.ts'
import { plain, printed, ROW_FORMATS, type RowFormat } from './print.ts'
import { diagnosticsOf, planning, planOf, type Read, warningsOf, withPlan } from './reading.ts'

/** Runs a plan. */
export const planRun = defineOperation({
  name: 'plan run',
  title: 'Run a plan and give its rows',
  doc: 'Sources run what they can, the rest runs here, and nothing is ever changed anywhere. A result that was cut at --limit says so; when a source gives more than the rest of the plan may hold, the run fails instead of giving a part for the whole. With --golden the result is kept in a file the first time and compared with it later: the exit code is 6 when it differs.',
  examples: ['fovea plan run revenue.yaml', 'fovea plan run revenue.yaml --format csv --limit 100000', 'fovea plan run revenue.yaml --golden test/revenue.golden.json'],
  fields: {
    ...planning,
    limit: number('The most rows of the result', { short: 'n', otherwise: PLAN_LIMITS.rows, sign: 'N' }),
    timeout: number('The most seconds', { otherwise: PLAN_LIMITS.milliseconds / 1000, sign: 'SECONDS' }),
    maxRows: number('The most rows that a source gives when the rest of the plan runs here', { otherwise: PLAN_LIMITS.held, sign: 'N' }),
    maxBytes: number('The most bytes that a source gives, that steps make here, and of the result', { otherwise: PLAN_LIMITS.bytes, sign: 'N' }),
    format: choice('How rows are written', { choices: ROW_FORMATS, otherwise: 'table' }),
    golden: text('Keep the result in this file, or compare it with what is there', { sign: 'FILE' }),
  },
  run: (input, context) => withPlan(context, input, async (read) => {
    const plan = planOf(read.checked)
    const executed = await executedBy(read, plan, limitsOf(input, context))
    const { table, notes } = executed
    const verdict = input.golden === undefined ? undefined : judged(resolve(context.cwd, input.golden), plan, executed)
    return {
      text: printed(table, input.format as RowFormat), framed: input.format === 'json' || input.format === 'jsonl', data: { columns: table.columns, rows: table.rows.map((row) => row.map(plain)), ...(table.cut === undefined ? {} : { cut: table.cut }), notes },
      diagnostics: diagnosticsOf(warningsOf(read.checked.problems)), report: [...notes, ...cutSentence(table), ...(verdict?.report ?? [])], exit: verdict?.exit ?? EXIT.ok,
    }
  }),
})

interface Input {
  readonly limit: number | undefined
  readonly timeout: number | undefined
  readonly maxRows: number | undefined
  readonly maxBytes: number | undefined
}

function limitsOf({ limit, timeout, maxRows, maxBytes }: Input, { signal }: Context): PlanLimits {
  const limits = { rows: limit ?? PLAN_LIMITS.rows, held: maxRows ?? PLAN_LIMITS.held, bytes: maxBytes ?? PLAN_LIMITS.bytes, milliseconds: (timeout ?? 0) * 1000 || PLAN_LIMITS.milliseconds }
  for (const [name, value] of Object.entries({ limit: limits.rows, 'max-rows': limits.held, 'max-bytes': limits.bytes, timeout: limits.milliseconds })) if (!(value > 0)) throw new UsageError(`--${name} must be more than 0`)
  return { ...limits, ...(signal === undefined ? {} : { signal }) }
}

const executedBy = ({ catalog, workspace }: Read, plan: Plan, limits: PlanLimits): Promise<Executed> =>
  runPlan(compile(plan, { most: { result: limits.rows, held: limits.held } }), { catalog, root: workspace.root, limits })

const cutSentence = ({ cut, rows }: Table): string[] => (cut === undefined ? [] : [`the result was cut after ${rows.length} rows by the limit of ${cut}: raise ${cut === 'rows' ? '--limit' : '--max-bytes'} for more`])

function judged(file: string, plan: Plan, { table }: Executed): { readonly report: readonly string[]; readonly exit: number } {
  if (table.cut !== undefined) throw new PlanFailed('a result that was cut is no golden result: raise --limit, or let the plan end itself')
  const found = golden(file, table, isOrderedPlan(plan))
  if (found === 'written') return { report: [`the golden result was written: ${counted(table.rows.length, 'row')}`], exit: EXIT.ok }
  return found.length === 0 ? { report: ['the result is the golden one'], exit: EXIT.ok } : { report: ['the result differs from the golden one; remove the file to keep the new one', ...found], exit: EXIT.stale }
}
