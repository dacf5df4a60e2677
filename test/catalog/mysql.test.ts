// A real MariaDB as a source, and the same shop in three databases: what must be equal is.
import { createRequire } from 'node:module'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SourceDown } from '../../src/catalog/ports.ts'
import type { Resource } from '../../src/catalog/record.ts'
import { shortType } from '../../src/catalog/types.ts'
import { mysql } from '../../src/connectors/mysql/index.ts'
import { postgres } from '../../src/connectors/postgres/index.ts'
import { sqlite } from '../../src/connectors/sqlite/index.ts'
import { listening } from '../kit/listening.ts'
import { rentalSql } from '../kit/rental/index.ts'
import { found, records, sourceAt } from '../kit/scan.ts'
import { execute, executeMaria, PASSWORD, type Service, startMariadb, startPostgres } from '../kit/services/index.ts'

const LIMITS = { rows: 1000, bytes: 1_000_000, milliseconds: 20_000 }

let server: Service
let everything: string
let all: Map<string, Resource>

beforeAll(async () => {
  server = await startMariadb()
  everything = server.url.replace(/\/fovea$/, '/')
  await executeMaria(server.url, rentalSql('mariadb'))
  await executeMaria(server.url, `create role analyst; grant select on rentals.payment to analyst; create user clerk@'%' identified by '${PASSWORD}'; grant select (customer_id, last_name), update (last_name) on people.customer to clerk@'%'; grant select on films.* to clerk@'%'`)
  all = await records(mysql, sourceAt('mysql', everything))
})
afterAll(() => server.stop())

const table = (name: string): Resource => all.get(`res:db.mysql.main.${name}`) as Resource
const column = (of: string, name: string): unknown => table(of).details.columns.find((one) => one.name === name)

describe('a scan of MariaDB', () => {
  test('says what each column is', () => {
    expect(column('films.film', 'film_id')).toEqual({ name: 'film_id', type: 'int(11)', nn: true, pk: true, index: 'btree' })
    expect(column('films.film', 'rental_rate')).toEqual({ name: 'rental_rate', type: 'decimal(4,2)', nn: true, unit: 'USD', description: 'Price of one rental in USD' })
    expect(column('films.film', 'rating')).toEqual({ name: 'rating', type: "enum('G','PG','PG-13','R','NC-17')", values: ['G', 'PG', 'PG-13', 'R', 'NC-17'] })
    expect(column('films.film', 'hours')).toEqual({ name: 'hours', type: 'decimal(6,2)', description: 'generated: `minutes` / 60.0' })
    expect(column('films.film', 'features')).toEqual({ name: 'features', type: 'json' })
    expect(column('people.customer', 'address_id')).toEqual({ name: 'address_id', type: 'int(11)', nn: true, fk: 'people.address.address_id', index: 'btree' })
  })

  test('takes comments, estimates, checks and grants from the server', () => {
    expect(table('people.customer').overview).toMatchObject({ description: 'Who rents films', shape: { rows_est: '50', cols: 7 } })
    expect(table('rentals.rental').details.constraints.checks).toEqual(['(`returned_at` is null or `returned_at` >= `rented_at`)'])
    expect(table('rentals.payment').details.access).toEqual({ policy: 'any', secrets: ['ada://secret/mysql:main'], grants: ['analyst: select'] })
    expect(table('people.customer').details.access.grants).toEqual(['clerk@%: select(customer_id, last_name), update(last_name)'])
    expect(table('films.film').details.access.grants).toEqual(['clerk@%: select (on the whole database)'])
    expect(table('rentals.sales_by_customer').overview).toMatchObject({ shape: { cols: 3 }, tags: ['view', 'schema:rentals', 'pii:name', 'lifecycle:evolving'] })
  })

  test('is the same twice, and looks at the database in the address alone', async () => {
    expect(await records(mysql, sourceAt('mysql', everything))).toEqual(all)
    const { descriptors } = await found(mysql, sourceAt('mysql', server.url.replace(/fovea$/, 'rentals')))
    expect(descriptors.map(({ place }) => place.path.join('.'))).toEqual(['rentals.inventory', 'rentals.payment', 'rentals.rental', 'rentals.sales_by_customer', 'rentals.store'])
    expect((await found(mysql, sourceAt('mysql', server.url, { options: { schemas: 'people', exclude: 'c*' } }))).descriptors.map(({ place }) => place.path[1])).toEqual(['address', 'staff'])
    expect((await found(mysql, sourceAt('mysql', server.url))).descriptors).toEqual([])
  })

  test('brings snippets that run, and tables that answer a probe', async () => {
    const source = sourceAt('mysql', everything)
    for (const resource of all.values()) {
      const { code: sql } = resource.details.usage.snippets[0] as { code: string }
      expect((await mysql.run?.(source, { by: 'sql', dialect: 'mysql', sql, parameters: [] }, LIMITS))?.columns.length).toBeGreaterThan(0)
      expect(await mysql.probe?.(source, resource)).toBe(undefined)
    }
  })

  test('odd names and partitions', async () => {
    await executeMaria(server.url, "create database `a.b \"c\"`; create table `a.b \"c\"`.`it's a ``table``` (`Id with space` int primary key, `select` text, `колонка` text) comment 'it''s'; create table `a.b \"c\"`.parts (id int, day date) partition by hash (id) partitions 3; create sequence `a.b \"c\"`.s")
    const odd = await records(mysql, sourceAt('mysql', everything, { options: { schemas: 'a.b*' } }))
    expect([...odd.values()].map(({ overview }) => [overview.id, overview.tags[0], overview.description])).toEqual([
      ['res:db.mysql.main.a%2Eb%20%22c%22.it%27s%20a%20%60table%60', 'schema:a.b "c"', "it's"], ['res:db.mysql.main.a%2Eb%20%22c%22.parts', 'partitioned-table', undefined],
    ])
    for (const resource of odd.values()) expect(await mysql.probe?.(sourceAt('mysql', everything), resource)).toBe(undefined)
  })
})

