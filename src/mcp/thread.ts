// One thread works, one call after the other, so that this one is never busy: it hears a wish to stop at once, and stopping is ending the thread.
import { Worker } from 'node:worker_threads'
import type { Answer, Call, Clerk, Place, Watch } from './call.ts'

/** The door of the program, which in a thread opens the work instead of a command; the bundle has it beside this file. */
const WORKER = new URL(import.meta.url.endsWith('.cjs') ? './fovea.cjs' : '../cli/bin.js', import.meta.url)

/** Megabytes for what is young: a call makes much that it soon forgets, and small rooms have to be swept often. */
const YOUNG = 64

/** What a thread is for, and what is said when it cannot answer. */
export interface Desk<A> {
  /** Which work the door opens. */
  readonly name: 'mcp' | 'studio'
  /** What the work needs to know. */
  readonly place: unknown
  /** Milliseconds after which whoever asks is told that it is not ready yet. */
  readonly patience: number
  /** Work that nobody waits for any more is ended with its thread; otherwise it goes on, because the next question needs what it read. */
  readonly ends: boolean
  unfinished(files: number): A
  broken(error: Error): A
}

interface Task<C, A> {
  readonly id: number
  readonly call: C
  readonly watch: Watch
  /** Aborted when whoever asked has been answered. */
  readonly over: AbortSignal
  /** Read so far. */
  files: number
  finish(answer: A): void
  fail(reason: unknown): void
}

/** Clients give up after a minute: before that they are told how far it is, and the work goes on. */
const PATIENCE = 45_000

const unfinished = (files: number): Answer =>
  ({ text: `this is not ready yet: the workspace is being read for the first time${files > 0 ? `, ${files} files so far` : ''}; what is done is kept, so ask the same again in a minute`, failed: true })

type Told<A> = { readonly id: number; readonly files: number } | { readonly id: number; readonly answer: A }

/** A thread of its own, which begins with the first call. */
export class Thread<C, A> {
  private worker: Worker | undefined
  private readonly waiting: Task<C, A>[] = []
  private running: Task<C, A> | undefined
  private count = 0

  constructor(private readonly desk: Desk<A>) {}

  ask(call: C, watch: Watch): Promise<A> {
    return new Promise((finish, fail) => {
      watch.signal.throwIfAborted()
      const over = new AbortController()
      const end = <T>(give: (value: T) => void) => (value: T): void => {
        over.abort()
        give(value)
      }
      const task: Task<C, A> = { id: ++this.count, call, watch, over: over.signal, files: 0, finish: end(finish), fail: end(fail) }
      watch.signal.addEventListener('abort', () => this.drop(task), { once: true, signal: over.signal })
      const clock = setTimeout(() => this.tire(task), this.desk.patience)
      over.signal.addEventListener('abort', () => clearTimeout(clock), { once: true })
      this.begin(task)
    })
  }

  /** The same as what is being worked on, for somebody who was told to ask again, is not begun a second time. */
  private begin(task: Task<C, A>): void {
    const { running } = this
    if (running?.over.aborted === true && JSON.stringify(running.call) === JSON.stringify(task.call)) this.running = Object.assign(task, { id: running.id })
    else {
      this.waiting.push(task)
      this.next()
    }
  }

  /** Answers before the client gives up. Work that has begun goes on; what still waits is not begun for nobody. */
  private tire(task: Task<C, A>): void {
    const place = this.waiting.indexOf(task)
    if (place >= 0) this.waiting.splice(place, 1)
    task.finish(this.desk.unfinished(task.files))
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
    const worker = new Worker(WORKER, { workerData: { desk: this.desk.name, place: this.desk.place }, resourceLimits: { maxYoungGenerationSizeMb: YOUNG } })
    worker.on('message', (told: Told<A>) => this.hear(told))
    worker.on('error', (error) => this.lost(worker, error))
    worker.on('exit', () => this.lost(worker, new Error('the thread ended')))
    return worker
  }

  private hear(told: Told<A>): void {
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
    task?.finish(this.desk.broken(error))
    this.next()
  }

  private drop(task: Task<C, A>): void {
    task.fail(task.watch.signal.reason)
    const place = this.waiting.indexOf(task)
    if (place >= 0) this.waiting.splice(place, 1)
    if (this.running !== task || !this.desk.ends) return
    const { worker } = this
    this.running = undefined
    this.worker = undefined
    void worker?.terminate()
    this.next()
  }
}

/** A clerk for agents. */
export class ThreadClerk extends Thread<Call, Answer> implements Clerk {
  constructor(place: Place, patience = PATIENCE) {
    super({ name: 'mcp', place, patience, ends: true, unfinished, broken: ({ message }) => ({ text: `this call broke off (${message}): ask for less, such as a smaller path or budget`, failed: true }) })
  }
}
