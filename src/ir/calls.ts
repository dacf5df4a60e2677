// Calls for rows: which sets of arguments the rows of an input have, and how the answers meet the rows again.
import type { Table, Value } from '../catalog/ports.ts'
import { evaluator } from './evaluate.ts'
import { read } from './interpret.ts'
import type { StepOf } from './step.ts'
import { keyOfAll } from './value.ts'

type Row = readonly Value[]
type Calling = StepOf<'call' | 'invoke'>

/** A step that would make more calls than it may. */
export class TooManyCalls extends Error {
  override readonly name = 'TooManyCalls'
}

/** The different sets of arguments, in the order in which rows ask for them. Without an input there is one. */
export function argumentSets(step: Calling, input: readonly Row[] | undefined): Readonly<Record<string, Value>>[] {
  const sets = [...keyed(step, input ?? [[]]).values()]
  if (sets.length > step.most) throw new TooManyCalls(`the step ${step.id} would make ${sets.length} calls of ${step.resource.overview.id}, and it may make ${step.most}: filter its input, or raise max_calls (at most 1000)`)
  return sets
}

/** Arguments that are null are not given; a row that lacks what must be given asks for nothing. */
function keyed({ args, resource }: Calling, rows: readonly Row[]): Map<string, Record<string, Value>> {
  const values = args.map(([name, expression]) => [name, evaluator(expression)] as const)
  const required = (resource.details.inputs ?? []).filter((input) => input.required === true).map(({ name }) => name)
  return new Map(rows.flatMap((row): [string, Record<string, Value>][] => {
    const set = Object.fromEntries(values.map(([name, value]) => [name, value(row)] as const).filter(([, value]) => value !== null))
    return required.every((name) => Object.hasOwn(set, name)) ? [[keyOfAll(args.map(([name]) => set[name] ?? null)), set]] : []
  }))
}

/** Every row of the input beside every row of its answer. A row whose answer is empty is dropped, as in a join. */
export function answered(step: Calling, input: readonly Row[] | undefined, answers: readonly Table[]): { readonly rows: readonly Row[]; readonly misfits: ReadonlyMap<string, number> } {
  const columns = step.columns.slice(step.columns.length - step.resource.details.columns.length)
  const tables = answers.map((answer) => read(answer, columns))
  const misfits = new Map(tables.flatMap((table) => [...table.misfits]))
  if (input === undefined) return { rows: tables[0]?.rows ?? [], misfits }
  const places = new Map([...keyed(step, input).keys()].map((key, at) => [key, at]))
  return { rows: input.flatMap((row) => (tables[places.get([...keyed(step, [row]).keys()][0] ?? '?') ?? -1]?.rows ?? []).map((other) => [...row, ...other])), misfits }
}
