// What is allowed and unwise (S3.62): keys that no schema knows, whole wide tables, results without an end, filters without an index.
import { placeOf } from '../catalog/id.ts'
import type { Resource } from '../catalog/record.ts'
import type { Expression } from './expression.ts'
import type { Findings } from './problem.ts'
import { type Plan, type Step, stepOf, type StepOf } from './step.ts'
import type { Column } from './type.ts'

const WIDE = 20
const MANY = 1e6
const BIG = 1e5

/** Says what is unwise in a plan that can run. */
export function advise(plan: Plan, findings: Findings): void {
  plan.steps.forEach((step) => {
    const here = findings.at(`step ${step.id}`)
    if (step.op === 'join') keysOf(step, plan, here)
    if (step.op === 'scan') width(step, plan, here)
    if (step.op === 'filter') index(step, plan, here)
    if (step.op === 'limit' && !isSorted(step, plan)) here.warn('any-rows', 'a limit without a sort gives any rows; sort first when it matters which')
  })
  endless(plan, findings)
}

/** How many rows a resource has, as far as anybody knows. */
export const rowsOf = ({ overview }: Resource): number | undefined => (overview.shape.rows_est === undefined ? undefined : Number(overview.shape.rows_est))

function keysOf({ on, inputs }: StepOf<'join'>, plan: Plan, findings: Findings): void {
  const [left, right] = inputs.map((id) => stepOf(plan, id)) as [Step, Step]
  const scans = resourcesOf(plan)
  const pairs = on.map(([a, b]) => [columnOf(a, left), columnOf(b, right)] as const)
  if (pairs.some(([a, b]) => a?.origin === undefined || b?.origin === undefined || points(a.origin, b.origin, scans) || points(b.origin, a.origin, scans))) return
  const names = pairs.map(([a, b]) => `${a?.name} = ${b?.name}`).join(', ')
  findings.warn('join-keys', `no foreign key is known for ${names}; look at the keys of both in the catalogue`)
}

function columnOf(expression: Expression, step: Step): Column | undefined {
  const inner = expression.kind === 'fn' ? (expression.args[0] as Expression) : expression
  return inner.kind === 'col' ? step.columns[inner.index] : undefined
}

/** Whether a column refers to another one: by its own foreign key, or as part of one over several columns. */
function points(from: NonNullable<Column['origin']>, to: NonNullable<Column['origin']>, known: ReadonlyMap<string, Resource>): boolean {
  const [source, target] = [known.get(from.resource), known.get(to.resource)]
  if (source === undefined || target === undefined) return false
  const path = placeOf(target.overview.uri)?.path.join('.') ?? ''
  const isTarget = (name: string): boolean => name === to.resource || name === path || path.endsWith(`.${name}`)
  const fk = source.details.columns.find(({ name }) => name === from.column)?.fk
  if (fk !== undefined && (fk === `${to.resource}#${to.column}` || (fk.endsWith(`.${to.column}`) && isTarget(fk.slice(0, -to.column.length - 1))))) return true
  return (source.details.constraints.foreign_keys ?? []).some((key) => isTarget(key.to) && key.columns.some((name, at) => name === from.column && key.to_columns[at] === to.column))
}

const resourcesOf = (plan: Plan): ReadonlyMap<string, Resource> => new Map(plan.steps.flatMap((step) => ('resource' in step ? [[step.resource.overview.id, step.resource] as const] : [])))

function width({ resource, columns, id }: StepOf<'scan'>, plan: Plan, findings: Findings): void {
  if (columns.length <= WIDE || columns.length < resource.details.columns.length) return
  const narrowed = plan.steps.some((step) => step.inputs.includes(id) && (step.op === 'project' || step.op === 'aggregate'))
  if (!narrowed) findings.warn('select-all', `it reads all ${columns.length} columns of ${resource.overview.id}; name those that are needed in columns`)
}

function index({ where, inputs }: StepOf<'filter'>, plan: Plan, findings: Findings): void {
  const input = stepOf(plan, inputs[0] as string)
  if (input.op !== 'scan' || (rowsOf(input.resource) ?? 0) < BIG) return
  const used = columnsIn(where).map((at) => input.columns[at]?.origin?.column)
  const indexed = input.resource.details.columns.filter((column) => column.index !== undefined || column.pk === true).map(({ name }) => name)
  // Without any index known, nothing can be said: not every source tells of them.
  if (indexed.length > 0 && !used.some((name) => name !== undefined && indexed.includes(name))) findings.warn('no-index', `it filters about ${input.resource.overview.shape.rows_est} rows of ${input.resource.overview.id} without an index; indexed are ${indexed.slice(0, 5).join(', ')}`)
}

/** The columns that an expression looks at. */
export function columnsIn(expression: Expression): number[] {
  if (expression.kind === 'col') return [expression.index]
  return expression.kind === 'fn' ? expression.args.flatMap(columnsIn) : []
}

/** Whether the rows of a step have an order that somebody asked for. */
export function isSorted(step: Step, plan: Plan): boolean {
  const input = step.inputs.length === 1 ? stepOf(plan, step.inputs[0] as string) : undefined
  if (input === undefined || !['filter', 'derive', 'project', 'limit', 'sort'].includes(step.op)) return false
  return input.op === 'sort' || isSorted(input, plan)
}

/** A result may not be as long as a table of a million rows: somebody has to read it. */
function endless(plan: Plan, findings: Findings): void {
  const scans = plan.steps.filter((step) => step.op === 'scan')
  const large = scans.find(({ resource }) => (rowsOf(resource) ?? 0) > MANY)
  if (large !== undefined && !plan.steps.some(({ op }) => op === 'limit' || op === 'aggregate')) findings.warn('no-limit', `${large.resource.overview.id} has about ${large.resource.overview.shape.rows_est} rows, and nothing ends the result: add a limit, or an aggregate`)
}
