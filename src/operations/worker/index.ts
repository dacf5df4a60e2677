// Workers of a team: many programs, one queue.
import { resolve } from 'node:path'
import { flag, list, number, UsageError } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { runWorker, type WorkerEvent } from '../../workspace/catalog/index.ts'
import { jsonLine, openWorkspace, visible } from '../../workspace/index.ts'
import { defineOperation } from '../operation.ts'
import { Lines } from './lines.ts'

const MOST_LANES = 64

/** Scans what the queue asks for. */
export const worker = defineOperation({
  name: 'worker',
  title: 'Scan what the team\'s queue asks for',
  doc: 'Takes scans from the queue in the team\'s database ("fovea catalog scan --queue" puts them there) until it is stopped. Start as many as you like, on as many machines. Each scan is one source of one project; it is published whole or not at all, so a worker may be killed at any point: another one does its scan again. Sources that are files need the folder of their project; name the folders that this worker has. SIGTERM and Ctrl-C let the scans that are running end. A worker opens what the database says, with the variables of its own environment: give it only those that it needs.',
  examples: ['fovea worker', 'fovea worker /srv/shop /srv/billing --concurrency 4', 'fovea worker --once --json'],
  fields: {
    folders: list('The folders of projects that this worker has; the current one unless told', { place: 'rest', sign: 'FOLDER' }),
    concurrency: number('How many scans run at once', { otherwise: 2, sign: 'N' }),
    once: flag('End when the queue is empty'),
    json: flag('Tell what happens as lines of JSON'),
  },
  async run(input, context) {
    const concurrency = input.concurrency ?? 2
    if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MOST_LANES) throw new UsageError(`--concurrency is a number from 1 to ${MOST_LANES}, not ${concurrency}`)
    const workspaces = (input.folders.length === 0 ? ['.'] : input.folders).map((folder) => openWorkspace(resolve(context.cwd, folder), { caching: 'off' }))
    const lines = new Lines()
    const stop = stopping(context.signal)
    const say = (event: WorkerEvent): void => lines.add(`${input.json ? jsonLine(event) : visible(lineOf(event))}\n`)
    // What goes wrong reaches whoever reads the lines.
    runWorker({ workspaces, concurrency, once: input.once, signal: stop.signal, say }).then(() => lines.end(), (error: unknown) => lines.end(error)).finally(stop.forget)
    return { text: lines, framed: true }
  },
})

/** Told to stop by the one who runs it or by the system. */
function stopping(signal: AbortSignal | undefined): { signal: AbortSignal; forget: () => void } {
  const control = new AbortController()
  const stop = (): void => control.abort()
  signal?.addEventListener('abort', stop)
  process.once('SIGTERM', stop)
  return { signal: control.signal, forget: () => process.off('SIGTERM', stop) }
}

function lineOf({ event, at, project, source, resources, changes, message, attempt = 1 }: WorkerEvent): string {
  const what = source === undefined ? '' : ` ${source} of ${project}`
  const much = resources === undefined ? '' : `: ${counted(resources, 'resource')}, ${counted(changes ?? 0, 'change')}`
  return `${at} ${event}${what}${attempt > 1 ? ` (attempt ${attempt})` : ''}${much}${message === undefined ? '' : `: ${message}`}`
}

/** All commands of workers. */
export const WORKER_OPERATIONS = [worker] as const
