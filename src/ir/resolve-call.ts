// Calls: an operation of an API, a tool, a function. Alone it is called once; with an input once for each set of arguments that its rows have.
import type { Input, Resource } from '../catalog/record.ts'
import { suggestion } from '../core/nearest.ts'
import { expressionFrom } from './expression.ts'
import type { WrittenStep } from './plan.ts'
import { columnsOf, distinct, resourceFrom, type Site } from './resolve.ts'
import type { Step, StepOf } from './step.ts'

/** How many calls a step makes at the most unless it is told. */
export const CALLS = 100

type Calling = Extract<WrittenStep, { op: 'call' | 'invoke' }>

/** Reads a call or an invocation. */
export function resolveCall(step: Calling, site: Site): Step | undefined {
  const resource = resourceFrom(step.resource, site)
  if (resource === undefined || !fits(step, resource, site)) return undefined
  const args = argsFrom(step, resource, site)
  const own = columnsOf(resource).map((column) => ({ ...column, name: `${step.prefix ?? ''}${column.name}` }))
  const columns = [...(site.inputs[0]?.columns ?? []), ...own]
  if (own.length === 0) return site.findings.error('columns', `${step.resource} does not say what it gives, so nothing can be done with it`)
  distinct(columns.map(({ name }) => name), site.findings)
  return { id: step.id, inputs: site.inputs.map(({ id }) => id), op: step.op as 'call', resource, args, columns, most: step.input === undefined ? 1 : (step.max_calls ?? CALLS) }
}

/** HTTP is called, tools and functions are invoked. What can change something has neither capability, so plans only read. */
function fits({ op, resource: id }: Calling, { details: { call }, overview: { cap } }: Resource, { findings }: Site): boolean {
  const way = call === undefined || call.by === 'text' ? undefined : call.by === 'http' ? 'call' : 'invoke'
  if (way === undefined) findings.error('cap', `${id} cannot be called`)
  else if (way !== op) findings.error('cap', `${id} takes ${way}, not ${op}`)
  else if (!cap.includes(op)) findings.error('read-only', `${id} can change data, or does not say how it is called: plans only read`)
  else return true
  return false
}

function argsFrom(step: Calling, { details }: Resource, site: Site): StepOf<'call' | 'invoke'>['args'] {
  const inputs = details.inputs ?? []
  const scope = { columns: site.inputs[0]?.columns ?? [], budget: site.budget }
  for (const { name, required } of inputs) if (required === true && !Object.hasOwn(step.args, name)) site.findings.at('args').error('arguments', `${step.resource} needs "${name}"`)
  return Object.entries(step.args).flatMap(([name, raw]) => {
    const here = site.findings.at(`args.${name.slice(0, 80)}`)
    const input = inputs.find((one) => one.name === name)
    if (input === undefined) here.error('unknown-argument', `${step.resource} takes no "${name.slice(0, 80)}"; ${suggestion(name.slice(0, 80), inputs.map((one) => one.name))}`)
    const value = expressionFrom(raw, scope, here)
    if (value === undefined || input === undefined) return []
    if (value.kind === 'lit') listed(String(value.value), input, here)
    return [[name, value] as const]
  })
}

function listed(value: string, { values }: Input, findings: Site['findings']): void {
  if (values !== undefined && values.length > 0 && !values.includes(value)) findings.error('arguments', `"${value.slice(0, 80)}" is not accepted; ${suggestion(value.slice(0, 80), values)}`)
}
