/** Work that is given so many milliseconds, and less when somebody asks it to stop. A timer of our own: Node 20 may forget a timeout that is only reachable through AbortSignal.any. */
export async function within<T>(patience: number, stop: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const end = (): void => limit.abort(stop?.reason)
  if (stop?.aborted) end()
  const timer = setTimeout(() => limit.abort(new DOMException('the time is over', 'TimeoutError')), patience)
  stop?.addEventListener('abort', end, { once: true })
  try {
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
    stop?.removeEventListener('abort', end)
  }
}
