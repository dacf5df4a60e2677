// Asks the worker for colours: one text at a time, the one asked for last first, because that is what is being looked at.
import type { Spans } from './spans.ts'
import type { Job } from './worker.ts'

/** Longer texts, and texts with longer lines, stay plain. */
const MOST_TEXT = 300_000
const MOST_LINE = 20_000

/** Milliseconds after which a text stays plain and the worker is started anew. */
const PATIENCE = 10_000

interface Waiting extends Omit<Job, 'id'> {
  done(spans: Spans | undefined): void
}

let worker: Worker | undefined
let current: { readonly id: number; readonly clock: ReturnType<typeof setTimeout>; readonly job: Waiting } | undefined
const waiting: Waiting[] = []
let ids = 0

/** The colours of a text; undefined when it stays plain. */
export function coloursOf(language: string, text: string): Promise<Spans | undefined> {
  if (language === 'text' || text.length > MOST_TEXT || hasLongLine(text)) return Promise.resolve(undefined)
  return new Promise((done) => {
    waiting.push({ language, text, done })
    next()
  })
}

function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start)
    if ((end < 0 ? text.length : end) - start > MOST_LINE) return true
    if (end < 0) return false
    start = end + 1
  }
  return false
}

function next(): void {
  const job = current === undefined ? waiting.pop() : undefined
  if (job === undefined) return
  const id = ++ids
  current = { id, job, clock: setTimeout(giveUp, PATIENCE) }
  started().postMessage({ id, language: job.language, text: job.text } satisfies Job)
}

function started(): Worker {
  if (worker !== undefined) return worker
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; spans?: Spans }>) => { if (data.id === current?.id) finish(data.spans) })
  worker.addEventListener('error', giveUp)
  return worker
}

function giveUp(): void {
  worker?.terminate()
  worker = undefined
  finish(undefined)
}

function finish(spans: Spans | undefined): void {
  const ended = current
  current = undefined
  clearTimeout(ended?.clock)
  ended?.job.done(spans)
  next()
}
