// The thread that works. The other one always answers, and may end this one when nobody wants its answer any more.
import { parentPort } from 'node:worker_threads'

/** How often progress is told at the most. */
const PAUSE_MS = 200

/** Answers every call that the other thread sends, one after the other. */
export function attend<C, A>(answer: (call: C, progress: (files: number) => void) => Promise<A>): void {
  parentPort?.on('message', async ({ id, call }: { id: number; call: C }) => {
    let told = performance.now()
    const progress = (files: number): void => {
      if (performance.now() - told < PAUSE_MS) return
      told = performance.now()
      parentPort?.postMessage({ id, files })
    }
    parentPort?.postMessage({ id, answer: await answer(call, progress) })
  })
}