describe('a run on MariaDB', () => {
  const ask = (sql: string, parameters: readonly (string | number | bigint | boolean | null)[] = [], limits = {}) =>
    mysql.run?.(sourceAt('mysql', server.url), { by: 'sql', dialect: 'mysql', sql, parameters }, { ...LIMITS, ...limits })

  test('gives values that lose nothing', async () => {
    const answer = await ask("select 1, 9007199254740993, 18446744073709551615, 12.50, 123456789012345678901234567890, 1.5e0, null, cast('2024-01-31 10:00:00.5' as datetime(1)), cast('2024-01-31' as date), json_object('a', 1), x'00ff', rating from films.film where film_id = 1")
    expect(answer?.rows).toEqual([[1, 9007199254740993n, 18446744073709551615n, 12.5, 123456789012345678901234567890n, 1.5, null, '2024-01-31T10:00:00.500000Z', '2024-01-31', '{"a": 1}', '\\x00ff', 'PG-13']])
  })

  test('binds parameters, and ends at the limits', async () => {
    expect((await ask('select title from films.film where film_id = ? and rental_rate < ? limit ?', [7n, 5.5, 3]))?.rows).toEqual([['Film 7']])
    expect((await ask('select 9007199254740993 = ?, ? = true', [9007199254740993n, true]))?.rows).toEqual([[1, 1]])
    expect(await ask('select seq from seq_1_to_100000', [], { rows: 3 })).toEqual({ columns: ['seq'], rows: [[1], [2], [3]], cut: 'rows' })
    expect(await ask('select seq from seq_1_to_100000 limit 50000', [], { rows: 2 })).toEqual({ columns: ['seq'], rows: [[1], [2]], cut: 'rows' })
    expect(await ask("select repeat('x', 1000) from seq_1_to_100000", [], { bytes: 10_000 })).toMatchObject({ cut: 'bytes', rows: { length: 9 } })
    expect(await ask('select film_id from films.film where false')).toEqual({ columns: ['film_id'], rows: [] })
  })

  test('ends what takes too long', async () => {
    await expect(ask('select count(*) from seq_1_to_1000000 a, seq_1_to_1000000 b', [], { milliseconds: 200 })).rejects.toThrow('the query took longer than 200 ms')
  })

  test.each([
    'delete from films.actor', "insert into films.actor values (1, 'a', 'b')", 'select 1; drop table films.film_actor', "select 1 into outfile '/tmp/fovea-never'", 'select 1 into @x', "select 1 /*! into outfile '/tmp/fovea-never' */",
    'set session transaction read write', 'with x as (select 1) delete from films.actor', 'create table films.x (a int)',
  ])('writes nothing: %s', async (sql) => {
    await expect(ask(sql)).rejects.toThrow()
  })
})

