// A checked plan becomes pieces that sources run, and the steps that are left for here.
import type { Piece, Value } from '../catalog/ports.ts'
import type { Resource } from '../catalog/record.ts'
import { columnsIn } from './advise.ts'
import { argumentSets } from './calls.ts'
import { originOf } from './interpret.ts'
import { type Allow, split, type There } from './split.ts'
import { queryOf } from './sql/query.ts'
import type { Plan, Step, StepOf } from './step.ts'

/** A part of a plan that a source runs, in place of the steps that it covers. */
export interface PlanPiece {
  /** The step whose rows it gives. */
  readonly step: string
  readonly source: string
  readonly resources: readonly Resource[]
  readonly covers: readonly string[]
  readonly piece: Piece
  /** So many rows are enough, because a limit is all that reads them. */
  readonly enough?: number
}

/** A plan that is ready to run: what sources do, and what is done here afterwards, in order. */
export interface Compiled {
  readonly plan: Plan
  readonly pieces: readonly PlanPiece[]
  readonly local: readonly Step[]
}

/** What a compilation may be told. */
export interface CompileOptions {
  /** Keeps steps here that could run at a source. */
  readonly allow?: Allow
  /** The most rows of the result, and of a query whose rows are needed here; one more is asked for, so that a cut is noticed. */
  readonly most?: { readonly result: number; readonly held: number }
}

/** Compiles a checked plan: the longest beginnings that mean the same at their sources go there. */
export function compile(plan: Plan, { allow, most }: CompileOptions = {}): Compiled {
  const there = split(plan, allow)
  const roots = plan.steps.filter((step) => there.has(step.id) && isRoot(step, plan, there))
  const queries = roots.map((step) => queryPiece(plan, step, { place: there.get(step.id) as There, rows: step.id === plan.output ? most?.result : most?.held }))
  const scans = plan.steps.filter((step): step is StepOf<'scan'> => step.op === 'scan' && !there.has(step.id)).map(rowsPiece)
  return { plan, pieces: [...queries, ...scans].map((piece) => sufficient(piece, plan)), local: plan.steps.filter((step) => !there.has(step.id) && step.op !== 'scan') }
}

/** A step that runs there and whose reader does not. */
function isRoot({ id }: Step, plan: Plan, there: ReadonlyMap<string, There>): boolean {
  const readers = plan.steps.filter(({ inputs }) => inputs.includes(id))
  return id === plan.output || readers.length !== 1 || readers.some((reader) => !there.has(reader.id))
}

function queryPiece(plan: Plan, root: Step, { place: { dialect, source, resources }, rows }: { readonly place: There; readonly rows: number | undefined }): PlanPiece {
  const query = queryOf(plan, root, dialect, rows === undefined ? undefined : rows + 1)
  return { step: root.id, source, resources, covers: above(plan, root), piece: { by: 'sql', dialect: dialect.name, ...query } }
}

/** A limit that stands alone behind a piece needs no more rows than it gives. */
function sufficient(piece: PlanPiece, plan: Plan): PlanPiece {
  const [reader, ...more] = plan.steps.filter(({ inputs }) => inputs.includes(piece.step))
  return reader?.op === 'limit' && more.length === 0 && piece.step !== plan.output ? { ...piece, enough: reader.offset + reader.rows } : piece
}

function above(plan: Plan, step: Step): string[] {
  return [...step.inputs.flatMap((id) => above(plan, plan.steps.find((one) => one.id === id) as Step)), step.id]
}

/** All rows of a resource that takes no queries, with the columns that are used. */
function rowsPiece({ id, resource, columns }: StepOf<'scan'>): PlanPiece {
  return { step: id, source: resource.source, resources: [resource], covers: [id], piece: { by: 'rows', resource, columns: columns.map(originOf) } }
}

/** The arguments of a call that are known before anything runs; undefined when they come from rows. */
export function fixedArguments(step: StepOf<'call' | 'invoke'>): Readonly<Record<string, Value>> | undefined {
  return step.args.some(([, value]) => columnsIn(value).length > 0) ? undefined : argumentSets({ ...step, most: 1 }, undefined)[0]
}
