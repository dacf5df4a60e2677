// Databases as a person adds them: a server by the environment, a file by its path; and a password that is nowhere.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rentalSql } from '../kit/rental/index.ts'
import { execute, PASSWORD, type Postgres, startPostgres } from '../kit/services/index.ts'
import { folder, fovea } from './run.ts'

let server: Postgres
beforeAll(async () => { server = await startPostgres() })
afterAll(() => server.stop())

const kept = (cwd: string): string => readdirSync(join(cwd, '.fovea'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n')

test('a PostgreSQL is added by reference, looked at again, and kept when it is down', async () => {
  const cwd = folder({ 'a.txt': 'a' })
  const shop = await server.database('shop')
  const env = { SHOP: shop }
  await execute(shop, rentalSql('postgres'))
  expect(await fovea(['catalog', 'add', 'shop', 'env:SHOP', '--type', 'postgres', '--option', 'schemas=films'], { cwd, env })).toMatchObject({ code: 0, out: 'shop: 7 resources, 7 new\n' })
  await execute(shop, 'alter table films.actor add column born date')
  expect((await fovea(['catalog', 'scan'], { cwd, env })).out).toContain('1 changed')
  const card = await fovea(['catalog', 'details', 'res:db.pg.shop.films.film'], { cwd, env })
  expect(card.out).toContain('rental_rate numeric(4,2) not null in USD - Price of one rental in USD')
  expect(card.out).toContain('language_id integer not null -> films.language.language_id')
  const down = await fovea(['catalog', 'scan'], { cwd, env: { SHOP: shop.replace(PASSWORD, 'sesame-42') } })
  expect(down).toMatchObject({ code: 3, out: 'shop: could not be looked at\n' })
  expect(down.err).toContain('it refused the user or the password')
  expect((await fovea(['catalog', 'list'], { cwd, env })).out).toContain('7')
  for (const text of [kept(cwd), card.out, down.err]) expect(text).not.toMatch(/pa55-never-shown|sesame-42/)
})

test('a file of SQLite is known by its name, and nothing appears beside it', async () => {
  const cwd = folder({ 'data/a.txt': 'a' })
  const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm') as { Database: new (path: string) => { exec(sql: string): void; close(): void } }
  const file = new Database(join(cwd, 'data', 'shop.db'))
  file.exec(rentalSql('sqlite'))
  file.close()
  expect(await fovea(['catalog', 'add', 'shop', 'data/shop.db'], { cwd })).toMatchObject({ code: 0, out: 'shop: 17 resources, 17 new\n', err: '' })
  expect(readdirSync(join(cwd, 'data'))).toEqual(['a.txt', 'shop.db'])
  expect((await fovea(['catalog', 'verify'], { cwd })).code).toBe(0)
})
