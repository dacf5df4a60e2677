// A real PostgreSQL as a source: what a scan says of it, and how it is read.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Resource } from '../../src/catalog/record.ts'
import { SourceDown } from '../../src/catalog/ports.ts'
import { postgres } from '../../src/connectors/postgres/index.ts'
import { listening } from '../kit/listening.ts'
import { rentalSql } from '../kit/rental/index.ts'
import { found, records, sourceAt } from '../kit/scan.ts'
import { execute, PASSWORD, type Postgres, startPostgres } from '../kit/services/index.ts'

let server: Postgres
let shop: string
let all: Map<string, Resource>

beforeAll(async () => {
  server = await startPostgres()
  shop = await server.database('shop')
  await execute(shop, rentalSql('postgres'))
  await execute(shop, `create role analyst; create role clerk; grant usage on schema rentals to analyst, clerk; grant select on rentals.payment to analyst;
    grant select (customer_id, last_name), update (last_name) on people.customer to clerk; grant select on films.category to public`)
  all = await records(postgres, sourceAt('postgres', shop))
})
afterAll(() => server.stop())

const table = (name: string): Resource => all.get(`res:db.pg.main.${name}`) as Resource
const column = (of: string, name: string): unknown => table(of).details.columns.find((one) => one.name === name)

describe('a scan', () => {
  test('finds tables, views and materialized views of all schemas, partitioned tables once, and nothing of the system', () => {
    expect([...all.keys()].map((id) => id.replace('res:db.pg.main.', ''))).toEqual([
      'films.actor', 'films.category', 'films.film', 'films.film_actor', 'films.film_category', 'films.films_by_category', 'films.language',
      'people.address', 'people.city', 'people.country', 'people.customer', 'people.staff',
      'rentals.inventory', 'rentals.payment', 'rentals.rental', 'rentals.sales_by_customer', 'rentals.store',
    ])
    expect(table('rentals.payment').overview.tags).toContain('partitioned-table')
    expect(table('rentals.sales_by_customer').overview.tags).toContain('view')
    expect(table('films.films_by_category').overview.tags).toContain('materialized-view')
  })

  test('says what each column is', () => {
    expect(column('films.film', 'film_id')).toEqual({ name: 'film_id', type: 'integer', nn: true, pk: true, index: 'btree' })
    expect(column('films.film', 'rental_rate')).toEqual({ name: 'rental_rate', type: 'numeric(4,2)', nn: true, unit: 'USD', description: 'Price of one rental in USD' })
    expect(column('films.film', 'rating')).toEqual({ name: 'rating', type: 'enum films.rating', values: ['G', 'PG', 'PG-13', 'R', 'NC-17'] })
    expect(column('films.film', 'hours')).toEqual({ name: 'hours', type: 'numeric(6,2)', description: 'generated: ((minutes)::numeric / 60.0)' })
    expect(column('films.film', 'language_id')).toEqual({ name: 'language_id', type: 'integer', nn: true, fk: 'films.language.language_id' })
    expect(column('people.customer', 'email')).toEqual({ name: 'email', type: 'text', index: 'btree', description: 'Where receipts are sent; domain people.mail', pii: 'email' })
    expect(column('people.customer', 'address_id')).toEqual({ name: 'address_id', type: 'integer', nn: true, fk: 'people.address.address_id' })
  })

  test('says which keys and checks hold', () => {
    expect(table('rentals.rental').details.constraints).toEqual({
      primary_key: ['rental_id'],
      foreign_keys: [
        { columns: ['customer_id'], to: 'people.customer', to_columns: ['customer_id'] },
        { columns: ['staff_id'], to: 'people.staff', to_columns: ['staff_id'] },
        { columns: ['store_id', 'inventory_id'], to: 'rentals.inventory', to_columns: ['store_id', 'inventory_id'] },
      ],
      checks: ['(returned_at IS NULL OR returned_at >= rented_at)'],
    })
    expect(table('rentals.inventory').details.constraints.unique).toEqual([['store_id', 'inventory_id']])
    expect(table('films.film_actor').details.constraints.primary_key).toEqual(['actor_id', 'film_id'])
  })

  test('takes comments, estimates, owners and grants from the server', () => {
    expect(table('people.customer').overview).toMatchObject({ description: 'Who rents films', shape: { rows_est: '50', cols: 7 }, owner: 'fovea' })
    expect(table('rentals.payment').overview.shape.rows_est).toBe('2e2')
    expect(table('rentals.sales_by_customer').overview.shape).toEqual({ cols: 3 })
    expect(table('rentals.payment').details.access).toEqual({ policy: 'any', secrets: ['ada://secret/pg:main'], grants: ['analyst: select'] })
    expect(table('people.customer').details.access.grants).toEqual(['clerk: select(customer_id, last_name), update(last_name)'])
    expect(table('films.category').details.access.grants).toEqual(['public: select'])
    expect(table('people.address').details.quality).toEqual({ null_rate: { postal_code: 0.5, phone: 0.5 } })
    expect(table('rentals.payment').details.quality).toEqual({})
  })

  test('tags personal data by the names of columns', () => {
    expect(table('people.customer').overview.tags).toEqual(['schema:people', 'pii:name', 'pii:email', 'lifecycle:evolving'])
    expect(table('people.address').overview.tags).toEqual(expect.arrayContaining(['pii:address', 'pii:phone']))
    expect(table('films.category').overview.tags).toContain('pii:none')
  })

  test('brings two snippets each, and the SQL runs', async () => {
    const source = sourceAt('postgres', shop)
    for (const { overview, details } of all.values()) {
      expect(details.usage.snippets.map(({ engine }) => engine)).toEqual(['sql', 'ir'])
      const [sql] = details.usage.snippets
      const answer = await postgres.run?.(source, { by: 'sql', dialect: 'postgres', sql: sql?.code ?? '', parameters: [] }, LIMITS)
      expect(answer?.columns.length, overview.id).toBeGreaterThan(0)
    }
    expect(table('rentals.payment').details.usage.snippets).toEqual([
      { engine: 'sql', code: "SELECT customer_id, sum(amount) AS total FROM rentals.payment WHERE paid_at >= '2024-01-01' GROUP BY customer_id ORDER BY 2 DESC LIMIT 100" },
      { engine: 'ir', code: "scan(res:db.pg.main.rentals.payment) -> filter(paid_at >= '2024-01-01') -> aggregate(by customer_id: sum(amount) as total) -> sort(total desc) -> limit(100)" },
    ])
  })

  test('is the same twice', async () => {
    expect(await records(postgres, sourceAt('postgres', shop))).toEqual(all)
  })

  test('takes the schemas that are wanted and leaves out what is not', async () => {
    const { descriptors } = await found(postgres, sourceAt('postgres', shop, { options: { schemas: 'films,rent*', exclude: 'film_*,rentals.payment' } }))
    expect(descriptors.map(({ place }) => place.path.join('.'))).toEqual(['films.actor', 'films.category', 'films.film', 'films.films_by_category', 'films.language', 'rentals.inventory', 'rentals.rental', 'rentals.sales_by_customer', 'rentals.store'])
  })

  test('shows what a user may not read without the promise that it can be read', async () => {
    const url = new URL(shop)
    await execute(shop, `create role visitor login password '${PASSWORD}'; grant usage on schema films to visitor; grant select on films.actor to visitor`)
    url.username = 'visitor'
    const seen = await records(postgres, sourceAt('postgres', url.href, { options: { schemas: 'films' } }))
    expect(seen.get('res:db.pg.main.films.actor')?.overview.cap).toContain('scan')
    expect(seen.get('res:db.pg.main.films.film')?.overview).toMatchObject({ cap: [], tags: ['schema:films', 'not-readable', 'pii:none', 'lifecycle:evolving'] })
  })
})

