// What runs in the thread of a SQLite: the program's own thread stays free, and a question that takes too long is ended with its thread.
// Node evaluates the text of this function there, so it uses nothing from outside of itself.
import type { createRequire } from 'node:module'
import type { MessagePort } from 'node:worker_threads'

type Cell = null | number | bigint | string | Uint8Array

/** A question to the thread. */
export interface Asked {
  readonly id: number
  readonly sql: string
  readonly parameters: readonly (null | boolean | number | bigint | string)[]
  readonly rows: number
  readonly bytes: number
}

/** What the thread says to it. */
export type Told = { readonly id: number; readonly columns: string[]; readonly rows: (null | number | bigint | string)[][]; readonly cut?: 'rows' | 'bytes' } | { readonly id: number; readonly error: string }

/** What the thread is given: the file, and where SQLite is. */
export interface Given {
  readonly path: string
  readonly engine: string
}

interface Statement {
  _getColumnNames(): string[]
  iterate(values: readonly Cell[]): Iterable<Record<string, Cell>>
  finalize(): void
}

interface Engine {
  exec(sql: string): void
  prepare(sql: string): Statement
}

/** Memory of WebAssembly, in pages of 64 kB. */
interface Memory {
  readonly buffer: ArrayBuffer
  grow(this: Memory, pages: number): number
}

type Fs = Record<'openSync' | 'readSync' | 'mkdirSync' | 'rmdirSync' | 'writeSync' | 'unlinkSync' | 'ftruncateSync', (...args: never[]) => unknown> & { existsSync(path: string): boolean; statSync(path: string): { size: number } }

/** Opens the file and answers questions until the thread is ended. */
export function sqliteThread(load: ReturnType<typeof createRequire>, port: MessagePort, { path, engine }: Given): void {
  const MOST_MEGABYTES = 512
  onlyRead(load('node:fs') as Fs)
  boundMemory()
  const { Database } = load(engine) as { Database: new (path: string, options: object) => Engine }
  const database = new Database(path, { readOnly: true })
  // Without shared memory a write-ahead log can only be read by somebody who does not share it. What is sorted stays in memory, and functions of the schema only compute.
  database.exec('pragma locking_mode = exclusive; pragma query_only = on; pragma temp_store = memory; pragma trusted_schema = off')

  /** This SQLite would make a folder as a lock, create a log and remove it: in this thread nothing can be written, whoever asks for it. */
  function onlyRead(fs: Fs): void {
    const { openSync, readSync } = fs as unknown as { openSync(path: string, flags: unknown): number; readSync(file: number, into: Uint8Array, at: number, length: number, from: bigint | number): number }
    const refuse = (): never => { throw new Error('read only') }
    const log = `${path}-wal`
    const hasLog = fs.existsSync(log) && fs.statSync(log).size > 0
    let main = -1
    Object.assign(fs, {
      mkdirSync: () => undefined, rmdirSync: () => undefined, writeSync: refuse, unlinkSync: refuse, ftruncateSync: refuse,
      openSync: (name: string, flags: unknown) => {
        const file = openSync(name, typeof flags === 'number' ? 0 : flags)
        if (name === path) main = file
        return file
      },
      readSync: (file: number, into: Uint8Array, at: number, length: number, from: bigint | number) => {
        const count = readSync(file, into, at, length, from)
        // Bytes 18 and 19 ask for a write-ahead log: where there is none, the file is read as it is.
        if (file === main && !hasLog && Number(from) === 0 && count > 19 && into[at + 18] === 2) into.fill(1, at + 18, at + 20)
        return count
      },
    })
  }

  /** One value can be as large as a gigabyte, and SQLite makes it whole: its memory ends before that of the machine. */
  function boundMemory(): void {
    const { prototype } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: Memory } } }).WebAssembly.Memory
    const { grow } = prototype
    prototype.grow = function (pages: number) {
      if (this.buffer.byteLength + pages * 65_536 > MOST_MEGABYTES * 2 ** 20) throw new RangeError('too much memory')
      return grow.call(this, pages)
    }
  }

  const weightOf = (cell: Cell | undefined): number => (typeof cell === 'string' ? cell.length + 2 : cell instanceof Uint8Array ? cell.length * 2 + 4 : 8)

  const valueOf = (cell: Cell): null | number | bigint | string =>
    cell instanceof Uint8Array ? `\\x${Buffer.from(cell).toString('hex')}` : cell

  const bound = (value: Asked['parameters'][number]): Cell => (typeof value === 'boolean' ? Number(value) : value)

  function answer({ id, sql, parameters, rows: most, bytes: room }: Asked): Told {
    const statement = database.prepare(sql)
    const columns = statement._getColumnNames()
    // Rows come as objects: numbers for names keep the order, and columns of one name apart.
    statement._getColumnNames = () => columns.map((_, at) => String(at))
    const rows: (null | number | bigint | string)[][] = []
    let bytes = 0
    try {
      for (const cells of statement.iterate(parameters.map(bound))) {
        if (rows.length >= most) return { id, columns, rows, cut: 'rows' }
        const row = Object.values(cells)
        for (const cell of row) bytes += weightOf(cell)
        if (bytes > room) return { id, columns, rows, cut: 'bytes' }
        rows.push(row.map(valueOf))
      }
      return { id, columns, rows }
    } finally {
      statement.finalize()
    }
  }

  function saidOf(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error)
    return /out of memory/i.test(message) ? `it needs more than ${MOST_MEGABYTES} MB of memory for this question: ask for less` : message
  }

  port.on('message', (asked: Asked) => {
    try {
      port.postMessage(answer(asked))
    } catch (error) {
      port.postMessage({ id: asked.id, error: saidOf(error) })
    }
  })
}
