// Long work in one go keeps signals waiting: it is heard now and then whether somebody wants it to end.

/** Seconds that work goes on at most before it listens. */
const OFTEN = 0.05

/** Lets signals that came meanwhile be told, and throws when one of them ends the work. The second round is for those that came while the first began. */
export async function heard(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((done) => { setImmediate(() => setImmediate(done)) })
  signal?.throwIfAborted()
}

/** For work of many small steps: called before each, it listens every so often and costs nothing in between. */
export function breathing(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  // The clock of `performance` would be loaded first.
  let last = process.uptime()
  return () => {
    if (process.uptime() - last < OFTEN) return undefined
    return heard(signal).finally(() => { last = process.uptime() })
  }
}
