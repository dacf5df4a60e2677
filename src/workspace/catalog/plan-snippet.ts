// Plans that cards show, judged: a whole plan by the checker of plans, a line by its names.
import { lineFault } from '../../catalog/line-plan.ts'
import type { Resource } from '../../catalog/record.ts'
import { check } from '../../ir/check.ts'
import { OPS } from '../../ir/ops.ts'
import { PlanError } from '../../ir/problem.ts'
import { planFrom } from '../../ir/read.ts'

/** Says what is wrong with the plan of a snippet; undefined when all is well. */
export function planJudge(resources: readonly Resource[]): (code: string) => string | undefined {
  const held = new Map(resources.map(({ overview, details }) => [overview.id, details.columns.map(({ name }) => name)]))
  return (code) => (/^\s*\{|^\s*steps\s*:/m.test(code) ? wholeFault(code, resources) : lineFault(code, { ops: OPS, columns: (id) => held.get(id) }))
}

function wholeFault(code: string, resources: readonly Resource[]): string | undefined {
  try {
    return check(planFrom(code), resources).problems.find(({ severity }) => severity === 'error')?.message
  } catch (error) {
    if (error instanceof PlanError) return error.message
    throw error
  }
}
