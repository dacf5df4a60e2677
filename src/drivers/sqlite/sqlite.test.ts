// SQLite in its thread: values, limits, and a file that nothing writes to.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseError, type Value } from '../database.ts'
import { openSqlite } from './index.ts'

const LIMITS = { rows: 100, bytes: 100_000, milliseconds: 20_000 }
const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm') as { Database: new (path: string) => { exec(sql: string): void; close(): void } }

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fovea-sqlite-'))
  file = join(folder, 'a.db')
  const database = new Database(file)
  database.exec("create table t (id integer primary key, name text, big int, part real, bytes blob); insert into t values (1, 'one', 9007199254740993, 1.5, x'00ff'), (2, null, 7, -0.5, null)")
  database.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function ask(sql: string, parameters: readonly Value[] = [], limits = {}): Promise<unknown> {
  const database = await openSqlite(file, 'a.db')
  try {
    return await database.query(sql, parameters, { ...LIMITS, ...limits })
  } finally {
    await database.close()
  }
}

describe('a question', () => {
  test('gives values that lose nothing, and columns of one name apart', async () => {
    expect(await ask('select *, id as name from t')).toEqual({ columns: ['id', 'name', 'big', 'part', 'bytes', 'name'], rows: [[1, 'one', 9007199254740993n, 1.5, '\\x00ff', 1], [2, null, 7, -0.5, null, 2]] })
    expect(await ask('select id from t where 0')).toEqual({ columns: ['id'], rows: [] })
  })

  test('binds parameters as what they are', async () => {
    expect(await ask('select typeof(?), typeof(?), typeof(?), typeof(?), ? / 2, typeof(?)', [1, 1.5, 'x', null, 3, true])).toMatchObject({ rows: [['integer', 'real', 'text', 'null', 1, 'integer']] })
    expect(await ask('select id from t where big = ?', [9007199254740993n])).toMatchObject({ rows: [[1]] })
  })

  test('ends at the limits', async () => {
    const many = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n'
    expect(await ask(many, [], { rows: 2 })).toEqual({ columns: ['i'], rows: [[1], [2]], cut: 'rows' })
    expect(await ask(many, [], { rows: 1e9, bytes: 80 })).toMatchObject({ cut: 'bytes', rows: { length: 10 } })
    await expect(ask('with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n', [], { milliseconds: 300 })).rejects.toThrow('the query took longer than 300 ms')
  })

  test('ends at its memory, and answers the next one', async () => {
    const database = await openSqlite(file, 'a.db')
    await expect(database.query('select length(hex(zeroblob(450000000)))', [], LIMITS)).rejects.toThrow('it needs more than 512 MB of memory for this question: ask for less')
    expect(await database.query('select zeroblob(100000) as b', [], LIMITS)).toMatchObject({ rows: [], cut: 'bytes' })
    expect((await database.query('select id from t', [], LIMITS)).rows).toEqual([[1], [2]])
    await database.close()
  })

  test.each(['insert into t values (3, 1, 1, 1, 1)', 'with x as (select 1) delete from t', "attach '/tmp/fovea-never.db' as x", 'pragma user_version = 7', 'create table x (a)', 'vacuum'])('writes nothing: %s', async (sql) => {
    const before = readFileSync(file)
    await ask(sql).catch(() => {})
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.startsWith('a.db'))).toEqual(['a.db'])
  })

  test('a mistake is told in the words of SQLite', async () => {
    await expect(ask('select elsewhere from t')).rejects.toThrow('no such column: elsewhere')
    await expect(ask('drop table t')).rejects.toThrow('a source is only read: a query begins with SELECT or WITH, not with "drop table t"')
  })
})

describe('a file that cannot be opened', () => {
  test.each([
    ['none.db', undefined, 'there is no such file'], ['text.db', 'this is a text and much longer than the head of a database would be, which has a hundred bytes and a word at the beginning', 'it is no SQLite database, or it is damaged'],
  ])('%s', async (name, text, why) => {
    if (text !== undefined) writeFileSync(join(folder, name), text)
    await expect(openSqlite(join(folder, name), name)).rejects.toThrow(new DatabaseError(`${name} cannot be opened: ${why}`, 'down'))
  })

  test('a folder', async () => {
    await expect(openSqlite(folder, 'x')).rejects.toThrow('x cannot be opened: it is no file')
  })
})

test('a change that a dead writer left behind is named with what to do', async () => {
  const [from, to] = [join(folder, 'hot.db'), join(mkdtempSync(join(folder, 'copy-')), 'c.db')]
  const database = new Database(from)
  database.exec("pragma cache_size = 2; create table h (id integer primary key, words text); insert into h with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000) select i, hex(zeroblob(200)) from n")
  database.exec("begin; update h set words = 'changed'")
  cpSync(from, to)
  cpSync(`${from}-journal`, `${to}-journal`)
  database.exec('rollback')
  database.close()
  await expect(openSqlite(to, 'c.db')).rejects.toThrow(/^c\.db cannot be opened: c\.db-journal beside it holds a change that is not finished: .*open it once with one that may, such as sqlite3/)
})

describe('a write-ahead log', () => {
  /** A copy of a database that somebody has open, or of one that was closed: what was written last is in the log alone, or in no log. */
  function copyOf(name: string, whole: boolean): string {
    const from = join(folder, `${name}.db`)
    const to = join(mkdtempSync(join(folder, 'copy-')), 'b.db')
    const database = new Database(from)
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table w (id int); insert into w values (42)')
    if (!whole) database.exec('pragma wal_checkpoint(truncate)')
    cpSync(from, to)
    if (whole) cpSync(`${from}-wal`, `${to}-wal`)
    database.close()
    return to
  }

  test('is read, and left as it is', async () => {
    const file = copyOf('open', true)
    const before = readFileSync(`${file}-wal`)
    const database = await openSqlite(file, 'b.db')
    expect((await database.query('select * from w', [], LIMITS)).rows).toEqual([[42]])
    await database.close()
    expect(readFileSync(`${file}-wal`).equals(before)).toBe(true)
  })

  test('that is not there is not made', async () => {
    const file = copyOf('closed', false)
    const database = await openSqlite(file, 'b.db')
    expect((await database.query('select * from w', [], LIMITS)).rows).toEqual([[42]])
    expect(readdirSync(dirname(file))).toEqual(['b.db'])
    await database.close()
    expect(readdirSync(dirname(file))).toEqual(['b.db'])
  })
})
