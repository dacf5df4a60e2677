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
  finish(answer: Answer): void
  fail(reason: unknown): void
}

type Told = { readonly id: number; readonly files: number } | { readonly id: number; readonly answer: Answer }

/** A clerk in a thread of its own, which begins with the first call. */
export class ThreadClerk implements Clerk {
  private worker: Worker | undefined
  private readonly waiting: Task[] = []
  private running: Task | undefined
  private count = 0

  constructor(private readonly place: Place) {}

  ask(call: Call, watch: Watch): Promise<Answer> {
    return new Promise((finish, fail) => {
      watch.signal.throwIfAborted()
      const task: Task = { id: ++this.count, call, watch, finish, fail }
      watch.signal.addEventListener('abort', () => this.drop(task), { once: true })
      this.waiting.push(task)
      this.next()
    })
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
    if ('files' in told) return task.watch.progress(told.files)
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