const LIMITS = { rows: 1000, bytes: 1_000_000, milliseconds: 20_000 }

describe('odd names and shapes', () => {
  let odd: string
  const long = 'x'.repeat(61) + 'é'
  beforeAll(async () => {
    odd = await server.database('odd "name"')
    await execute(odd, `create schema "a.b"; create schema "select";
      create table "a.b"."it's a ""table""" ("Id with space" int primary key, "select" text, "колонка" text, "new
line" int);
      create table "select"."${long}" (id int references "a.b"."it's a ""table""", "${long}" text);
      create table public.nothing (); create table public.empty (id int); create table public.dropped (gone int, kept int); alter table public.dropped drop column gone;
      create table public.wide (${Array.from({ length: 40 }, (_, i) => `c${i} int`).join(', ')})`)
  })

  test('are scanned, and every table can be read by its snippet and by a probe', async () => {
    const resources = await records(postgres, sourceAt('postgres', odd))
    expect([...resources.keys()]).toEqual(['res:db.pg.main.a%2Eb.it%27s%20a%20%22table%22', 'res:db.pg.main.public.dropped', 'res:db.pg.main.public.empty', 'res:db.pg.main.public.nothing', 'res:db.pg.main.public.wide', `res:db.pg.main.select.${long}`])
    const source = sourceAt('postgres', odd)
    for (const resource of resources.values()) {
      const { code: sql } = resource.details.usage.snippets[0] as { code: string }
      await postgres.run?.(source, { by: 'sql', dialect: 'postgres', sql, parameters: [] }, LIMITS)
      expect(await postgres.probe?.(source, resource)).toBe(undefined)
    }
    expect(resources.get('res:db.pg.main.public.nothing')?.details.columns).toEqual([])
    expect(resources.get('res:db.pg.main.public.dropped')?.details.columns).toEqual([{ name: 'kept', type: 'integer' }])
    expect(resources.get(`res:db.pg.main.select.${long}`)?.details.columns[0]?.fk).toBe('res:db.pg.main.a%2Eb.it%27s%20a%20%22table%22#Id with space')
    expect(resources.get('res:db.pg.main.public.wide')?.details.usage.anti_patterns).toEqual(['select * (40 columns)'])
  })
})

