import { expect, test } from 'vitest'
import { SourceDown } from '../../catalog/ports.ts'
import { type Database, DatabaseError } from '../../drivers/database.ts'
import { using } from './kept.ts'

const source = () => ({ name: 'main', type: 'x', location: '', secrets: {}, options: {}, address: '', credentials: {}, root: '/' })
const pause = (milliseconds: number): Promise<void> => new Promise((done) => { setTimeout(done, milliseconds) })

/** Counts what is opened, closed and asked at the same time. */
function counted() {
  const seen = { opened: 0, closed: 0, most: 0, now: 0, lost: false }
  const open = async (): Promise<Database> => {
    seen.opened++
    seen.lost = false
    return { lost: () => seen.lost, close: async () => { seen.closed++ }, query: async () => {
      seen.most = Math.max(seen.most, ++seen.now)
      await pause(2)
      seen.now--
      return { columns: [], rows: [] }
    } }
  }
  return { seen, open }
}
const ask = (database: Database) => database.query('', [], { rows: 1, bytes: 1, milliseconds: 1 })

test('many questions at once open a database once, wait for each other, and close it at the end', async () => {
  const { seen, open } = counted()
  const one = source()
  await Promise.all(Array.from({ length: 5 }, () => using(one, open, ask)))
  await using(one, open, ask)
  expect(seen).toMatchObject({ opened: 1, most: 1, closed: 0 })
  await pause(120)
  expect(seen.closed).toBe(1)
  await using(one, open, ask)
  expect(seen.opened).toBe(2)
})

test('a question that fails spoils nothing; a database that is lost is opened again', async () => {
  const { seen, open } = counted()
  const one = source()
  await expect(using(one, open, () => Promise.reject(new DatabaseError('no', 'question')))).rejects.toThrow('no')
  await using(one, open, ask)
  expect(seen.opened).toBe(1)
  await using(one, open, async () => { seen.lost = true })
  await using(one, open, ask)
  expect(seen).toMatchObject({ opened: 2, closed: 1 })
})

test('what cannot be opened is a source that is down, and is tried again the next time', async () => {
  const { open } = counted()
  const one = source()
  await expect(using(one, () => Promise.reject(new DatabaseError('away', 'down')), ask)).rejects.toThrow(new SourceDown('away'))
  expect(await using(one, open, ask)).toEqual({ columns: [], rows: [] })
})
