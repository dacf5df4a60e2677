// Runs a compiled plan: pieces go to the sources through their connectors, within one time limit; what is left is done here.
import type { Connector, Limits, OpenSource, Piece, SourceSpec, Table } from '../../catalog/ports.ts'
import type { Compiled } from '../../ir/compile.ts'
import { execute, type Executed } from '../../ir/execute.ts'
import { redactSecrets } from '../../guards/secrets.ts'
import { consented } from './consent.ts'
import type { OpenCatalog } from './open.ts'
import { opened } from './secrets.ts'
import { connectorNamed } from './sources.ts'
import { toldOf } from './told.ts'

/** Where a run ends. */
export interface PlanLimits {
  /** The most rows of the result. */
  readonly rows: number
  /** The most rows that a source gives when the rest of the plan runs here, and that one step makes. */
  readonly held: number
  readonly bytes: number
  readonly milliseconds: number
  readonly signal?: AbortSignal
}

/** What ends a run unless somebody says otherwise. */
export const PLAN_LIMITS = { rows: 1000, held: 200_000, bytes: 64 * 1024 * 1024, milliseconds: 30_000 } as const

/** A run that did not come to an end; the message shows no credentials. */
export class PlanFailed extends Error {
  override readonly name = 'PlanFailed'
}

/** Runs a plan on the sources of a catalogue. */
export async function runPlan(compiled: Compiled, { catalog, root, limits }: { readonly catalog: OpenCatalog; readonly root: string; readonly limits: PlanLimits }): Promise<Executed> {
  const specs = new Map((await catalog.store.sources()).map(({ spec }) => [spec.name, spec]))
  const end = performance.now() + limits.milliseconds
  const ask = async (source: string, piece: Piece, rows: number): Promise<Table> => {
    const connection = await reach(specs.get(source), source, root)
    return asked({ ...connection, whole: catalog.role?.full ?? true }, piece, { rows, bytes: limits.bytes, milliseconds: left(end, limits), ...(limits.signal === undefined ? {} : { signal: limits.signal }) })
  }
  return told(() => execute(compiled, {
    most: { result: limits.rows, held: limits.held, bytes: limits.bytes },
    piece: ({ source, piece, step, enough }) => ask(source, piece, step === compiled.plan.output ? limits.rows + 1 : Math.min(enough ?? Infinity, limits.held + 1)),
    call: (step, args) => ask(step.resource.source, { by: 'call', resource: step.resource, args }, limits.held + 1),
    stopped: () => { left(end, limits) },
  }))
}

/** The time that is left; throws when there is none, or when somebody stopped the run. */
function left(end: number, { milliseconds, signal }: PlanLimits): number {
  signal?.throwIfAborted()
  const rest = end - performance.now()
  if (rest <= 0) throw new PlanFailed(`the plan did not end within ${milliseconds / 1000} s: filter earlier, or raise --timeout`)
  return Math.ceil(rest)
}

interface Connection {
  readonly connector: Connector
  readonly source: OpenSource
}

/** Whoever asks, and whether they see the whole catalogue. */
interface Asking extends Connection {
  readonly whole: boolean
}

async function reach(spec: SourceSpec | undefined, name: string, root: string): Promise<Connection> {
  if (spec === undefined) throw new PlanFailed(`the source ${name} is not registered any more: add it with "fovea catalog add"`)
  if (!await consented(root, spec, 'reach')) throw new PlanFailed(`the source ${name} was not added on this machine: look at it with "fovea catalog list --json" and, if that is what you want, add it yourself with "fovea catalog add"`)
  return { connector: await connectorNamed(spec.type).load(), source: opened(spec, root) }
}

async function asked({ connector, source, whole }: Asking, piece: Piece, limits: Limits): Promise<Table> {
  if (connector.run === undefined) throw new PlanFailed(`${source.name}: a source of type ${connector.type} can be looked at, not asked for rows`)
  try {
    return await connector.run(source, piece, limits)
  } catch (error) {
    if (limits.signal?.aborted === true || error instanceof TypeError) throw error
    // What a database says of a question can name anything that it holds.
    const refused = (error as { reason?: unknown }).reason === 'question' && !whole
    throw new PlanFailed(`${source.name}: ${refused ? 'it refuses the question, and its words may name what this role does not see' : toldOf((error as Error).message, source)}`)
  }
}

const OURS = new Set(['PlanFailed', 'SourceDown', 'TooManyRows', 'TooManyBytes', 'TooManyCalls', 'Overflow'])

/** Whatever fails is told without secrets. */
async function told<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Error) || !OURS.has(error.name)) throw error
    throw new PlanFailed(redactSecrets(error.message).text)
  }
}