describe('a probe', () => {
  test('tells of a table that is gone and of a column that is gone', async () => {
    const url = await server.database('changing')
    await execute(url, 'create table a (id int, name text); create table b (id int)')
    const before = await records(postgres, sourceAt('postgres', url))
    await execute(url, 'alter table a drop column name; drop table b')
    const [a, b] = await Promise.all([...before.values()].map((resource) => postgres.probe?.(sourceAt('postgres', url), resource)))
    expect(a).toMatchObject({ code: 'catalog/unreachable', severity: 'error', message: 'res:db.pg.main.public.a cannot be read: column "name" does not exist' })
    expect(b?.message).toBe('res:db.pg.main.public.b cannot be read: relation "public.b" does not exist')
  })
})

describe('a run', () => {
  const ask = (sql: string, parameters: readonly (string | number | bigint | boolean | null)[] = [], limits = {}) =>
    postgres.run?.(sourceAt('postgres', shop), { by: 'sql', dialect: 'postgres', sql, parameters }, { ...LIMITS, ...limits })

  test('gives values that lose nothing', async () => {
    const answer = await ask(`select 1::int2 as a, 9007199254740993::int8, 12.50::numeric, 123456789012345678901234567890::numeric, 'NaN'::float8, true, null, '2024-01-31 10:00:00.5'::timestamp,
      '2024-01-31 10:00:00+02'::timestamptz, '2024-01-31'::date, '{"a": 1}'::jsonb, '{1,2}'::int[], '{a,"b c"}'::text[], '\\x00ff'::bytea, '1 day 2 hours'::interval, 'PG-13'::films.rating, array['2024-01-31'::timestamp]`)
    expect(answer?.rows).toEqual([[1, 9007199254740993n, 12.5, 123456789012345678901234567890n, NaN, true, null, '2024-01-31T10:00:00.500000Z', '2024-01-31T08:00:00.000000Z', '2024-01-31', '{"a": 1}', '[1,2]', '["a","b c"]', '\\x00ff', 'P1DT2H', 'PG-13', '["2024-01-31 00:00:00"]']])
  })

  test('marks what the server says of a question, so that it is told only to who sees everything', async () => {
    await expect(ask("select pin::int from (values ('secret')) as hidden (pin)")).rejects.toMatchObject({ reason: 'question', message: expect.stringContaining('secret') as string })
  })

  test('binds parameters, and ends at the limits', async () => {
    expect((await ask('select title from films.film where film_id = $1 and rental_rate < $2', [7n, 5.5]))?.rows).toEqual([['Film 7']])
    expect(await ask('select n from generate_series(1, 100000) n', [], { rows: 3 })).toEqual({ columns: ['n'], rows: [[1], [2], [3]], cut: 'rows' })
    expect(await ask('select n from generate_series(1, 3) n', [], { rows: 3 })).toEqual({ columns: ['n'], rows: [[1], [2], [3]] })
    const heavy = await ask("select repeat('x', 1000) from generate_series(1, 100000)", [], { bytes: 10_000 })
    expect(heavy).toMatchObject({ cut: 'bytes' })
    expect(heavy?.rows.length).toBe(9)
    expect(await ask('select film_id from films.film where false')).toEqual({ columns: ['film_id'], rows: [] })
  })

  test('ends what takes too long', async () => {
    await expect(ask('select pg_sleep(60)', [], { milliseconds: 200 })).rejects.toThrow('the query took longer than 200 ms')
  })

  test.each([
    'delete from films.actor', "insert into films.actor values (1, 'a', 'b')", 'select 1; drop table films.film_actor', "with gone as (delete from films.film_actor returning 1) select * from gone",
    "copy films.actor to program 'true'", 'set default_transaction_read_only = off', 'select * into films.copy from films.actor', "select nextval('films.made')", 'create table x (a int)',
  ])('writes nothing: %s', async (sql) => {
    await execute(shop, 'create sequence if not exists films.made')
    await expect(ask(sql)).rejects.toThrow()
  })
})

