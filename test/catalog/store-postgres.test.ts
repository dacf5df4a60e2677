import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openShared, type SharedDatabase } from '../../src/drivers/postgres-pool.ts'
import { postgresCatalog } from '../../src/stores/postgres/catalog.ts'
import { postgresDocuments } from '../../src/stores/postgres/documents.ts'
import { databaseStatus, migrate, mustBeCurrent } from '../../src/stores/postgres/migrate.ts'
import { MIGRATIONS } from '../../src/stores/postgres/migrations.ts'
import { run } from '../kit/catalog-kill.mjs'
import { execute, PASSWORD, type Postgres, startPostgres } from '../kit/services/index.ts'
import { sourceNamed, storeBehaves, tableIn } from './store-conformance.ts'

const AT = '2026-01-01T00:00:00Z'
let server: Postgres
let url: string
const open: SharedDatabase[] = []

const opened = async (address = url): Promise<SharedDatabase> => {
  const database = await openShared(address)
  open.push(database)
  return database
}

beforeAll(async () => {
  server = await startPostgres()
  url = await server.database('team')
  await migrate(await opened())
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()))
})
afterAll(() => server.stop())

let projects = 0

storeBehaves('postgres', async () => {
  const project = `p${projects++}`
  return async () => postgresCatalog(await opened(), project)
})

