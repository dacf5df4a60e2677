// The page's end of the conversation with its worker. A new question makes older ones moot; a new folder ends whatever is still running.
// Vite gives the address of the bundled worker.
// oxlint-disable-next-line import/default
import program from './worker.ts?worker&url'
import type { Named } from './candidate.ts'
import type { Answer, Options, Question } from './messages.ts'

/** Who is told of answers. */
export type Listener = (answer: Answer) => void

type Asked = { readonly kind: 'folder'; readonly files: readonly Named[] } | { readonly kind: 'zip'; readonly file: File } | { readonly kind: 'pack'; readonly options: Options }

/** A worker that can be asked. */
export class Talk {
  private worker: Worker | undefined
  private newest = 0
  private busy = false
  /** The question that waits until the worker is free: of several only the last is asked. */
  private waiting: Question | undefined

  constructor(private readonly listener: Listener) {}

  ask(asked: Asked): void {
    const question = { ...asked, id: ++this.newest } as Question
    if (question.kind !== 'pack') this.restart()
    this.waiting = question
    this.next()
  }

  private restart(): void {
    this.worker?.terminate()
    this.worker = undefined
    this.busy = false
  }

  private next(): void {
    if (this.busy || this.waiting === undefined) return
    this.busy = true
    this.worker ??= this.started()
    this.worker.postMessage(this.waiting)
    this.waiting = undefined
  }

  private started(): Worker {
    const worker = underPolicy(program)
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.heard(data))
    worker.addEventListener('error', () => {
      this.restart()
      this.listener({ id: this.newest, kind: 'failed', message: 'The work ended before it was done, most likely for want of memory: try a smaller folder, or reload the page.' })
    })
    return worker
  }

  private heard(answer: Answer): void {
    if (answer.kind !== 'progress') this.busy = false
    if (answer.id === this.newest) this.listener(answer)
    this.next()
  }
}

/** A worker from an address would have the policy of its server, which may be none; one from a blob has that of the page. */
function underPolicy(url: string): Worker {
  const start = URL.createObjectURL(new Blob([`import ${JSON.stringify(new URL(url, location.href).href)}`], { type: 'text/javascript' }))
  return new Worker(start, { type: 'module' })
}
