// The studio's questions are answered in this thread.
import { workerData } from 'node:worker_threads'
import { attend } from '../mcp/attend.ts'
import { deskFor } from './desk.ts'
import type { Place } from './room.ts'

attend(deskFor((workerData as { place: Place }).place))
