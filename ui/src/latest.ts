// A question that is asked again and again while somebody chooses: one is under way at a time, and of those that wait only the newest is asked.
import { type ReadonlySignal, signal } from '@preact/signals'
import { ask } from './ask.ts'

/** The newest answer, and what is known of the one that is on its way. */
export interface Latest<T> {
  /** The one before stays until the next has arrived. */
  readonly answer: ReadonlySignal<T | undefined>
  /** What it was asked with. */
  readonly asked: ReadonlySignal<string>
  readonly working: ReadonlySignal<{ readonly files: number } | undefined>
  readonly wrong: ReadonlySignal<string | undefined>
  /** Asks with this query, unless a newer one comes first. */
  want(query: string): void
}

/** The answers of one page of the server. */
export function latest<T>(page: string): Latest<T> {
  const answer = signal<T | undefined>(undefined)
  const asked = signal('')
  const working = signal<{ readonly files: number } | undefined>(undefined)
  const wrong = signal<string | undefined>(undefined)
  let wanted: string | undefined
  const arrive = async (query: string): Promise<void> => {
    try {
      answer.value = await ask<T>(page, new URLSearchParams(query), { progress: (files) => { working.value = { files } } })
      asked.value = query
      wrong.value = undefined
    } catch (error) {
      wrong.value = (error as Error).message
    }
  }
  const work = async (): Promise<void> => {
    while (wanted !== undefined) {
      const query: string = wanted
      wanted = undefined
      working.value = { files: 0 }
      await arrive(query)
    }
    working.value = undefined
  }
  return { answer, asked, working, wrong, want: (query) => {
    wanted = query
    if (working.peek() === undefined) void work()
  } }
}
