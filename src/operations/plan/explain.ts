import { relative, resolve } from 'node:path'
import { text } from '../../core/field.ts'
import { artefacts, compile, explain, type Explained, explainText, PLAN_LIMITS, writeArtefacts } from '../../workspace/catalog/plans.ts'
import { defineOperation } from '../operation.ts'
import { diagnosticsOf, planning, planOf, type Read, warningsOf, withPlan } from './reading.ts'

/** Says what a plan will do. */
export const planExplain = defineOperation({
  name: 'plan explain',
  title: 'Say what each source will run, what is done here, and what it may cost',
  doc: 'For each source the query or the calls with what is bound to them, how many rows and how much time the catalogue expects, the limits, personal data in the result and what is unwise. Nothing runs.',
  examples: ['fovea plan explain revenue.yaml', 'fovea plan explain revenue.yaml --json'],
  fields: planning,
  run: (input, context) => withPlan(context, input, async (read) => {
    const explained = explainedOf(read)
    return { text: [explainText(explained)], data: explained }
  }),
})

/** Writes down what a plan compiles to. */
export const planCompile = defineOperation({
  name: 'plan compile',
  title: 'Compile a plan to queries and calls',
  doc: 'PostgreSQL and SQLite get the longest beginning of the plan that means the same there, as one query with bound parameters; MySQL gets what is certain; APIs and skills get calls. With --out the files plan.yaml, plan.sql and explain.md are written. Nothing runs.',
  examples: ['fovea plan compile revenue.yaml', 'fovea plan compile revenue.yaml --out plans/revenue'],
  fields: { ...planning, out: text('Write plan.yaml, plan.sql and explain.md into this folder', { sign: 'FOLDER' }) },
  run: (input, context) => withPlan(context, input, async (read) => {
    const explained = explainedOf(read)
    const files = artefacts(read.written, explained)
    const problems = diagnosticsOf(warningsOf(read.checked.problems))
    if (input.out === undefined) return { text: [files['plan.sql'] ?? ''], data: explained.pieces, diagnostics: problems }
    const written = writeArtefacts(resolve(context.cwd, input.out), files).map((file) => relative(context.cwd, file))
    return { text: written.map((file) => `${file}\n`), data: { written }, diagnostics: problems }
  }),
})

const explainedOf = ({ checked }: Read): Explained => explain(compile(planOf(checked), { most: { result: PLAN_LIMITS.rows, held: PLAN_LIMITS.held } }), PLAN_LIMITS, checked.problems)
