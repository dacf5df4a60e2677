// What a plan will do, before it does it: for each source the piece that it runs, what is left for here, what it may cost, and what is unwise.
import type { Piece, Value } from '../catalog/ports.ts'
import type { Resource } from '../catalog/record.ts'
import { rowsOf } from './advise.ts'
import { type Compiled, fixedArguments } from './compile.ts'
import type { Expression } from './expression.ts'
import type { Problem } from './problem.ts'
import { type Step, stepOf, type StepOf } from './step.ts'

/** Where a run ends, for whoever reads an explanation. */
export interface Caps {
  readonly rows: number
  readonly bytes: number
  readonly milliseconds: number
}

/** What a resource costs, as far as the catalogue knows. */
export interface Cost {
  readonly resource: string
  readonly rows_est?: number
  readonly latency_ms_p50?: number
  readonly egress_mb?: number
}

/** A part that a source runs. */
export interface ExplainedPiece {
  readonly source: string
  readonly by: 'sql' | 'rows' | 'call'
  readonly steps: readonly string[]
  readonly cost: readonly Cost[]
  readonly dialect?: string
  readonly sql?: string
  readonly parameters?: readonly (string | number | boolean | null)[]
  readonly columns?: readonly string[]
  /** `GET /users/{id}`, the name of a tool or of a function. */
  readonly call?: string
  /** An argument that rows decide is shown as the expression it comes from. */
  readonly args?: Readonly<Record<string, string>>
  readonly most_calls?: number
}

/** A plan explained, as data. */
export interface Explained {
  readonly result: readonly string[]
  readonly pieces: readonly ExplainedPiece[]
  readonly local: readonly { readonly step: string; readonly op: string; readonly inputs: readonly string[] }[]
  readonly caps: Caps
  /** Personal data in the result: `email (contact)`. What a role may not see is not in a plan at all. */
  readonly personal: readonly string[]
  /** What the owners of the resources warn of. */
  readonly anti_patterns: readonly { readonly resource: string; readonly text: string }[]
  readonly warnings: readonly Problem[]
}

/** Explains a compiled plan. */
export function explain(compiled: Compiled, caps: Caps, problems: readonly Problem[] = []): Explained {
  const { plan } = compiled
  const output = stepOf(plan, plan.output)
  const calls = compiled.local.filter((step): step is StepOf<'call' | 'invoke'> => step.op === 'call' || step.op === 'invoke')
  const resources = resourcesIn(plan.steps)
  return {
    result: output.columns.map(({ name, type }) => `${name}:${type}`),
    pieces: [...compiled.pieces.map(({ source, covers, piece, resources: read }) => ({ source, by: piece.by, steps: covers, cost: read.map(costOf), ...bodyOf(piece) })), ...calls.map(callOf)],
    local: compiled.local.filter((step) => !calls.includes(step as never)).map(({ id, op, inputs }) => ({ step: id, op, inputs })),
    caps, personal: personalIn(output, resources),
    anti_patterns: resources.flatMap(({ overview, details }) => details.usage.anti_patterns.map((text) => ({ resource: overview.id, text }))),
    warnings: problems.filter(({ severity }) => severity === 'warning'),
  }
}

const resourcesIn = (steps: readonly Step[]): Resource[] => [...new Map(steps.flatMap((step) => ('resource' in step ? [[step.resource.overview.id, step.resource] as const] : []))).values()]

function costOf(resource: Resource): Cost {
  const rows = rowsOf(resource)
  return { resource: resource.overview.id, ...(rows === undefined ? {} : { rows_est: rows }), ...resource.overview.cost_hint } as Cost
}

function bodyOf(piece: Piece): Partial<ExplainedPiece> {
  if (piece.by === 'sql') return { dialect: piece.dialect, sql: piece.sql, parameters: piece.parameters.map(plain) }
  return piece.by === 'rows' && piece.columns !== undefined ? { columns: piece.columns } : {}
}

/** JSON has no bigints. */
const plain = (value: Value): string | number | boolean | null => (typeof value === 'bigint' ? String(value) : value)

function callOf(step: StepOf<'call' | 'invoke'>): ExplainedPiece {
  const fixed = fixedArguments(step)
  const args = Object.fromEntries(step.args.map(([name, value]) => [name, fixed === undefined ? written(value) : JSON.stringify(plain(fixed[name] ?? null))]))
  return { source: step.resource.source, by: 'call', steps: [step.id], cost: [costOf(step.resource)], call: wayOf(step.resource), args, most_calls: step.most }
}

function wayOf({ details: { call }, overview }: Resource): string {
  if (call?.by === 'http') return `${call.method.toUpperCase()} ${call.path}`
  return call?.by === 'mcp' ? call.tool : call?.by === 'function' ? call.name : overview.id
}

/** An expression as it would be typed. */
function written(expression: Expression): string {
  if (expression.kind === 'col') return expression.name
  return expression.kind === 'lit' ? JSON.stringify(plain(expression.value)) : `${expression.fn}(${expression.args.map(written).join(', ')})`
}

function personalIn({ columns }: Step, resources: readonly Resource[]): string[] {
  return columns.flatMap(({ name, origin }) => {
    const pii = resources.find(({ overview }) => overview.id === origin?.resource)?.details.columns.find((column) => column.name === origin?.column)?.pii
    return pii === undefined || pii === 'none' ? [] : [`${name} (${pii})`]
  })
}
