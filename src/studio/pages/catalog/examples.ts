// Plans that fit what is in the catalogue, so that nobody begins with an empty page. Each of them was checked: what cannot run is not offered.
import { keyFinder } from '../../../catalog/find/joins.ts'
import type { Column, Resource } from '../../../catalog/record.ts'
import { shortType } from '../../../catalog/types.ts'
import { check, planFrom } from '../../../workspace/catalog/plans.ts'
import type { PlanExample } from '../../contract/catalog.ts'

/** Resources that are tried before a sort of example is given up. */
const TRIED = 40

/** Some plans, the simplest first. */
export function examplesFor(resources: readonly Resource[]): readonly PlanExample[] {
  const readable = resources.filter(({ overview }) => overview.cap.includes('scan'))
  const called = resources.filter(({ overview, details }) => overview.cap.includes('call') && details.call?.by === 'http' && details.call.method.toUpperCase() === 'GET')
  const made = [first(readable, rowsOf), first(readable, countsOf), first(readable, (resource) => joinedOf(resource, resources)), first(called, callOf)]
  return made.flatMap((example) => (example !== undefined && canRun(example.text, resources) ? [example] : []))
}

function first(resources: readonly Resource[], make: (resource: Resource) => PlanExample | undefined): PlanExample | undefined {
  for (const resource of resources.slice(0, TRIED)) {
    const example = make(resource)
    if (example !== undefined) return example
  }
  return undefined
}

function canRun(text: string, resources: readonly Resource[]): boolean {
  try {
    return check(planFrom(text), resources).plan !== undefined
  } catch {
    return false
  }
}

/** What JSON writes, YAML reads. */
const said = (value: unknown): string => JSON.stringify(value)

const planText = (task: string, steps: readonly string[]): string => `version: 1\ntask: ${said(task)}\nsteps:\n${steps.map((step) => `  - { ${step} }\n`).join('')}`
const nameOf = ({ overview }: Resource): string => overview.id.split('.').at(-1) ?? overview.id
const scanOf = (id: string, { overview }: Resource, columns: readonly Column[]): string => `id: ${id}, op: scan, resource: ${said(overview.id)}, columns: ${said(columns.map(({ name }) => name))}`

function rowsOf(resource: Resource): PlanExample | undefined {
  const columns = resource.details.columns.slice(0, 6)
  if (columns.length === 0) return undefined
  const task = `some rows of ${nameOf(resource)}`
  return { title: task, text: planText(task, [scanOf('rows', resource, columns), 'id: some, op: limit, rows: 20']) }
}

/** A column whose values are likely to repeat: text, and no key. */
const groupIn = ({ details }: Resource): Column | undefined => details.columns.find(({ type, pk, fk }) => shortType(type) === 'str' && pk !== true && fk === undefined)

function countsOf(resource: Resource): PlanExample | undefined {
  const group = groupIn(resource)
  if (group === undefined) return undefined
  const task = `how many ${nameOf(resource)} by ${group.name}`
  return { title: task, text: planText(task, [
    scanOf('rows', resource, [group]), `id: groups, op: aggregate, by: ${said([group.name])}, measures: { how_many: [count] }`,
    `id: most, op: sort, keys: [{ col: how_many, dir: desc, nulls: last }]`, 'id: best, op: limit, rows: 20',
  ]) }
}

function joinedOf(resource: Resource, resources: readonly Resource[]): PlanExample | undefined {
  const key = resource.details.columns.find(({ fk }) => fk !== undefined)
  const at = key?.fk === undefined ? undefined : keyFinder(resources)(resource.source, key.fk)
  const other = at === undefined ? undefined : resources[at]
  const to = other?.details.columns.find(({ name }) => name === key?.fk?.split(/[.#]/).at(-1))
  if (key === undefined || other === undefined || to === undefined || other === resource) return undefined
  const more = other.details.columns.filter((column) => column !== to).slice(0, 3)
  const own = resource.details.columns.filter((column) => column !== key).slice(0, 3)
  const task = `${nameOf(resource)} with their ${nameOf(other)}`
  return { title: task, text: planText(task, [
    scanOf('left_side', resource, [key, ...own]), scanOf('right_side', other, [to, ...more]),
    `id: both, op: join, left: left_side, right: right_side, on: ${said([[key.name, to.name]])}, prefix: other_`, 'id: some, op: limit, rows: 20',
  ]) }
}

function callOf({ overview, details }: Resource): PlanExample | undefined {
  if ((details.inputs ?? []).some(({ required }) => required === true)) return undefined
  const task = `what ${overview.title || overview.id} answers`
  return { title: task, text: planText(task, [`id: answer, op: call, resource: ${said(overview.id)}, args: {}`, 'id: some, op: limit, rows: 20']) }
}
