// What a page of the catalogue asks, and what came of it. The newest question counts; its answer replaces the one before.
import { useEffect, useState } from 'preact/hooks'
import { ask } from '../ask.ts'

/** An answer on its way, or here, or why there is none. */
export interface Answered<T> {
  readonly answer?: T
  readonly wrong?: string
  readonly busy: boolean
}

/** Asks whenever the question changes; `again` asks the same once more. */
export function useAnswer<T>(page: string, query: URLSearchParams, again: unknown = 0): Answered<T> {
  const [state, setState] = useState<Answered<T>>({ busy: true })
  const asked = query.toString()
  useEffect(() => {
    const gone = new AbortController()
    setState((before) => ({ ...before, busy: true }))
    ask<T>(page, new URLSearchParams(asked), { signal: gone.signal }).then(
      (answer) => setState({ answer, busy: false }),
      (error: Error) => { if (!gone.signal.aborted) setState({ wrong: error.message, busy: false }) },
    )
    return () => gone.abort()
  }, [page, asked, again])
  return state
}
