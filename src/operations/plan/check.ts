import { counted } from '../../core/names.ts'
import type { Checked, Plan } from '../../workspace/catalog/plans.ts'
import { defineOperation, EXIT, type Outcome } from '../operation.ts'
import { diagnosticsOf, planning, Unusable, withPlan } from './reading.ts'

/** Checks a plan and runs nothing. */
export const planCheck = defineOperation({
  name: 'plan check',
  title: 'Check a plan against the catalogue',
  doc: 'Names of resources and columns, types, keys of joins, and what is unwise: whole wide tables, results without an end, filters without an index. Nothing runs. The exit code is 6 when the plan cannot be used.',
  examples: ['fovea plan check revenue.yaml', 'fovea plan check - --json < plan.json'],
  fields: planning,
  run: (input, context) => withPlan(context, input, async ({ checked }) => verdict(checked)).catch((error: unknown) => {
    // A text that is no plan at all is a plan that cannot be used, too.
    if (error instanceof Unusable) return verdict(error)
    throw error
  }),
})

function verdict({ plan, problems }: Pick<Checked, 'problems'> & { readonly plan?: Plan | undefined }): Outcome {
  const output = plan?.steps.find(({ id }) => id === plan.output)
  const columns = output?.columns.map(({ name, type }) => `${name}:${type}`) ?? []
  const text = output === undefined ? `${counted(problems.filter(({ severity }) => severity === 'error').length, 'mistake')}: the plan cannot be used` : `the plan can run: ${counted(plan?.steps.length ?? 0, 'step')}, result ${columns.join(', ')}`
  return { text: [`${text}\n`], data: { ok: plan !== undefined, result: columns, problems }, diagnostics: diagnosticsOf(problems), exit: plan === undefined ? EXIT.stale : EXIT.ok }
}
