// A question ends in time even when the server does not: whoever waits is answered, and the connection is given up.
import type { Stop } from '../core/ports.ts'
import { tooSlow } from './failure.ts'

const LOOK_MS = 50
/** The longest that a clock of Node can wait for; more would ring at once. */
export const LONGEST_MS = 2 ** 31 - 1

/** The outcome of some work, or the failure that it took too long or is no longer wanted; then `abandon` is called. */
export async function inTime<T>(work: Promise<T>, { milliseconds, signal }: { readonly milliseconds: number; readonly signal?: Stop }, abandon: () => void): Promise<T> {
  let clock: ReturnType<typeof setTimeout> | undefined
  let watch: ReturnType<typeof setInterval> | undefined
  const over = new Promise<never>((_, fail) => {
    const give = (reason: unknown): void => {
      abandon()
      fail(reason)
    }
    clock = setTimeout(() => give(tooSlow(milliseconds)), Math.min(milliseconds, LONGEST_MS))
    if (signal !== undefined) watch = setInterval(() => { if (signal.aborted) give(signal.reason) }, LOOK_MS)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(clock)
    clearInterval(watch)
    // What still runs fails now, and nobody waits for it.
    work.catch(() => {})
  }
}
