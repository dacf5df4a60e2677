// Steps after a check: every name is a place in a row, every expression has its type. Nothing is looked up any more.
import type { Resource } from '../catalog/record.ts'
import type { Expression } from './expression.ts'
import type { Column, Type } from './type.ts'

/** How rows are ordered by one column. */
export interface Key {
  readonly index: number
  readonly desc: boolean
  readonly nullsFirst: boolean
}

/** A number for each group, or for each row of a window. */
export interface Measure {
  readonly name: string
  readonly fn: string
  readonly arg?: Expression
  /** How far `lag` looks back. */
  readonly back?: number
  readonly type: Type
}

interface Base {
  readonly id: string
  readonly inputs: readonly string[]
  readonly columns: readonly Column[]
}

export type Step = Base & (
  | { readonly op: 'scan'; readonly resource: Resource }
  | { readonly op: 'filter'; readonly where: Expression }
  | { readonly op: 'project'; readonly picks: readonly number[] }
  | { readonly op: 'derive'; readonly made: readonly Expression[] }
  | { readonly op: 'join'; readonly kind: 'inner' | 'left'; readonly on: readonly (readonly [Expression, Expression])[] }
  | { readonly op: 'aggregate'; readonly by: readonly number[]; readonly measures: readonly Measure[] }
  | { readonly op: 'sort'; readonly keys: readonly Key[] }
  | { readonly op: 'limit'; readonly rows: number; readonly offset: number }
  | { readonly op: 'union'; readonly distinct: boolean }
  | { readonly op: 'window'; readonly partition: readonly number[]; readonly order: readonly Key[]; readonly made: readonly Measure[] }
  | { readonly op: 'call' } & Calling
  | { readonly op: 'invoke' } & Calling
)

/** A call with its arguments, and how often it may be made. */
interface Calling {
  readonly resource: Resource
  readonly args: readonly (readonly [string, Expression])[]
  readonly most: number
}

export type StepOf<O extends Step['op']> = Extract<Step, { op: O }>

/** A plan that was checked. */
export interface Plan {
  readonly steps: readonly Step[]
  readonly output: string
}

/** The step of an id; a checked plan names only what it has. */
export const stepOf = (plan: Plan, id: string): Step => plan.steps.find((step) => step.id === id) as Step
