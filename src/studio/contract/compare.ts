// Two contexts side by side.
import type { Problem } from './asking.ts'
import type { Decided, Whole } from './context.ts'

/** What became of a file from one side to the other. */
export type Difference = 'more' | 'less' | 'changed' | 'onlyA' | 'onlyB'

/** Two contexts side by side. */
export interface CompareView {
  readonly a: SideView
  readonly b: SideView
  /** Files for each kind of difference, in the order more, less, changed, only in A, only in B. */
  readonly counts: readonly number[]
  /** Files of which both show the same. */
  readonly same: number
  /** Sentences, the totals first. */
  readonly summary: readonly string[]
  readonly files: CompareFiles
  /** Absent when a side has no budget. */
  readonly saving?: SavingView
}

/** One of them. */
export interface SideView extends Decided, Whole {
  readonly tokens: number
  readonly files: number
  /** In hex; absent for the files on disk. */
  readonly commit?: string
  readonly summary: readonly string[]
  readonly problems: readonly Problem[]
}

/** Files that differ, one column each, in the order of paths. */
export interface CompareFiles {
  readonly path: readonly string[]
  /** Place among more, less, changed, only in A, only in B. */
  readonly change: readonly number[]
  /** Place in `LEVELS`; -1 where there is no such file. */
  readonly levelA: readonly number[]
  readonly levelB: readonly number[]
  readonly costA: readonly number[]
  readonly costB: readonly number[]
  /** Rows whose file has other content on the other side, which only commits make. */
  readonly edited: readonly number[]
}

/** What a reader of A saves. */
export interface SavingView {
  /** Tokens of B that a prompt cache keeps, and their share: 0 to 1. */
  readonly prefix: number
  readonly share: number
  /** Where they part, from 1; 0 when they do not. */
  readonly line: number
  readonly path: string | null
  /** Tokens of a delta, and of B as a whole. */
  readonly delta: number
  readonly whole: number
  readonly unchanged: number
  readonly files: number
}

/** The texts of one file on both sides; null where there is no such file. */
export interface CompareFile {
  readonly path: string
  readonly a: string | null
  readonly b: string | null
  /** Lines `from` to `to` of A (half open, from 0) became lines `start` to `end` of B. */
  readonly edits: readonly (readonly [from: number, to: number, start: number, end: number])[]
}
