// Which steps run where the data is. A step goes there when all it is made from is there, when the source says that it takes such steps, and when they mean the same there.
import { placeOf } from '../catalog/id.ts'
import type { Resource } from '../catalog/record.ts'
import type { Expression } from './expression.ts'
import { type Dialect, sayable } from './sql/dialect.ts'
import { mysql } from './sql/mysql.ts'
import { postgres } from './sql/postgres.ts'
import { sqlite } from './sql/sqlite.ts'
import type { Plan, Step } from './step.ts'

const DIALECTS: Readonly<Record<string, Dialect>> = { pg: postgres, postgres, sqlite, mysql, mariadb: mysql }

/** The dialect that a resource speaks; undefined when it takes no queries. */
export function dialectOf({ overview }: Resource): Dialect | undefined {
  const engine = placeOf(overview.uri)?.engine ?? ''
  return Object.hasOwn(DIALECTS, engine) ? DIALECTS[engine] : undefined
}

/** Where a step runs when it does not run here. */
export interface There {
  readonly source: string
  readonly dialect: Dialect
  /** The resources that it reads. */
  readonly resources: readonly Resource[]
  /** `whole` when a limit may count on the order of the rows; `part` when a column of it was dropped. */
  readonly order?: 'whole' | 'part'
}

/** What may be sent to a source; a test can keep steps here. */
export type Allow = (step: Step) => boolean

/** The steps that run at sources, with where. */
export function split(plan: Plan, allow: Allow = () => true): ReadonlyMap<string, There> {
  const there = new Map<string, There>()
  for (const step of plan.steps) {
    const place = allow(step) ? placeFor(step, step.inputs.map((id) => (usesOf(plan, id) === 1 ? there.get(id) : undefined)), widthOf(plan, step)) : undefined
    if (place !== undefined) there.set(step.id, place)
  }
  return there
}

/** A step that several others use is made once and kept here. */
const usesOf = (plan: Plan, id: string): number => plan.steps.flatMap(({ inputs }) => inputs).filter((input) => input === id).length

const widthOf = (plan: Plan, { inputs }: Step): number => plan.steps.find(({ id }) => id === inputs[0])?.columns.length ?? 0

function placeFor(step: Step, inputs: readonly (There | undefined)[], width: number): There | undefined {
  if (step.op === 'scan') return scanned(step.resource)
  const [first] = inputs
  if (first === undefined || inputs.some((input) => input?.source !== first.source || input.dialect !== first.dialect)) return undefined
  const resources = inputs.flatMap((input) => (input as There).resources)
  if (!first.dialect.ops.has(step.op) || !resources.every((resource) => takes(resource, step))) return undefined
  if (!expressionsOf(step).every((expression) => sayable(expression, first.dialect))) return undefined
  const order = orderAfter(step, first.order, width)
  if (step.op === 'limit' && order === 'part') return undefined
  return { source: first.source, dialect: first.dialect, resources, ...(order === undefined ? {} : { order }) }
}

function scanned(resource: Resource): There | undefined {
  const dialect = dialectOf(resource)
  return dialect && { source: resource.source, dialect, resources: [resource] }
}

/** A sort orders by all columns, so an order is whole as long as none of them was dropped. */
function orderAfter(step: Step, order: There['order'], width: number): There['order'] {
  if (step.op === 'sort') return 'whole'
  if (step.op === 'project') return order === 'whole' && new Set(step.picks).size < width ? 'part' : order
  return step.op === 'filter' || step.op === 'derive' || step.op === 'limit' ? order : undefined
}

/** What the source says that it takes. */
function takes({ details: { pushdown } }: Resource, { op }: Step): boolean {
  if (op === 'filter' || op === 'aggregate' || op === 'window') return pushdown[op]
  if (op === 'join' || op === 'sort' || op === 'limit') return pushdown[op] === true
  return pushdown.project
}

/** All expressions of a step. */
function expressionsOf(step: Step): readonly Expression[] {
  if (step.op === 'filter') return [step.where]
  if (step.op === 'derive') return step.made
  if (step.op === 'join') return step.on.flat()
  if (step.op === 'aggregate') return step.measures.flatMap(({ arg }) => arg ?? [])
  if (step.op === 'window') return step.made.flatMap(({ arg }) => arg ?? [])
  return step.op === 'call' || step.op === 'invoke' ? step.args.map(([, value]) => value) : []
}
