// Agents are answered in this thread.
import { workerData } from 'node:worker_threads'
import { attend } from './attend.ts'
import type { Call, Place } from './call.ts'
import { answer } from './desk.ts'

const { place } = workerData as { place: Place }

attend((call: Call, progress) => answer(call, place, progress))
