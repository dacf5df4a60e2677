// How a page asks and what it is told whichever page it is: plain data.
import type { Level } from '../../core/level.ts'

/** One request of a page: which question, and what was said. */
export interface Ask {
  /** `/plan.json`. */
  readonly path: string
  /** As it came: texts from an address, values from JSON. */
  readonly said: Readonly<Record<string, unknown>>
  /** Something is changed by it, which an address alone never does. */
  readonly changes: boolean
}

/** What is said back. */
export interface Reply {
  readonly status: number
  readonly type: 'application/json' | 'text/plain'
  readonly body: string
}

/** A reply that says what went wrong and what to do next. */
export interface Wrong {
  readonly error: string
}

/** What an operation answers, as data. */
export interface Ran<T = unknown> {
  readonly data: T
  /** The same as text, where there is no data. */
  readonly text?: string
  readonly report: readonly string[]
  readonly problems: readonly Problem[]
  readonly exit: number
}

/** Something that could not be read or is not as it should be. */
export interface Problem {
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  readonly path?: string
  readonly hint?: string
}

/** What the pages must know before anything is read. */
export interface About {
  readonly version: string
  /** The name of the folder, not its path. */
  readonly folder: string
  readonly levels: readonly Level[]
  readonly formats: readonly string[]
  readonly meters: readonly string[]
  readonly lenses: readonly { readonly name: string; readonly doc: string }[]
  /** What holds when nothing is said. */
  readonly budget: number | 'none'
  /** Nothing is learned here. */
  readonly frozen: boolean
}
