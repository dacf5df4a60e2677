import type { View } from '../view.ts'

/** What stands where a block is not shown. */
export interface Omitted {
  readonly label: string
  readonly description: string
  /** True when the description is a path. */
  readonly isPath: boolean
  readonly tokens: number
}

/** A way to write blocks. Every text that it makes begins with a sign that is no space, so that blocks can be priced apart: their tokens add up. */
export interface Mode {
  readonly name: string
  readonly doc: string
  readonly open: string
  readonly close: string
  full(view: View): string
  summary(view: View, summary: string): string
  placeholder(omitted: Omitted): string
  /** The one line that counts the blocks of which nothing else is said. */
  rest(blocks: number, tokens: number): string
}

/** What stands between two blocks. */
export const BETWEEN = '\n\n'
