// One step after the other: what is written becomes what it means.
import type { Resource } from '../catalog/record.ts'
import { suggestion } from '../core/nearest.ts'
import { resolveCall } from './resolve-call.ts'
import { columnFrom, type Expression, expressionFrom, type Scope, typedFrom, united, wordsOf } from './expression.ts'
import { measureFrom, windowFrom } from './measures.ts'
import type { SortKey, WrittenStep } from './plan.ts'
import type { Findings } from './problem.ts'
import type { Key, Step } from './step.ts'
import { type Column, typeOf } from './type.ts'

/** What a step may look at while it is checked. */
export interface Site {
  readonly known: ReadonlyMap<string, Resource>
  readonly budget: Scope['budget']
  readonly findings: Findings
  readonly inputs: readonly Step[]
}

type Written<O extends WrittenStep['op']> = Extract<WrittenStep, { op: O }>
type Resolver<O extends WrittenStep['op']> = (step: Written<O>, site: Site) => Step | undefined

const scopeOf = ({ inputs, budget }: Site): Scope => ({ columns: inputs[0]?.columns ?? [], budget })
const baseOf = ({ id }: { id: string }, { inputs }: Site) => ({ id, inputs: inputs.map((input) => input.id) })

/** The resource of an id. One that is not there and one that may not be seen read the same. */
export function resourceFrom(id: string, { known, findings }: Site): Resource | undefined {
  const found = known.get(id)
  if (found !== undefined) return found
  const last = (name: string): string => name.slice(name.lastIndexOf('.') + 1)
  const same = [...known.keys()].filter((name) => last(name) === last(id))
  return findings.at('resource').error('unknown-resource', `there is no resource "${id.slice(0, 200)}"; ${suggestion(id, same.length > 0 ? same.slice(0, 3) : [...known.keys()].slice(0, 2000)).slice(0, 400)}`)
}

/** The columns of a resource as a plan sees them. */
export const columnsOf = ({ details, overview }: Resource): Column[] => details.columns.map(({ name, type }) => ({ name, type: typeOf(type), origin: { resource: overview.id, column: name } }))

const scan: Resolver<'scan'> = (step, site) => {
  const resource = resourceFrom(step.resource, site)
  if (resource === undefined) return undefined
  if (!resource.overview.cap.includes('scan')) return site.findings.error('cap', `${step.resource} cannot be scanned; it can ${resource.overview.cap.join(', ') || 'do nothing here'}`)
  const all = columnsOf(resource)
  const columns = step.columns === undefined ? all : pick(step.columns, all, site.findings.at('columns'))
  if (columns.length === 0) return site.findings.error('columns', `no column of ${step.resource} is known`)
  return { ...baseOf(step, site), op: 'scan', resource, columns }
}

function pick(names: readonly string[], columns: readonly Column[], findings: Findings): Column[] {
  const found = names.flatMap((name) => indexesOf([name], columns, findings)).map((index) => columns[index] as Column)
  distinct(found.map(({ name }) => name), findings)
  return found
}

/** The places of columns by name; what is missing is said. */
function indexesOf(names: readonly string[], columns: readonly Column[], findings: Findings): number[] {
  return names.flatMap((name) => {
    const found = columnFrom(name, columns, findings)
    return found?.kind === 'col' ? [found.index] : []
  })
}

/** Names of one step differ in more than the case of their letters: SQLite would take them for one. */
export function distinct(names: readonly string[], findings: Findings): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name.toLowerCase())) findings.error('twice', `there are two columns called "${name}"; rename one with project, or give join a prefix`)
    seen.add(name.toLowerCase())
  }
}

const filter: Resolver<'filter'> = (step, site) => {
  const where = typedFrom(step.where, 'bool', scopeOf(site), site.findings.at('where'))
  return where && { ...baseOf(step, site), op: 'filter', where, columns: scopeOf(site).columns }
}

const project: Resolver<'project'> = (step, site) => {
  const { columns } = scopeOf(site)
  const wanted = step.columns.map((one) => (typeof one === 'string' ? { as: one, col: one } : one))
  const picks = indexesOf(wanted.map(({ col }) => col), columns, site.findings.at('columns'))
  distinct(wanted.map(({ as }) => as), site.findings.at('columns'))
  return { ...baseOf(step, site), op: 'project', picks, columns: picks.map((index, at) => ({ ...(columns[index] as Column), name: (wanted[at] as { as: string }).as })) }
}

const derive: Resolver<'derive'> = (step, site) => {
  const scope = scopeOf(site)
  const made = Object.entries(step.columns).map(([name, raw]) => [name, ownType(expressionFrom(raw, scope, site.findings.at(`columns.${name}`)), site.findings.at(`columns.${name}`))] as const)
  if (made.some(([, expression]) => expression === undefined)) return undefined
  const columns = [...scope.columns, ...made.map(([name, expression]) => ({ name, type: (expression as Expression).type as Column['type'] }))]
  distinct(columns.map(({ name }) => name), site.findings.at('columns'))
  return { ...baseOf(step, site), op: 'derive', made: made.map(([, expression]) => expression as Expression), columns }
}

