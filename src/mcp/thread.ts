// One thread works, one call after the other, so that this one is never busy: it hears a wish to stop at once. Clients take turns; the same question, asked by several
// before it is begun, is answered once.
import { Worker } from 'node:worker_threads'
import type { Answer, Call, Clerk, Place, Watch } from './call.ts'
import { Pace } from './pace.ts'
import { Turns } from './turns.ts'

/** The door of the program, which in a thread opens the work instead of a command; the bundle has it beside this file. */
const WORKER = new URL(import.meta.url.endsWith('.cjs') ? './fovea.cjs' : '../cli/bin.js', import.meta.url)

/** Megabytes for what is young: a call makes much that it soon forgets, and small rooms have to be swept often. */
const YOUNG = 64

/** What a thread is for, and what is said when it cannot answer. */
export interface Desk<C, A> {
  /** Which work the door opens. */
  readonly name: 'mcp' | 'studio'
  /** What the work needs to know. */
  readonly place: unknown
  /** Milliseconds after which whoever asks is told that it is not ready yet. */
  readonly patience: number
  /** Work that nobody waits for any more is ended with its thread; otherwise it goes on, because the next question needs what it read. */
  readonly ends: boolean
  /** Asking changes nothing, so one answer is good for everybody who asked before it was begun. */
  reads(call: C): boolean
  /** Files that were read so far; undefined when it was not begun, because others were before it. */
  unfinished(files: number | undefined): A
  broken(error: Error): A
}

/** Somebody who waits for an answer. */
interface Asker<A> {
  readonly watch: Watch
  finish(answer: A): void
  fail(reason: unknown): void
}

interface Task<C, A> {
  readonly id: number
  readonly call: C
  /** The call in words: the same words ask the same. */
  readonly said: string
  /** In whose line it waits. */
  readonly client: string
  readonly askers: Set<Asker<A>>
  /** Somebody was told to ask again, and will. */
  awaited: boolean
  /** Read so far. */
  files: number
}

/** Clients give up after a minute: before that they are told how far it is, and the work goes on. */
const PATIENCE = 45_000

const unfinished = (files: number | undefined): Answer => ({
  text: `this is not ready yet: ${files === undefined ? 'the server is busy with the calls of others; ask the same again in a few seconds'
    : `${files > 0 ? `the workspace is being read for the first time, ${files} files so far` : 'it is being worked on'}; what is done is kept, so ask the same again in a minute`}`,
  failed: true,
})

type Told<A> = { readonly id: number; readonly files: number } | { readonly id: number; readonly answer: A }

/** A thread as far as it is needed here. */
export type Works = Pick<Worker, 'postMessage' | 'on' | 'ref' | 'unref' | 'terminate'>

const begun = ({ name, place }: Pick<Desk<never, never>, 'name' | 'place'>): Works => new Worker(WORKER, { workerData: { desk: name, place }, resourceLimits: { maxYoungGenerationSizeMb: YOUNG } })

/** A thread of its own, which begins with the first call. */
export class Thread<C, A> {
  private worker: Works | undefined
  private readonly turns = new Turns<Task<C, A>>()
  /** Those that wait and may be joined, by their words. */
  private readonly same = new Map<string, Task<C, A>>()
  private running: Task<C, A> | undefined
  private count = 0
  private readonly pace = new Pace()

  constructor(private readonly desk: Desk<C, A>, private readonly begin: (desk: Pick<Desk<C, A>, 'name' | 'place'>) => Works = begun) {}

  ask(call: C, watch: Watch): Promise<A> {
    return new Promise((finish, fail) => {
      watch.signal.throwIfAborted()
      const over = new AbortController()
      const end = <T>(give: (value: T) => void) => (value: T): void => {
        over.abort()
        give(value)
      }
      const asker: Asker<A> = { watch, finish: end(finish), fail: end(fail) }
      const task = this.taskFor(call, watch.client ?? '')
      task.askers.add(asker)
      watch.signal.addEventListener('abort', () => this.leave(task, asker), { once: true, signal: over.signal })
      const clock = setTimeout(() => this.tire(task, asker), this.desk.patience)
      over.signal.addEventListener('abort', () => clearTimeout(clock), { once: true })
      this.next()
    })
  }

