// Keeps an eye on steps that run here: they end when the run ends, and the texts that they make are counted.
import type { Value } from '../catalog/ports.ts'

/** What a step asks while it works. */
export interface Watch {
  /** The most rows that a join makes. */
  readonly most: number
  /** Told of each row that is looked at; throws when the run was stopped. */
  look(): void
  /** Told of new values; throws when there are too many bytes of them. */
  made(values: readonly Value[]): void
}

/** Without limits. */
export const FREE: Watch = { most: Infinity, look: () => {}, made: () => {} }

/** More bytes than a run may hold. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes'
}

/** Rows between two looks at the clock. */
const OFTEN = 256

/** A watch over a whole run: `bytes` is for all texts that its steps make. */
export function watchOf({ most, bytes, stopped }: { readonly most: number; readonly bytes: number; readonly stopped: () => void }): Watch {
  let [rows, held] = [0, 0]
  return {
    most,
    look() {
      if (++rows % OFTEN === 0) stopped()
    },
    made(values) {
      held += weightOf(values)
      if (held > bytes) throw new TooManyBytes(`the steps that run here make more than ${bytes} bytes of texts: make shorter ones, filter earlier, or raise --max-bytes`)
    },
  }
}

/** The bytes of the texts among values, nearly. */
export const weightOf = (values: readonly Value[]): number => values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

/** The same function, watched. */
export const watched = <R, T>(act: (row: R) => T, { look }: Watch): ((row: R) => T) => (row) => {
  look()
  return act(row)
}