const ownType = (expression: Expression | undefined, findings: Findings): Expression | undefined => (expression?.type === 'null' ? findings.error('type', 'say which type null has: ["cast", null, "int"]') : expression)

const join: Resolver<'join'> = (step, site) => {
  const [left, right] = site.inputs as [Step, Step]
  const on = step.on.map((one, at) => pairFrom(typeof one === 'string' ? [one, one] : one, [left, right], site.findings.at(`on[${at}]`)))
  const columns = [...left.columns, ...right.columns.map((column) => ({ ...column, name: `${step.prefix ?? ''}${column.name}` }))]
  distinct(columns.map(({ name }) => name), site.findings)
  return on.includes(undefined) ? undefined : { ...baseOf(step, site), op: 'join', kind: step.kind, on: on as [Expression, Expression][], columns }
}

function pairFrom([a, b]: readonly [string, string], [left, right]: readonly [Step, Step], findings: Findings): readonly Expression[] | undefined {
  const both = [columnFrom(a, left.columns, findings), columnFrom(b, right.columns, findings)]
  if (both.includes(undefined)) return undefined
  const same = united(both as Expression[])
  return same === undefined || same[0] === 'any' ? findings.error('type', `${a} is ${wordsOf(both[0] as Expression)} and ${b} is ${wordsOf(both[1] as Expression)}: cast one of them first`) : same[1]
}

const aggregate: Resolver<'aggregate'> = (step, site) => {
  const scope = scopeOf(site)
  const by = indexesOf(step.by, scope.columns, site.findings.at('by'))
  comparable(by, scope.columns, site.findings.at('by'))
  const measures = Object.entries(step.measures).map(([name, raw]) => measureFrom(name, raw, scope, site.findings.at(`measures.${name}`)))
  if (by.length + measures.length === 0) return site.findings.error('columns', 'it needs columns to group by, or measures: measures: { n: ["count"] }')
  const columns = [...by.map((index) => scope.columns[index] as Column), ...measures.flatMap((one) => (one === undefined ? [] : [{ name: one.name, type: one.type }]))]
  distinct(columns.map(({ name }) => name), site.findings)
  return { ...baseOf(step, site), op: 'aggregate', by, measures: measures.filter((one) => one !== undefined), columns }
}

/** Values of a source's own kind have no order and no equality that all sources share. */
function comparable(indexes: readonly number[], columns: readonly Column[], findings: Findings): void {
  for (const index of indexes) if (columns[index]?.type === 'any') findings.error('type', `${columns[index]?.name} cannot be compared: derive a cast of it first`)
}

function keysFrom(keys: readonly SortKey[], columns: readonly Column[], findings: Findings): Key[] {
  const indexes = indexesOf(keys.map(({ col }) => col), columns, findings)
  comparable(indexes, columns, findings)
  return indexes.map((index, at) => ({ index, desc: keys[at]?.dir === 'desc', nullsFirst: keys[at]?.nulls === 'first' }))
}

const sort: Resolver<'sort'> = (step, site) => ({ ...baseOf(step, site), op: 'sort', keys: keysFrom(step.keys, scopeOf(site).columns, site.findings.at('keys')), columns: scopeOf(site).columns })

const limit: Resolver<'limit'> = (step, site) => ({ ...baseOf(step, site), op: 'limit', rows: step.rows, offset: step.offset, columns: scopeOf(site).columns })

const union: Resolver<'union'> = (step, site) => {
  const [first, ...rest] = site.inputs as [Step, ...Step[]]
  const said = (columns: readonly Column[]): string => columns.map(({ name, type }) => `${name}:${type}`).join(', ')
  for (const other of rest) if (said(other.columns) !== said(first.columns)) site.findings.error('columns', `all inputs have the same columns: ${first.id} has ${said(first.columns)}; ${other.id} has ${said(other.columns)}`)
  if (step.distinct) comparable(first.columns.map((_, index) => index), first.columns, site.findings)
  return { ...baseOf(step, site), op: 'union', distinct: step.distinct, columns: first.columns.map(({ name, type }) => ({ name, type })) }
}

const window: Resolver<'window'> = (step, site) => {
  const scope = scopeOf(site)
  const partition = indexesOf(step.partition, scope.columns, site.findings.at('partition'))
  comparable(partition, scope.columns, site.findings.at('partition'))
  const made = Object.entries(step.columns).map(([name, raw]) => windowFrom(name, raw, scope, site.findings.at(`columns.${name}`)))
  const columns = [...scope.columns, ...made.flatMap((one) => (one === undefined ? [] : [{ name: one.name, type: one.type }]))]
  distinct(columns.map(({ name }) => name), site.findings)
  return { ...baseOf(step, site), op: 'window', partition, order: keysFrom(step.order, scope.columns, site.findings.at('order')), made: made.filter((one) => one !== undefined), columns }
}

/** How each operation is read. */
export const RESOLVERS: { readonly [O in WrittenStep['op']]: Resolver<O> } = {
  scan, filter, project, derive, join, aggregate, sort, limit, union, window,
  call: (step, site) => resolveCall(step, site), invoke: (step, site) => resolveCall(step, site),
}