describe('a server that cannot be used is named with its cause, and without credentials', () => {
  const failure = async (address: string, more = {}): Promise<string> => {
    const error = await found(postgres, sourceAt('postgres', address, more)).then(() => undefined, (thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SourceDown)
    const { message } = error as Error
    expect(message).not.toContain(PASSWORD)
    return message
  }

  test('a wrong password, an unknown database, TLS that is not there', async () => {
    const at = `postgres://127.0.0.1:${server.port}`
    expect(await failure(shop.replace(PASSWORD, 'sesame-42'))).toBe(`${at}/shop cannot be used: it refused the user or the password`)
    expect(await failure(shop.replace(`:${PASSWORD}`, ''))).toBe(`${at}/shop cannot be used: it refused the user or the password`)
    expect(await failure(shop.replace('/shop', '/nowhere'))).toBe(`${at}/nowhere cannot be used: it has no such database; look at the last part of the address`)
    expect(await failure(`${shop}?sslmode=require`)).toBe(`${at}/shop cannot be used: it offers no TLS; remove sslmode from the address`)
  })

  test('TLS that is asked for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fovea-hba-'))
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'hba'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
    const strict = await startPostgres([`hba_file=${join(folder, 'hba')}`])
    try {
      expect(await failure(strict.url)).toBe(`postgres://127.0.0.1:${strict.port}/postgres cannot be used: it wants TLS; add ?sslmode=require to the address`)
    } finally {
      await strict.stop()
      rmSync(folder, { recursive: true })
    }
  })

  test('nobody there, no such host, no address', async () => {
    expect(await failure(`postgres://u:${PASSWORD}@127.0.0.1:1/x`)).toBe('postgres://127.0.0.1:1/x cannot be used: nothing listens there; start the server, or look at the host and the port')
    expect(await failure(`postgres://u:${PASSWORD}@no-such-host.invalid/x`)).toBe('postgres://no-such-host.invalid/x cannot be used: no such host is known; look at its name')
    expect(await failure(`postgres://u:${PASSWORD}@:x:/`)).toBe('its address cannot be read; it looks like postgres://user@host:5432/database')
  })

  test('a server that says nothing, one that hangs up and one that speaks something else', async () => {
    const mute = await listening(() => {})
    const rude = await listening((socket) => socket.destroy())
    const web = await listening((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const at = ({ port }: { port: number }): string => `postgres://u:${PASSWORD}@127.0.0.1:${port}/x?connect_timeout=1`
    try {
      expect(await failure(at(mute))).toBe(`postgres://127.0.0.1:${mute.port}/x cannot be used: it did not answer in time; look at the host, the port and the firewall`)
      expect(await failure(at(rude))).toBe(`postgres://127.0.0.1:${rude.port}/x cannot be used: it closed the connection`)
      expect(await failure(at(web))).toMatch(/cannot be used: /)
    } finally {
      for (const server of [mute, rude, web]) server.close()
    }
  })

  test('a password that is kept apart from the address is used', async () => {
    const { descriptors } = await found(postgres, sourceAt('postgres', shop.replace(`:${PASSWORD}`, ''), { credentials: { password: PASSWORD } }))
    expect(descriptors.length).toBe(17)
  })
})