describe('a MariaDB that cannot be used is named with its cause, and without credentials', () => {
  const failure = async (address: string): Promise<string> => {
    const error = await found(mysql, sourceAt('mysql', address)).then(() => undefined, (thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SourceDown)
    expect((error as Error).message).not.toContain(PASSWORD)
    return (error as Error).message
  }

  test('a wrong password, an unknown database, TLS, nobody there, no such host, no address', async () => {
    const at = `mysql://127.0.0.1:${server.port}`
    expect(await failure(server.url.replace(PASSWORD, 'sesame-42'))).toBe(`${at}/fovea cannot be used: it refused the user or the password`)
    expect(await failure(server.url.replace(/fovea$/, 'nowhere'))).toBe(`${at}/nowhere cannot be used: it has no such database; look at the last part of the address`)
    expect(await failure(`mysql://clerk:${PASSWORD}@127.0.0.1:${server.port}/rentals`)).toBe(`${at}/rentals cannot be used: this user may not use that database`)
    expect(await failure(`${server.url}?sslmode=require`)).toBe(`${at}/fovea cannot be used: it offers no TLS; remove sslmode from the address`)
    expect(await failure(`mysql://u:${PASSWORD}@127.0.0.1:1/x`)).toBe('mysql://127.0.0.1:1/x cannot be used: nothing listens there; start the server, or look at the host and the port')
    expect(await failure(`mysql://u:${PASSWORD}@no-such-host.invalid/x`)).toBe('mysql://no-such-host.invalid/x cannot be used: no such host is known; look at its name')
    const [mute, rude] = [await listening(() => {}), await listening((socket) => socket.destroy())]
    expect(await failure(`mysql://u:${PASSWORD}@127.0.0.1:${mute.port}/x?connect_timeout=1`)).toBe(`mysql://127.0.0.1:${mute.port}/x cannot be used: it did not answer in time; look at the host, the port and the firewall`)
    expect(await failure(`mysql://u:${PASSWORD}@127.0.0.1:${rude.port}/x`)).toBe(`mysql://127.0.0.1:${rude.port}/x cannot be used: it closed the connection`)
    for (const one of [mute, rude]) one.close()
    expect(await failure(`mysql://u:${PASSWORD}@:x:/`)).toBe('its address cannot be read; it looks like mysql://user@host:3306/database')
  })
})

describe('the same shop in three databases', () => {
  /** What does not depend on the database: names, keys, and what types are about. */
  const essence = (resources: Iterable<Resource>): unknown => Object.fromEntries([...resources].map(({ details, overview }) => [
    details.id.split('.').at(-1), {
      columns: details.columns.map(({ name, type, pk, nn, fk, pii, values }) => ({ name, type: EQUAL[shortType(type)] ?? shortType(type), pk, nn, fk: fk?.split('.').slice(-2).join('.'), pii, values })),
      key: details.constraints.primary_key, unique: details.constraints.unique,
      to: details.constraints.foreign_keys?.map((key) => ({ ...key, to: key.to.split('.').at(-1) })).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      checks: details.constraints.checks?.length, rows: overview.shape.rows_est, snippets: details.usage.snippets.map(({ engine }) => engine),
    },
  ]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
  /** A list in PostgreSQL is a JSON text elsewhere. */
  const EQUAL: Readonly<Record<string, string>> = { list: 'json' }

  test('is described alike', async () => {
    const server = await startPostgres()
    const folder = mkdtempSync(join(tmpdir(), 'fovea-shop-'))
    try {
      await execute(server.url, rentalSql('postgres'))
      const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm') as { Database: new (path: string) => { exec(sql: string): void; close(): void } }
      const file = new Database(join(folder, 'shop.db'))
      file.exec(rentalSql('sqlite'))
      file.close()
      const pg = (await records(postgres, sourceAt('postgres', server.url))).values()
      const lite = (await records(sqlite, sourceAt('sqlite', 'shop.db', { root: folder }))).values()
      const inTables = (resources: Iterable<Resource>): Resource[] => [...resources].filter(({ overview }) => !overview.tags.some((tag) => tag.endsWith('view')))
      const expected = essence(inTables(pg))
      expect(Object.keys(expected as object).length).toBe(15)
      expect(essence(inTables(lite))).toEqual(strict(expected, { checks: { film: 2 } }))
      expect(essence(inTables(all.values()))).toEqual(expected)
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true })
    }
  })

  /** SQLite has no enums: a check says the same. */
  const strict = (expected: unknown, { checks }: { checks: Record<string, number> }): unknown =>
    Object.fromEntries(Object.entries(expected as Record<string, object>).map(([name, one]) => [name, name in checks ? { ...one, checks: checks[name] } : one]))
})
