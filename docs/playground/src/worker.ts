// The work of the page, in a thread of its own: reading, inflating and packing. Nothing here asks the network for anything but the vocabulary and grammars beside the page.
import { assetsAt, type OpenFiles, openFiles, type Packed } from '../../../src/browser/index.ts'
import { type Candidate, candidateFrom } from './candidate.ts'
import { gathered } from './gather.ts'
import { Refused } from './limits.ts'
import type { Answer, Options, Question, Result, Row } from './messages.ts'
import { candidatesInZip } from './zip.ts'

declare const self: { addEventListener(kind: 'message', listener: (event: { data: Question }) => void): void; postMessage(answer: Answer): void }

/** The worker lies in `assets/`, what it loads beside that folder. */
const here = import.meta.url
const load = assetsAt(new URL('../', here).href)
let open: OpenFiles | undefined

self.addEventListener('message', ({ data: question }) => {
  answer(question).then(
    (said) => self.postMessage({ id: question.id, ...said } as Answer),
    (error: unknown) => self.postMessage({ id: question.id, kind: 'failed', message: sentence(error) }),
  )
})

/** Our own errors are sentences; anything else is told as it is. */
const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const progress = (id: number, doing: string) => (done: number, all: number): void => self.postMessage({ id, kind: 'progress', doing, done, all })

async function answer(question: Question): Promise<object> {
  if (question.kind === 'pack') return { kind: 'packed', ...await packed(question.options, progress(question.id, 'Counting tokens')) }
  const candidates = question.kind === 'zip' ? candidatesInZip(new Uint8Array(await question.file.arrayBuffer())) : question.files.map(candidateFrom)
  return { kind: 'opened', files: await opened(candidates, progress(question.id, 'Reading files')) }
}

async function opened(candidates: readonly Candidate[], onProgress: (done: number, all: number) => void): Promise<number> {
  open = undefined
  const files = await gathered(candidates, onProgress)
  if (files.length === 0) throw new Refused('There is no file that counts in it: choose another folder, or look at what its .gitignore names.')
  open = openFiles(files, { load })
  return files.length
}

async function packed(options: Options, onProgress: (done: number, all: number) => void): Promise<Result> {
  const { task, ...chosen } = options
  if (open === undefined) throw new Refused('There are no files yet: drop a folder or a zip first.')
  const result = await open.pack({ ...chosen, frozen: true, onProgress, ...(task.trim() === '' ? {} : { task }) })
  const text = result.parts.join('')
  return { options, text, tokens: result.tokens, rows: rowsOf(result), remarks: result.diagnostics.map(({ message }) => message), ...(text === '' ? { least: result.least } : {}) }
}

function rowsOf({ page, corpus }: Packed): Row[] {
  const shown = new Map([...page.lines, ...page.files].map((view) => [view.path, view]))
  return corpus.files.map(({ entry: { path, stub }, tokens }) => {
    const view = shown.get(path)
    return { path, level: view?.level ?? 'none', shown: view?.tokens ?? 0, whole: tokens, ...(stub === undefined ? {} : { stub }) }
  })
}
