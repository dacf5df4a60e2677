// A database stays open for a moment after it was used: whoever checks a thousand tables opens it once. One question at a time, because a session holds one transaction.
import { type OpenSource, SourceDown } from '../../catalog/ports.ts'
import { type Database, DatabaseError } from '../../drivers/database.ts'

/** Long enough for the next question of a loop, short enough that a program does not end later for it. */
const IDLE_MS = 50

interface Kept {
  readonly database: Promise<Database>
  /** What was asked before and has to end first. */
  line: Promise<unknown>
  users: number
  clock?: ReturnType<typeof setTimeout>
}

const kept = new WeakMap<OpenSource, Kept>()

/** Lets a database be used, opened now or kept from the last time; what cannot be opened is a SourceDown. */
export async function using<T>(source: OpenSource, open: (source: OpenSource) => Promise<Database>, use: (database: Database) => Promise<T>): Promise<T> {
  const held = kept.get(source) ?? begin(source, open)
  held.users++
  clearTimeout(held.clock)
  const turn = held.line.then(async () => use(await held.database))
  held.line = turn.catch(() => {})
  try {
    return await turn
  } finally {
    held.users--
    await rest(source, held)
  }
}

function begin(source: OpenSource, open: (source: OpenSource) => Promise<Database>): Kept {
  const database = opened(() => open(source))
  const held: Kept = { database, line: Promise.resolve(), users: 0 }
  kept.set(source, held)
  return held
}

/** Closes it when nobody comes; at once when it was lost, so that the next one opens another. */
async function rest(source: OpenSource, held: Kept): Promise<void> {
  const database = await held.database.catch(() => undefined)
  const lost = database?.lost() ?? true
  if (lost && kept.get(source) === held) kept.delete(source)
  if (held.users > 0) return
  if (lost) return database?.close()
  held.clock = setTimeout(() => {
    kept.delete(source)
    void database?.close()
  }, IDLE_MS)
}

/** Opens a database; a failure says why without credentials. */
export async function opened(open: () => Promise<Database>): Promise<Database> {
  try {
    return await open()
  } catch (error) {
    throw error instanceof DatabaseError ? new SourceDown(error.message) : error
  }
}
