// A file of SQLite as a source.
import { createRequire } from 'node:module'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SourceDown } from '../../src/catalog/ports.ts'
import type { Resource } from '../../src/catalog/record.ts'
import { sqlite } from '../../src/connectors/sqlite/index.ts'
import { rentalSql } from '../kit/rental/index.ts'
import { found, records, sourceAt } from '../kit/scan.ts'

const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm') as { Database: new (path: string) => { exec(sql: string): void; close(): void } }
const LIMITS = { rows: 1000, bytes: 1_000_000, milliseconds: 20_000 }

let folder: string
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'fovea-shop-')) })
afterAll(() => rmSync(folder, { recursive: true }))

function make(name: string, sql: string): void {
  const database = new Database(join(folder, name))
  database.exec(sql)
  database.close()
}
const source = (name: string, options = {}) => sourceAt('sqlite', name, { location: name, root: folder, options })

describe('a scan', () => {
  let all: Map<string, Resource>
  beforeAll(async () => {
    make('shop.db', rentalSql('sqlite'))
    all = await records(sqlite, source('shop.db'))
  })
  const table = (name: string): Resource => all.get(`res:db.sqlite.main.${name}`) as Resource
  const column = (of: string, name: string): unknown => table(of).details.columns.find((one) => one.name === name)

  test('says what each column is', () => {
    expect(column('film', 'film_id')).toEqual({ name: 'film_id', type: 'integer', nn: true, pk: true, index: 'btree' })
    expect(column('film', 'rental_rate')).toEqual({ name: 'rental_rate', type: 'numeric(4,2)', nn: true })
    expect(column('film', 'rating')).toEqual({ name: 'rating', type: 'text', values: ['G', 'PG', 'PG-13', 'R', 'NC-17'] })
    expect(column('film', 'hours')).toEqual({ name: 'hours', type: 'numeric(6,2)', description: 'generated: minutes / 60.0' })
    expect(column('film', 'language_id')).toEqual({ name: 'language_id', type: 'int', nn: true, fk: 'language.language_id' })
    expect(column('customer', 'email')).toEqual({ name: 'email', type: 'text', index: 'btree', pii: 'email' })
  })

  test('says which keys and checks hold, and how many rows there are', () => {
    expect(table('rental').details.constraints).toEqual({
      primary_key: ['rental_id'],
      foreign_keys: [
        { columns: ['customer_id'], to: 'customer', to_columns: ['customer_id'] },
        { columns: ['staff_id'], to: 'staff', to_columns: ['staff_id'] },
        { columns: ['store_id', 'inventory_id'], to: 'inventory', to_columns: ['store_id', 'inventory_id'] },
      ],
      checks: ['(returned_at is null or returned_at >= rented_at)'],
    })
    expect(table('film_actor').details.constraints.primary_key).toEqual(['actor_id', 'film_id'])
    expect(table('inventory').details.constraints.unique).toEqual([['store_id', 'inventory_id']])
    expect(table('payment').overview.shape.rows_est).toBe('2e2')
    expect(table('sales_by_customer').overview).toMatchObject({ shape: { cols: 3 }, tags: ['view', 'pii:name', 'lifecycle:evolving'] })
    expect(table('film').details.access).toEqual({ policy: 'any', secrets: [] })
  })

  test('brings snippets that run', async () => {
    const shop = source('shop.db')
    for (const { details } of all.values()) {
      const [sql] = details.usage.snippets
      expect((await sqlite.run?.(shop, { by: 'sql', dialect: 'sqlite', sql: sql?.code ?? '', parameters: [] }, LIMITS))?.columns.length).toBeGreaterThan(0)
    }
  })

  test('is the same twice, leaves nothing beside the file, and takes what is wanted', async () => {
    expect(await records(sqlite, source('sqlite:shop.db'))).toEqual(all)
    expect(readdirSync(folder).filter((name) => name.startsWith('shop.db'))).toEqual(['shop.db'])
    expect((await found(sqlite, source('shop.db', { include: 'film*', exclude: '*_category' }))).descriptors.map(({ place }) => place.path[0])).toEqual(['film', 'film_actor'])
  })

  test('large tables are not counted', async () => {
    make('large.db', 'create table t (id integer primary key); with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000) insert into t select i * 10 from n; create table a (x); insert into a values (1), (2); create index ax on a (x); analyze a')
    const large = await records(sqlite, source('large.db'))
    expect([...large.values()].map(({ overview }) => overview.shape.rows_est)).toEqual(['2', '5e4'])
  })
})

describe('odd names and shapes', () => {
  test('are scanned, and what is broken is left out with a word', async () => {
    make('odd.db', `create table "it's a ""table""" ("Id with space" integer primary key, "select" text, "колонка", "new
line" int); create table "a.b" (id references "IT'S A ""TABLE""", x); create table rowid_named (rowid text); create table strict_one (a any) strict;
      create virtual table words using fts5(body); create table gone (a); create view broken as select a from gone; drop table gone; create view fine as select 1 as one, 2`)
    const { descriptors, diagnostics } = await found(sqlite, source('odd.db'))
    expect(descriptors.map(({ place, tags }) => [place.path[0], ...(tags ?? [])])).toEqual([['a.b'], ['fine', 'view'], ["it's a \"table\""], ['rowid_named'], ['strict_one'], ['words', 'virtual-table']])
    expect(diagnostics).toEqual([{ code: 'catalog/broken', severity: 'warning', path: 'broken', message: 'broken was left out: no such table: main.gone' }])
    const all = await records(sqlite, source('odd.db'))
    expect(all.get('res:db.sqlite.main.a%2Eb')?.details.columns[0]).toEqual({ name: 'id', type: 'any', fk: "it's a \"table\".Id with space" })
    const odd = source('odd.db')
    for (const resource of all.values()) expect(await sqlite.probe?.(odd, resource)).toBe(undefined)
  })

  test('an empty database has nothing', async () => {
    writeFileSync(join(folder, 'zero.db'), '')
    expect((await found(sqlite, source('zero.db'))).descriptors).toEqual([])
  })
})

test('a file that is gone or is something else is named with its cause', async () => {
  writeFileSync(join(folder, 'other.db'), 'no database at all, but a text that is long enough to be looked at as one, and a little longer than that')
  await expect(found(sqlite, source('none.db'))).rejects.toThrow(new SourceDown('none.db cannot be opened: there is no such file'))
  await expect(found(sqlite, source(`sqlite://${folder}/other.db`))).rejects.toThrow(new SourceDown('other.db cannot be opened: it is no SQLite database, or it is damaged'))
})

test('a run of something else than its SQL is refused', async () => {
  await expect(sqlite.run?.(source('shop.db'), { by: 'sql', dialect: 'mysql', sql: 'select 1', parameters: [] }, LIMITS)).rejects.toThrow('main runs SQL for sqlite, not SQL for mysql')
  await expect(sqlite.run?.(source('shop.db'), { by: 'sql', dialect: 'sqlite', sql: 'delete from film', parameters: [] }, LIMITS)).rejects.toThrow('a source is only read')
})
