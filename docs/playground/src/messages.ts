// What the page and its worker say to each other.
import type { Level } from '../../../src/core/level.ts'
import type { Named } from './candidate.ts'

/** What the page asks. Every question has a number, and only the newest answer counts. */
export type Question =
  | { readonly id: number; readonly kind: 'folder'; readonly files: readonly Named[] }
  | { readonly id: number; readonly kind: 'zip'; readonly file: File }
  | { readonly id: number; readonly kind: 'pack'; readonly options: Options }

/** What can be chosen. */
export interface Options {
  /** `32000`, or `none` for everything. */
  readonly budget: string
  readonly task: string
  readonly format: string
  readonly lens: string
}

/** What the worker answers. */
export type Answer =
  | { readonly id: number; readonly kind: 'progress'; readonly doing: string; readonly done: number; readonly all: number }
  | { readonly id: number; readonly kind: 'opened'; readonly files: number }
  | ({ readonly id: number; readonly kind: 'packed' } & Result)
  | { readonly id: number; readonly kind: 'failed'; readonly message: string }

/** A context, and what became of every file. */
export interface Result {
  /** What it was made for: by the time it is shown somebody may have chosen something else. */
  readonly options: Options
  readonly text: string
  readonly tokens: number
  /** Tokens that the smallest answer needs, when the budget is too small for any. */
  readonly least?: number
  readonly rows: readonly Row[]
  readonly remarks: readonly string[]
}

/** One file of the folder. */
export interface Row {
  readonly path: string
  readonly level: Level
  /** Tokens that are shown of it. */
  readonly shown: number
  /** Tokens of all of it. */
  readonly whole: number
  /** Why it is a line at the most: `binary`. */
  readonly stub?: string
}
