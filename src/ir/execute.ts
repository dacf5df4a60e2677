// Runs a compiled plan with the hands that it is given: this file knows what comes after what, others know how to reach a source.
import type { Table, Value } from '../catalog/ports.ts'
import { answered, argumentSets } from './calls.ts'
import type { Compiled, PlanPiece } from './compile.ts'
import { apply, read, shown, TooManyRows } from './interpret.ts'
import { type Step, stepOf, type StepOf } from './step.ts'
import { type Watch, watchOf, weightOf } from './watch.ts'

type Row = readonly Value[]

/** What a run needs from outside, and where it ends. */
export interface Hands {
  /** The most rows of the result, and of a step that others need; the most bytes of the texts that steps make here, and of the result. */
  readonly most: { readonly result: number; readonly held: number; readonly bytes?: number }
  piece(piece: PlanPiece): Promise<Table>
  call(step: StepOf<'call' | 'invoke'>, args: Readonly<Record<string, Value>>): Promise<Table>
  /** Throws when the run was stopped. */
  stopped?(): void
}

/** What a run gave. */
export interface Executed {
  readonly table: Table
  /** What the reader should know of it, in sentences. */
  readonly notes: readonly string[]
}

/** The result of a plan. When a source gives more than may be held and the rest needs all of it, it throws instead of giving a part for the whole. */
export async function execute(compiled: Compiled, hands: Hands): Promise<Executed> {
  const { bytes = Infinity, held } = hands.most
  const run: Run = { compiled, hands, notes: [], done: new Map(), watch: watchOf({ most: held, bytes, stopped: () => hands.stopped?.() }) }
  for (const step of compiled.plan.steps) {
    hands.stopped?.()
    const piece = compiled.pieces.find((one) => one.step === step.id)
    if (piece !== undefined) run.done.set(step.id, await fromSource(piece, step, run))
    else if (compiled.local.includes(step)) run.done.set(step.id, await here(step, run))
    forget(step, run)
  }
  const output = stepOf(compiled.plan, compiled.plan.output)
  const rows = run.done.get(output.id) as readonly Row[]
  const fitting = within(rows.slice(0, hands.most.result), bytes)
  const cut = fitting.length < Math.min(rows.length, hands.most.result) ? 'bytes' : run.cut ?? (rows.length > hands.most.result ? 'rows' : undefined)
  const table = shown(output, fitting)
  return { table: cut === undefined ? table : { ...table, cut }, notes: run.notes }
}

/** The first rows whose texts fit. */
function within(rows: readonly Row[], bytes: number): readonly Row[] {
  let left = bytes
  const end = rows.findIndex((row) => (left -= weightOf(row)) < 0)
  return end < 0 ? rows : rows.slice(0, end)
}

/** Rows that no later step needs are let go. */
function forget({ id, inputs }: Step, { compiled: { plan, local }, done }: Run): void {
  const later = local.slice(local.findIndex((one) => one.id === id) + 1)
  for (const input of inputs) if (input !== plan.output && !later.some((one) => one.inputs.includes(input))) done.delete(input)
}

interface Run {
  readonly compiled: Compiled
  readonly hands: Hands
  readonly notes: string[]
  readonly done: Map<string, readonly Row[]>
  readonly watch: Watch
  /** Which limit ended the result itself. */
  cut?: 'rows' | 'bytes'
}

async function fromSource(piece: PlanPiece, step: Step, run: Run): Promise<readonly Row[]> {
  const table = await run.hands.piece(piece)
  // A query names its columns as the step does; rows of a file have the names of the file.
  const { rows, misfits } = piece.piece.by === 'sql' ? read(table, step.columns, ({ name }) => name) : read(table, step.columns)
  note(misfits, step, run)
  const isResult = step.id === run.compiled.plan.output
  const { result, held } = run.hands.most
  if (piece.enough !== undefined && rows.length >= piece.enough) return rows.slice(0, piece.enough)
  const cut = table.cut ?? (rows.length > (isResult ? result : held) ? 'rows' : undefined)
  if (cut !== undefined && !isResult) throw new TooManyRows(`${piece.source} gives more than ${cut === 'rows' ? `${held} rows` : 'the allowed bytes'} for the step ${step.id}, and the rest of the plan needs all of them: filter or aggregate earlier, or raise the cap`)
  if (cut !== undefined) run.cut = cut
  return rows
}

async function here(step: Step, run: Run): Promise<readonly Row[]> {
  const inputs = step.inputs.map((id) => run.done.get(id) as readonly Row[])
  if (step.op === 'scan') throw new TypeError(`the scan ${step.id} has no piece`)
  if (step.op === 'call' || step.op === 'invoke') return called(step, inputs[0], run)
  const { held } = run.hands.most
  const rows = apply(step, inputs, run.watch)
  if (rows.length > held) throw new TooManyRows(`the step ${step.id} makes more than ${held} rows: filter earlier, or raise the cap`)
  return rows
}

async function called(step: StepOf<'call' | 'invoke'>, input: readonly Row[] | undefined, run: Run): Promise<readonly Row[]> {
  const answers: Table[] = []
  for (const args of argumentSets(step, input)) {
    run.hands.stopped?.()
    const answer = await run.hands.call(step, args)
    if (answer.cut !== undefined) run.notes.push(`an answer of ${step.resource.overview.id} was cut at the limit of ${answer.cut}: the result may miss rows`)
    answers.push(answer)
  }
  const { rows, misfits } = answered(step, input, answers)
  note(misfits, step, run)
  return rows
}

function note(misfits: ReadonlyMap<string, number>, step: Step, { notes }: Run): void {
  for (const [name, count] of misfits) notes.push(`${count} of the values in ${name} (step ${step.id}) are not of type ${step.columns.find((column) => column.name === name)?.type}: they count as null`)
}
