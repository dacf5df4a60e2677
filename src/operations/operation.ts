// An operation is declared once: the command and its help, completion, the reference page, and later the tool and the route are derived from it.
import { Changed } from '../core/changed.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Fields, Values } from '../core/field.ts'
import type { Parts } from '../core/parts.ts'
import type { LogEvent } from './log.ts'

/** Exit codes, the same for every operation. */
export const EXIT = { ok: 0, failed: 1, usage: 2, partial: 3, secrets: 4, budget: 5, stale: 6, interrupted: 130 } as const

/** What each exit code means, for help and the reference page. */
export const EXIT_DOCS: readonly (readonly [number, string])[] = [
  [EXIT.ok, 'done'],
  [EXIT.failed, 'it failed, or nothing matched'],
  [EXIT.usage, 'the command line or the configuration is wrong'],
  [EXIT.partial, 'something could not be read: with --strict, with --fail-on-secret, by fovea secrets, or in a batch of skeletons'],
  [EXIT.secrets, 'a secret was found: by fovea secrets, or with --fail-on-secret'],
  [EXIT.budget, 'the budget is too small for what must be shown'],
  [EXIT.stale, 'a handle is stale, or a check failed'],
  [EXIT.interrupted, 'interrupted'],
]

/** What an operation gives back. Data is for stdout, the report for people on stderr. */
export interface Outcome {
  /** The answer, in parts; a long one arrives as it is made, and what is said of it afterwards may be filled until then. Bytes of UTF-8 come only in what is framed. */
  readonly text: Iterable<string> | AsyncIterable<string | Uint8Array> | Parts
  /** True when nothing in the text can act on a terminal: a format wrote it, or it was looked at before. */
  readonly framed?: boolean
  /** The same answer as data, for `--json`; absent when the text is data already. */
  readonly data?: unknown
  readonly report?: readonly string[]
  readonly diagnostics?: readonly Diagnostic[]
  /** What happened, for programs: written where `--log` says. */
  readonly events?: readonly LogEvent[]
  readonly exit?: number
}

/** What surrounds a run. */
export interface Context {
  /** The folder in which relative paths begin. */
  readonly cwd: string
  readonly signal?: AbortSignal
  /** Text of standard input, when it was asked for with `-`. */
  stdin(): Promise<string>
  /** Standard input as it came, when it need not be text. */
  bytes(): Promise<Uint8Array>
  /** The lines of standard input as they arrive. */
  lines(): AsyncIterable<string>
  /** Tells how far it is. Whoever works long calls it often: the command line also looks after its memory here, first when it is known how much there is to do. */
  progress(message: string): void
}

/** One thing that Fovea does. */
export interface Operation<F extends Fields = Fields> {
  /** One word, or two or three when it belongs to a group: `session save`, `ctx alias add`. */
  readonly name: string
  readonly title: string
  readonly doc: string
  readonly examples: readonly string[]
  readonly fields: F
  run(input: Values<F>, context: Context): Promise<Outcome>
}

/** Operations that share their first word. Its members are those whose name begins with it. */
export interface Group {
  readonly name: string
  readonly title: string
  readonly doc: string
}

/** A tree that is being written is read again this often before a run gives up. */
const ATTEMPTS = 3

/** Runs an operation; when files change under it, from the start, and then without trusting what is known of them. Nothing was given out by then. */
export async function runFresh(run: (again: boolean) => Promise<Outcome>, attempt = 1): Promise<Outcome> {
  try {
    return await run(attempt > 1)
  } catch (error) {
    if (!(error instanceof Changed)) throw error
    if (attempt === ATTEMPTS) throw new Failure(error.message)
    return runFresh(run, attempt + 1)
  }
}

/** Declares an operation. */
export const defineOperation = <F extends Fields>(operation: Operation<F>): Operation<F> => operation

/** A failure that is nobody's typing mistake: surfaces print the message and use the exit code. */
export class Failure extends Error {
  override readonly name = 'Failure'

  constructor(message: string, readonly exit: number = EXIT.failed) {
    super(message)
  }
}