describe('a shared database', () => {
  test('projects do not see each other', async () => {
    const [one, two] = [postgresCatalog(await opened(), 'one'), postgresCatalog(await opened(), 'two')]
    await one.register(sourceNamed('main'))
    await one.publish('main', [tableIn('main', 'orders')], AT)
    expect([await two.sources(), await two.resources(), await two.changes(9), await two.remove('main')]).toEqual([[], [], [], false])
    expect((await one.resources()).length).toBe(1)
  })

  test('is migrated by two at once, and by a second run, as if by one', async () => {
    const address = await server.database('fresh')
    await expect(mustBeCurrent(await opened(address))).rejects.toThrow(/is not ready for this version: run "fovea db migrate"/)
    const [one, two] = await Promise.all([migrate(await opened(address)), migrate(await opened(address))])
    expect([...one, ...two].map(({ number }) => number).sort()).toEqual(MIGRATIONS.map(({ number }) => number))
    expect(await migrate(await opened(address))).toEqual([])
    await mustBeCurrent(await opened(address))
    expect(await databaseStatus(await opened(address))).toMatchObject({ pending: [], unknown: [], holds: { projects: 0, sources: 0, resources: 0, documents: 0 } })
  })

  test('a step that fails leaves nothing of itself, and the next run goes on', async () => {
    const address = await server.database('half')
    await execute(address, 'create schema fovea; create table fovea.changes (mine text); insert into fovea.changes values ($$kept$$)')
    await expect(migrate(await opened(address))).rejects.toThrow(/already exists/)
    expect((await databaseStatus(await opened(address))).applied).toEqual([])
    await execute(address, 'alter table fovea.changes rename to mine')
    expect((await migrate(await opened(address))).length).toBe(MIGRATIONS.length)
    expect(await (await opened(address)).query('select mine from fovea.mine')).toEqual([{ mine: 'kept' }])
  })

  test('of a newer version is left alone', async () => {
    const address = await server.database('newer')
    await migrate(await opened(address))
    await execute(address, "insert into fovea.migrations (number, title) values (999, 'of tomorrow')")
    await expect(mustBeCurrent(await opened(address))).rejects.toThrow(/made by a newer version of Fovea: update this one/)
    await expect(migrate(await opened(address))).rejects.toThrow(/made by a newer version of Fovea: update this one/)
    expect((await databaseStatus(await opened(address))).unknown).toEqual([999])
    // Also when one of our own steps is not there: the newer version may have had a reason.
    await execute(address, 'delete from fovea.migrations where number = 2')
    await expect(migrate(await opened(address))).rejects.toThrow(/made by a newer version of Fovea: update this one/)
    expect((await databaseStatus(await opened(address))).pending.map(({ number }) => number)).toEqual([2])
  })

  test('is not written any more by a server that was started before somebody migrated it further', async () => {
    const address = await server.database('meanwhile')
    await migrate(await opened(address))
    const database = await opened(address)
    const [store, documents] = [postgresCatalog(database, 'p'), postgresDocuments(database, { project: 'p', folder: '.fovea', root: '/p' })]
    await store.register(sourceNamed('main'))
    await store.publish('main', [tableIn('main', 'orders')], AT)
    await documents.update('memory', () => 'ours')
    await execute(address, "insert into fovea.migrations (number, title) values (999, 'of tomorrow')")
    await expect(store.publish('main', [], AT)).rejects.toThrow(/made by a newer version of Fovea: update this one/)
    await expect(documents.update('memory', () => 'over it')).rejects.toThrow(/made by a newer version of Fovea: update this one/)
    expect([(await store.resources()).length, await documents.read('memory')]).toEqual([1, 'ours'])
  })

  test('a row that somebody wrote by hand is refused, not misread', async () => {
    const documents = postgresDocuments(await opened(), { project: 'p', folder: '.fovea', root: '/p' })
    await execute(url, `insert into fovea.documents (project, folder, name, body) values ('p', '.fovea', 'memory.json', '{"a":1}')`)
    await expect(documents.read('memory')).rejects.toThrow('its row in the table does not hold a text')
    await expect(documents.update('memory', () => 'x')).rejects.toThrow('its row in the table does not hold a text')
  })

  test('that is down or refuses is said without credentials', async () => {
    const wrong = url.replace(PASSWORD, 'another-secret')
    for (const address of [wrong, url.replace(/:\d+\//, ':1/'), url.replace('/team', '/nowhere')]) {
      const failure = await (await opened(address)).query('select 1').catch((error: Error) => error)
      expect(String(failure)).toMatch(/cannot be used: /)
      expect(String(failure)).not.toMatch(/another-secret|pa55|fovea:|fovea@/)
    }
  })

  test('a publish that loses its connection changes nothing', async () => {
    const database = await opened()
    const store = postgresCatalog(database, 'cut')
    await store.register(sourceNamed('main'))
    await store.publish('main', [tableIn('main', 'orders')], AT)
    const lost = database.transaction(async (session) => {
      await session.query("delete from fovea.resources where project = 'cut'")
      await session.query('select pg_terminate_backend(pg_backend_pid())')
    })
    await expect(lost).rejects.toThrow(/cannot be used: /)
    expect((await store.resources()).length).toBe(1)
  })

  test('the journal is bounded', async () => {
    const database = await opened()
    const store = postgresCatalog(database, 'long')
    await store.register(sourceNamed('main'))
    await database.query("insert into fovea.changes (project, source, body) select 'long', 'main', '{}' from generate_series(1, 10500)")
    await store.publish('main', [tableIn('main', 'orders')], AT)
    expect(await database.query("select count(*)::int as kept from fovea.changes where project = 'long'")).toEqual([{ kept: 10_000 }])
    expect((await store.changes(1))[0]?.what).toBe('added')
  })
})

describe('fovea db', () => {
  test('says what is missing, makes it once, and shows no password', async () => {
    const home = mkdtempSync(join(tmpdir(), 'fovea-db-'))
    const around = { cwd: home, env: { TEAM: await server.database('commands') } }
    const db = (...args: string[]): Promise<{ code: number | undefined; out: string; err: string }> => run(['db', ...args], around).ended
    const all = [await db('status', '--database', 'env:TEAM'), await db('migrate', '--database', 'env:TEAM'), await db('migrate', '--database', 'env:TEAM'), await db('status', '--database', 'env:TEAM', '--json'), await db('status'), await db('status', '--database', 'env:NONE')]
    expect(all.map(({ code }) => code)).toEqual([6, 0, 0, 0, 2, 2])
    expect([all[0]?.out, all[2]?.out]).toEqual([expect.stringMatching(/: missing\nrun "fovea db migrate"\n$/), expect.stringMatching(/ is up to date\n$/)])
    expect(all[1]?.out.split('\n').length).toBe(MIGRATIONS.length + 1)
    expect(JSON.parse(all[3]?.out ?? '')).toMatchObject({ pending: [], holds: { projects: 0 } })
    expect([all[4]?.err, all[5]?.err]).toEqual([expect.stringContaining('no database is configured: set FOVEA_DATABASE'), expect.stringContaining('the environment variable NONE is not set')])
    expect(JSON.stringify(all)).not.toContain(PASSWORD)
    rmSync(home, { recursive: true })
  })

  test('takes no other kind of database', async () => {
    await expect(openShared('mysql://u:hidden@db/x')).rejects.toThrow(/^its address is not one of PostgreSQL; that looks like postgres:/)
  })
})
