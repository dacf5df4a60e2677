/** How a store is. `whole` needs nothing; `older` and `broken` can be mended; `newer` and `unreadable` are left to their owner; what is `left over` or `in use` is only there while somebody writes. */
export type Condition = 'whole' | 'older' | 'newer' | 'broken' | 'missing' | 'unreadable' | 'left over' | 'in use'

/** One file that Fovea keeps, or a folder of them. */
export interface StoreState {
  readonly store: string
  /** What people made; everything else can be worked out again. */
  readonly yours: boolean
  /** From the folder, with `~` for the home. */
  readonly file: string
  readonly state: Condition
  readonly bytes: number
  readonly records?: number
  readonly version?: string
  /** In words. */
  readonly found: string
  readonly next?: string
}

/** A store, and how it is mended. */
export interface Finding {
  readonly store: StoreState
  /** What a repair would do. */
  readonly plan: readonly string[]
  /** Does it and says what was done; nothing when somebody else was first. */
  mend(): readonly string[]
}

/** Nothing is to be done, or nothing can be done by us. */
export const asItIs = (store: StoreState): Finding => ({ store, plan: [], mend: () => [] })

/** Whether somebody must look after it. */
export const isAmiss = ({ yours, state }: StoreState): boolean => yours && (state === 'broken' || state === 'missing' || state === 'newer' || state === 'unreadable')

/** The step that people are told of. */
export const REPAIR = 'run "fovea doctor --repair"'
