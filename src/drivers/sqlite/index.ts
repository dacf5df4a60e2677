// SQLite as WebAssembly, in a thread of its own: the only way in which a question that takes too long can be ended. Node's own SQLite cannot be interrupted, and some versions of Node have none.
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Database, DatabaseError, type Limits, mustRead, type Table, type Value } from '../database.ts'
import { inTime } from '../deadline.ts'
import { engine } from './engine.ts'
import { type Given, sqliteThread, type Told } from './thread.ts'

/** Opens a file of SQLite for reading; `shown` is what messages call it. */
export async function openSqlite(path: string, shown: string): Promise<Database> {
  mustBeFile(path, shown)
  const thread = new Thread({ path, engine: engine() })
  try {
    await thread.ask('select count(*) from sqlite_schema', [], OPENING)
  } catch (error) {
    await thread.end()
    throw new DatabaseError(`${shown} cannot be opened: ${whyNot((error as Error).message, path)}`, 'down')
  }
  return {
    query: (sql, parameters, limits) => {
      mustRead(sql)
      return thread.ask(sql, parameters, limits)
    },
    lost: () => thread.over,
    close: () => thread.end(),
  }
}

const OPENING: Limits = { rows: 1, bytes: 1000, milliseconds: 20_000 }

function mustBeFile(path: string, shown: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new DatabaseError(`${shown} cannot be opened: there is no such file`, 'down')
  if (!found.isFile()) throw new DatabaseError(`${shown} cannot be opened: it is no file`, 'down')
}

function whyNot(message: string, path: string): string {
  if (/not a database|malformed/.test(message)) return 'it is no SQLite database, or it is damaged'
  if (/locked|busy|readonly|read-only|disk I\/O/i.test(message)) return hasJournal(path) ? `${basename(path)}-journal beside it holds a change that is not finished: try again in a moment, and if no program is writing, open it once with one that may, such as sqlite3, which takes the change back` : 'another program is writing to it; try again in a moment'
  if (/unable to open|Could not open/i.test(message)) return 'it may not be read'
  return message
}

/** Whether there is what a writer keeps until its change is whole; one that died leaves it behind. */
const hasJournal = (path: string): boolean => (statSync(`${path}-journal`, { throwIfNoEntry: false })?.size ?? 0) > 0

type Waiting = { readonly finish: (table: Table) => void; readonly fail: (error: Error) => void }

class Thread {
  private readonly worker: Worker
  private readonly waiting = new Map<number, Waiting>()
  private count = 0
  /** It was ended, or is about to be. */
  over = false

  constructor(given: Given) {
    this.worker = new Worker(`const { parentPort, workerData } = require('node:worker_threads'); (${sqliteThread.toString()})(require, parentPort, workerData)`, { eval: true, workerData: given, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 4 } })
    this.worker.on('message', (told: Told) => this.hear(told))
    this.worker.on('error', (error: Error) => this.failAll(error))
    this.worker.on('exit', () => {
      this.over = true
      this.failAll(new Error('the database was closed'))
    })
  }

  ask(sql: string, parameters: readonly Value[], limits: Limits): Promise<Table> {
    if (this.over) return Promise.reject(new DatabaseError('the database was closed', 'question'))
    const id = ++this.count
    const work = new Promise<Table>((finish, fail) => {
      this.waiting.set(id, { finish, fail })
      this.worker.postMessage({ id, sql, parameters, rows: limits.rows, bytes: limits.bytes })
    })
    return inTime(work, limits, () => { void this.end() })
  }

  async end(): Promise<void> {
    this.over = true
    await this.worker.terminate()
  }

  private hear(told: Told): void {
    const one = this.waiting.get(told.id)
    this.waiting.delete(told.id)
    if ('error' in told) one?.fail(new DatabaseError(told.error, 'question'))
    else one?.finish({ columns: told.columns, rows: told.rows, ...(told.cut === undefined ? {} : { cut: told.cut }) })
  }

  private failAll(error: Error): void {
    for (const { fail } of this.waiting.values()) fail(new DatabaseError(error.message, 'question'))
    this.waiting.clear()
  }
}
