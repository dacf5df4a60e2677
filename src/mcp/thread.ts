// One thread works, one call after the other, so that this one is never busy: it hears a wish to stop at once, and stopping is ending the thread.
import { Worker } from 'node:worker_threads'
import type { Answer, Call, Clerk, Place, Watch } from './call.ts'

/** The door of the program, which in a thread opens the work instead of a command; the bundle has it beside this file. */
const WORKER = new URL(import.meta.url.endsWith('.cjs') ? './fovea.cjs' : '../cli/bin.js', import.meta.url)

/** Megabytes for what is young: a call makes much that it soon forgets, and small rooms have to be swept often. */
const YOUNG = 64

interface Task {
  readonly id: number
  readonly call: Call
  readonly watch: Watch
  /** Aborted when whoever asked has been answered. */
  readonly over: AbortSignal
  /** Read so far. */
  files: number
  finish(answer: Answer): void
  fail(reason: unknown): void
}

/** Clients give up after a minute: before that they are told how far it is, and the work goes on. */
const PATIENCE = 45_000

const unfinished = (files: number): Answer =>
  ({ text: `this is not ready yet: the workspace is being read for the first time${files > 0 ? `, ${files} files so far` : ''}; what is done is kept, so ask the same again in a minute`, failed: true })

type Told = { readonly id: number; readonly files: number } | { readonly id: number; readonly answer: Answer }

/** A clerk in a thread of its own, which begins with the first call. */
export class ThreadClerk implements Clerk {
  private worker: Worker | undefined
  private readonly waiting: Task[] = []
  private running: Task | undefined
  private count = 0

  constructor(private readonly place: Place, private readonly patience = PATIENCE) {}

  ask(call: Call, watch: Watch): Promise<Answer> {
    return new Promise((finish, fail) => {
      watch.signal.throwIfAborted()
      const over = new AbortController()
      const end = <T>(give: (value: T) => void) => (value: T): void => {
        over.abort()
        give(value)
      }
      const task: Task = { id: ++this.count, call, watch, over: over.signal, files: 0, finish: end(finish), fail: end(fail) }
      watch.signal.addEventListener('abort', () => this.drop(task), { once: true, signal: over.signal })
      const clock = setTimeout(() => this.tire(task), this.patience)
      over.signal.addEventListener('abort', () => clearTimeout(clock), { once: true })
      this.begin(task)
    })
  }

  /** The same as what is being worked on, for somebody who was told to ask again, is not begun a second time. */
  private begin(task: Task): void {
    const { running } = this
    if (running?.over.aborted === true && JSON.stringify(running.call) === JSON.stringify(task.call)) this.running = Object.assign(task, { id: running.id })
    else {
      this.waiting.push(task)
      this.next()
    }
  }

  /** Answers before the client gives up. Work that has begun goes on; what still waits is not begun for nobody. */
  private tire(task: Task): void {
    const place = this.waiting.indexOf(task)
    if (place >= 0) this.waiting.splice(place, 1)
    task.finish(unfinished(task.files))
  }

  async close(): Promise<void> {
    const { worker } = this
    this.worker = undefined
    for (const task of [this.running, ...this.waiting.splice(0)]) task?.fail(new Error('the server is closing'))
    this.running = undefined
    await worker?.terminate()
  }

  private next(): void {
    if (this.running !== undefined) return
    const task = this.waiting.shift()
    if (task === undefined) return
    this.running = task
    this.worker ??= this.start()
    // A thread at rest does not keep the process: who leaves leaves nothing behind.
    this.worker.ref()
    this.worker.postMessage({ id: task.id, call: task.call })
  }

  private start(): Worker {
    const worker = new Worker(WORKER, { workerData: this.place, resourceLimits: { maxYoungGenerationSizeMb: YOUNG } })
    worker.on('message', (told: Told) => this.hear(told))
    worker.on('error', (error) => this.lost(worker, error))
    worker.on('exit', () => this.lost(worker, new Error('the thread ended')))
    return worker
  }

  private hear(told: Told): void {
    const task = this.running
    if (task === undefined || task.id !== told.id) return
    if ('files' in told) {
      task.files = told.files
      return task.watch.progress(told.files)
    }
    this.running = undefined
    this.worker?.unref()
    task.finish(told.answer)
    this.next()
  }

  /** A thread that broke takes one call with it; the next begins a new one. */
  private lost(worker: Worker, error: Error): void {
    if (this.worker !== worker) return
    this.worker = undefined
    const task = this.running
    this.running = undefined
    task?.finish({ text: `this call broke off (${error.message}): ask for less, such as a smaller path or budget`, failed: true })
    this.next()
  }

  private drop(task: Task): void {
    task.fail(task.watch.signal.reason)
    const place = this.waiting.indexOf(task)
    if (place >= 0) this.waiting.splice(place, 1)
    if (this.running !== task) return
    const { worker } = this
    this.running = undefined
    this.worker = undefined
    void worker?.terminate()
    this.next()
  }
}
