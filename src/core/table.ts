import type { Stop } from './ports.ts'

/** What a cell holds. Whole numbers beyond 2^53 are bigints; times are ISO texts in UTC; lists and objects are JSON texts; bytes are hex after `\x`. */
export type Value = null | boolean | number | bigint | string

/** Rows with the names of their columns. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Value[])[]
  /** Which limit ended it early. */
  readonly cut?: 'rows' | 'bytes'
}

/** Where a question ends, whatever there is by then. */
export interface Limits {
  readonly rows: number
  readonly bytes: number
  readonly milliseconds: number
  readonly signal?: Stop
}