  async close(): Promise<void> {
    const { worker, running } = this
    this.worker = undefined
    this.running = undefined
    this.pace.stop()
    this.same.clear()
    for (const task of [...(running === undefined ? [] : [running]), ...this.turns.clear()]) for (const asker of task.askers) asker.fail(new Error('the server is closing'))
    await worker?.terminate()
  }

  /**
   * What is asked already is not begun a second time: what waits, because nothing of it was read yet, and what goes on for somebody who was told to ask again. Anything
   * else that is being worked on may have read files that have changed since.
   */
  private taskFor(call: C, client: string): Task<C, A> {
    const said = JSON.stringify(call)
    const { running } = this
    if (running?.said === said && running.askers.size === 0 && running.awaited) {
      running.awaited = !this.desk.ends
      return running
    }
    const waiting = this.same.get(said)
    if (waiting !== undefined) return waiting
    const task: Task<C, A> = { id: ++this.count, call, said, client, askers: new Set(), awaited: !this.desk.ends, files: 0 }
    if (this.desk.reads(call)) this.same.set(said, task)
    this.turns.add(client, task)
    return task
  }

  /** Answers before the client gives up. Work that has begun goes on; what still waits is not begun for nobody. */
  private tire(task: Task<C, A>, asker: Asker<A>): void {
    const begun = this.running === task
    if (begun) task.awaited = true
    this.without(task, asker)
    asker.finish(this.desk.unfinished(begun ? task.files : undefined))
  }

  /** Somebody does not want it any more. */
  private leave(task: Task<C, A>, asker: Asker<A>): void {
    this.without(task, asker)
    asker.fail(asker.watch.signal.reason)
    if (this.running === task && task.askers.size === 0 && !task.awaited) this.pace.grant(() => this.end(task))
  }

  private without(task: Task<C, A>, asker: Asker<A>): void {
    task.askers.delete(asker)
    if (this.running === task || task.askers.size > 0) return
    this.turns.remove(task.client, task)
    this.forget(task)
  }

  private forget(task: Task<C, A>): void {
    if (this.same.get(task.said) === task) this.same.delete(task.said)
  }

  private next(): void {
    if (this.running !== undefined) return
    const task = this.turns.next()
    if (task === undefined) return
    this.forget(task)
    this.running = task
    this.worker ??= this.start()
    // A thread at rest does not keep the process: who leaves leaves nothing behind.
    this.worker.ref()
    try {
      this.worker.postMessage({ id: task.id, call: task.call })
    } catch (error) {
      // What cannot be handed over must not keep the others waiting.
      this.answered(task, this.desk.broken(error as Error))
    }
  }

  private start(): Works {
    const worker = this.begin(this.desk)
    this.pace.begin()
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
      for (const { watch } of task.askers) watch.progress(told.files)
      return
    }
    this.pace.answered()
    this.answered(task, told.answer)
  }

  private answered(task: Task<C, A>, answer: A): void {
    this.running = undefined
    this.worker?.unref()
    for (const asker of task.askers) asker.finish(answer)
    this.next()
  }

  /** A thread that broke takes one call with it; the next begins a new one. */
  private lost(worker: Works, error: Error): void {
    if (this.worker !== worker) return
    this.worker = undefined
    const task = this.running
    this.running = undefined
    this.pace.stop()
    for (const asker of task?.askers ?? []) asker.finish(this.desk.broken(error))
    this.next()
  }

  /** Ends work that is still not wanted. */
  private end(task: Task<C, A>): void {
    if (this.running !== task) return
    const { worker } = this
    this.running = undefined
    this.worker = undefined
    void worker?.terminate()
    this.next()
  }
}

/** Tools that only read: what `feedback` says is said as often as it is sent. */
const reads = ({ name }: Call): boolean => name !== 'feedback'

/** A clerk for agents. */
export class ThreadClerk extends Thread<Call, Answer> implements Clerk {
  constructor(place: Place, patience = PATIENCE) {
    super({ name: 'mcp', place, patience, ends: true, reads, unfinished, broken: ({ message }) => ({ text: `this call broke off (${message}): ask for less, such as a smaller path or budget`, failed: true }) })
  }
}
