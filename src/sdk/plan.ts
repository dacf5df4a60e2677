// A plan in a program's hands.
import type { Table } from '../catalog/ports.ts'
import type { OpenCatalog } from '../workspace/catalog/index.ts'
import { check, compile, explain, explainText, PLAN_LIMITS, PlanError, planFrom, type PlanLimits, runPlan } from '../workspace/catalog/plans.ts'

/** A plan that was checked against what its reader may see. */
export interface Plan {
  /** What should be known of it: a filter without an index, a join without keys. */
  readonly warnings: readonly string[]
  /** What each source runs, what runs here, and what it costs. */
  explain(): string
  /** The rows, within the limits. Nothing is changed anywhere. */
  execute(limits?: Partial<PlanLimits>): Promise<Table>
}

/** Reads and checks a plan. */
export async function planFor(text: string, { open, root }: { readonly open: OpenCatalog; readonly root: string }): Promise<Plan> {
  const { plan, problems } = check(planFrom(text), await open.resources())
  if (plan === undefined) throw new PlanError(problems)
  return {
    warnings: problems.map(({ message }) => message),
    explain: () => explainText(explain(compile(plan), CAPS, problems)),
    execute: async (given = {}) => {
      const limits = { ...PLAN_LIMITS, ...given }
      return (await runPlan(compile(plan, { most: { result: limits.rows, held: limits.held } }), { catalog: open, root, limits })).table
    },
  }
}

const CAPS = { rows: PLAN_LIMITS.rows, held: PLAN_LIMITS.held, bytes: PLAN_LIMITS.bytes, milliseconds: PLAN_LIMITS.milliseconds }
