// The thread that works. The other one always answers, and ends this one when nobody wants its answer any more.
import { parentPort, workerData } from 'node:worker_threads'
import type { Call, Place } from './call.ts'
import { answer } from './desk.ts'

/** How often progress is told at the most. */
const PAUSE_MS = 200

parentPort?.on('message', async ({ id, call }: { id: number; call: Call }) => {
  let told = performance.now()
  const progress = (files: number): void => {
    if (performance.now() - told < PAUSE_MS) return
    told = performance.now()
    parentPort?.postMessage({ id, files })
  }
  parentPort?.postMessage({ id, answer: await answer(call, workerData as Place, progress) })
})
