// Plans: looked at while they are written, and run when somebody asks for it. The operations are those of `fovea plan`; what they read from standard input is the text of the page.
import { number, text, UsageError } from '../../../core/field.ts'
import type { Operation } from '../../../operations/index.ts'
import { planCheck } from '../../../operations/plan/check.ts'
import { planExplain } from '../../../operations/plan/explain.ts'
import { planRun } from '../../../operations/plan/run.ts'
import type { Ran } from '../../contract.ts'
import type { PlanPageView } from '../../contract/catalog.ts'
import { defineQuestion, ran } from '../../page.ts'
import type { Room } from '../../room.ts'
import { examplesFor } from './examples.ts'
import { looking, lookingAs, withLook } from './role.ts'

/** Where a run from a page ends, whatever the page says. */
export const CAPS = { limit: 10_000, timeout: 60, bytes: 8 * 1024 * 1024 } as const

const planning = { plan: text('The plan itself, as JSON or YAML'), ...looking }

/** Runs an operation of plans on a text. */
async function planned({ operation, plan, more = {} }: { operation: unknown; plan: string; more?: object }, role: string | undefined, { context }: Room): Promise<Ran> {
  const { fields, run } = operation as Operation
  const others = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.otherwise]))
  return ran(await run({ ...others, ...more, plan: '-', role } as never, { ...context, stdin: async () => plan }))
}

/** Checks and explains a plan; without one it has some that would fit. */
export const plan = defineQuestion({
  path: '/catalog/plan.json', fields: planning,
  async run(input, room): Promise<PlanPageView> {
    const role = lookingAs(room, input.role)
    const written = input.plan ?? ''
    if (written.trim() === '') return { examples: await withLook(room, input, async ({ catalog }) => examplesFor(await catalog.resources())) }
    const check = await planned({ operation: planCheck, plan: written }, role, room) as NonNullable<PlanPageView['check']>
    if (!check.data.ok) return { check }
    return { check, explain: await planned({ operation: planExplain, plan: written }, role, room) as NonNullable<PlanPageView['explain']> }
  },
})

/** Runs a plan. It only reads, but it reaches sources, which an address alone does not ask for. */
export const planRows = defineQuestion({
  path: '/catalog/run.json', changes: true,
  fields: { ...planning, limit: number('The most rows', { otherwise: 1000 }), timeout: number('The most seconds', { otherwise: 30 }) },
  async run({ plan: written, limit = 0, timeout = 0, role }, room) {
    if ((written ?? '').trim() === '') throw new UsageError('write a plan: there is nothing to run')
    if (limit < 1 || limit > CAPS.limit) throw new UsageError(`a page shows 1 to ${CAPS.limit} rows, not ${limit}: take "fovea plan run" for more`)
    if (timeout < 1 || timeout > CAPS.timeout) throw new UsageError(`a run of a page has 1 to ${CAPS.timeout} seconds, not ${timeout}: take "fovea plan run" for more`)
    return planned({ operation: planRun, plan: written as string, more: { limit, timeout, maxBytes: CAPS.bytes } }, lookingAs(room, role), room)
  },
})
