// Checks a plan against the resources that its reader may see (S3.59): names, types, keys, and what is unwise.
import type { Resource } from '../catalog/record.ts'
import { suggestion } from '../core/nearest.ts'
import { advise } from './advise.ts'
import { CAPS_OF_PLAN, type WrittenPlan, type WrittenStep } from './plan.ts'
import { Findings, PlanError, type Problem } from './problem.ts'
import { RESOLVERS, type Site } from './resolve.ts'
import type { Plan, Step } from './step.ts'

/** What a check gives: the plan when it can run, and all that was found. */
export interface Checked {
  readonly plan?: Plan
  readonly problems: readonly Problem[]
}

/** Checks a plan. What is not among the resources does not exist for it, whatever the reason. */
export function check(written: WrittenPlan, resources: readonly Resource[]): Checked {
  const findings = new Findings()
  const known = new Map(resources.map((resource) => [resource.overview.id, resource]))
  const budget = { nodes: CAPS_OF_PLAN.nodes }
  const steps = new Map<string, Step | undefined>()
  written.steps.forEach((step, at) => {
    const here = findings.at(`steps[${at}] (${step.id})`)
    if (steps.has(step.id)) here.at('id').error('twice', `there are two steps called ${step.id}`)
    else steps.set(step.id, resolved(step, { known, budget, findings: here, inputs: inputsOf(step, { steps, before: written.steps[at - 1]?.id, findings: here }) }))
  })
  return finished(written, steps, findings)
}

/** The plan after its check; throws a PlanError when there is none. */
export function checked(written: WrittenPlan, resources: readonly Resource[]): Plan {
  const { plan, problems } = check(written, resources)
  if (plan === undefined) throw new PlanError(problems)
  return plan
}

function finished(written: WrittenPlan, steps: ReadonlyMap<string, Step | undefined>, findings: Findings): Checked {
  const output = written.output ?? (written.steps.at(-1) as WrittenStep).id
  if (!steps.has(output)) findings.at('output').error('unknown-step', `there is no step "${output}"; ${suggestion(output, [...steps.keys()])}`)
  if (findings.all.some(({ severity }) => severity === 'error')) return { problems: findings.all }
  const plan = pruned({ steps: [...steps.values()] as Step[], output })
  for (const { id } of written.steps) if (!plan.steps.some((step) => step.id === id)) findings.warn('unused', `the step ${id} is not used by the output ${output}`)
  advise(plan, findings)
  return { plan, problems: findings.all }
}

/** Only the steps that the output needs. */
function pruned({ steps, output }: Plan): Plan {
  const needed = new Set([output])
  for (const step of steps.toReversed()) if (needed.has(step.id)) for (const input of step.inputs) needed.add(input)
  return { steps: steps.filter(({ id }) => needed.has(id)), output }
}

function resolved(step: WrittenStep, site: Omit<Site, 'inputs'> & { readonly inputs: readonly Step[] | undefined }): Step | undefined {
  if (site.inputs === undefined) return undefined
  const found = site.findings.all.length
  const resolve = RESOLVERS[step.op] as (step: WrittenStep, site: Site) => Step | undefined
  const made = resolve(step, site as Site)
  return site.findings.all.slice(found).some(({ severity }) => severity === 'error') ? undefined : made
}

interface Above {
  readonly steps: ReadonlyMap<string, Step | undefined>
  readonly before: string | undefined
  readonly findings: Findings
}

/** The steps from which a step is made. Undefined when one is missing or is itself wrong: that was said where it stands. */
function inputsOf(step: WrittenStep, { steps, before, findings }: Above): readonly Step[] | undefined {
  const names = namesOf(step, before)
  if (names === undefined) return findings.error('unknown-step', `${step.op} needs a step before it`)
  for (const name of names) if (!steps.has(name)) findings.error('unknown-step', `there is no step "${name}" above; ${suggestion(name, [...steps.keys()])}`)
  const found = names.map((name) => steps.get(name))
  return found.includes(undefined) ? undefined : (found as Step[])
}

function namesOf(step: WrittenStep, before: string | undefined): readonly string[] | undefined {
  if (step.op === 'scan') return []
  if (step.op === 'join') return [step.left, step.right]
  if (step.op === 'union') return step.inputs
  // A call stands alone unless it is told whose rows it is made for.
  if (step.op === 'call' || step.op === 'invoke') return step.input === undefined ? [] : [step.input]
  const input = step.input ?? before
  return input === undefined ? undefined : [input]
}
