// The catalogue checked against real databases: what is true is quiet, what moved is told, and a role is told nothing of what it may not see.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Finding } from '../../src/catalog/findings.ts'
import type { Resource } from '../../src/catalog/record.ts'
import { lookAgain, type OpenCatalog, openCatalog, scanSource, verifyCatalog, visibleSpecs } from '../../src/workspace/catalog/index.ts'
import { openWorkspace } from '../../src/workspace/index.ts'
import { diffOf } from '../../src/catalog/diff.ts'
import { rentalSql } from '../kit/rental/index.ts'
import { execute, executeMaria, type Postgres, startMariadb, startPostgres } from '../kit/services/index.ts'

const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm') as { Database: new (path: string) => { exec(sql: string): void; close(): void } }
const NOW = '2026-02-01T00:00:00Z'
let server: Postgres
let address: string
let root: string

beforeAll(async () => {
  server = await startPostgres()
  address = await server.database('shop')
  await execute(address, rentalSql('postgres'))
  root = mkdtempSync(join(tmpdir(), 'fovea-verify-'))
  mkdirSync(join(root, 'config'))
  vi.stubEnv('XDG_CONFIG_HOME', join(root, 'config'))
  vi.stubEnv('SHOP', address)
  writeFileSync(join(root, 'fovea.config.json'), JSON.stringify({ catalog: { roles: { keeper: {}, clerk: { deny: ['db.pg.main.people.staff'], columns: { deny: ['*.email', '*.canary*'] } } } } }))
})
afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

const around = () => ({ root, now: NOW, trusted: true, offline: false, progress() {} })

async function as<T>(role: string, act: (catalog: OpenCatalog) => Promise<T>): Promise<T> {
  const workspace = openWorkspace(root)
  const catalog = await openCatalog(workspace, { role })
  try {
    return await act(catalog)
  } finally {
    await catalog.close()
    await workspace.close()
  }
}

const verified = (role = 'keeper'): Promise<readonly Finding[]> => as(role, async (catalog) => (await verifyCatalog(catalog, await visibleSpecs(catalog), around())).findings)
const words = (findings: readonly Finding[]): string[] => findings.map(({ check, subject, message }) => `${check} ${subject}: ${message}`)
const spec = (name: string, location: string) => ({ name, type: 'postgres', location, secrets: {}, options: {} })

async function edited(change: (resource: Resource) => Resource): Promise<void> {
  await as('keeper', async ({ store }) => {
    await store.publish('main', (await store.resources(['main'])).map(change), NOW)
  })
}

const scanned = (): Promise<unknown> => as('keeper', ({ store }) => scanSource(store, spec('main', 'env:SHOP'), around()))

describe('snippets of other databases', () => {
  test('run on MariaDB and SQLite too; a column that went is told by both', async () => {
    const maria = await startMariadb()
    try {
      await executeMaria(maria.url, rentalSql('mariadb'))
      const file = new Database(join(root, 'shop.db'))
      file.exec(rentalSql('sqlite'))
      vi.stubEnv('MARIA', maria.url.replace(/\/fovea$/, '/'))
      await as('keeper', async ({ store }) => {
        for (const other of [{ ...spec('maria', 'env:MARIA'), type: 'mysql' }, { ...spec('lite', 'shop.db'), type: 'sqlite' }]) {
          await store.register(other)
          await scanSource(store, other, around())
        }
      })
      expect(words(await verified())).toEqual([])
      file.exec('alter table actor rename column last_name to surname')
      await executeMaria(maria.url, 'alter table films.actor rename column last_name to surname')
      const moved = words(await verified()).filter((text) => text.startsWith('schema/stale'))
      expect(moved.map((text) => text.split(':').slice(0, 2).join(':')).sort()).toEqual(['schema/stale res:db.mysql.maria.films.actor', 'schema/stale res:db.sqlite.lite.actor'])
      file.close()
    } finally {
      await as('keeper', async ({ store }) => Promise.all(['maria', 'lite'].map((name) => store.remove(name))))
      await maria.stop()
    }
  })
})

describe('verify', () => {
  beforeAll(async () => {
    await as('keeper', ({ store }) => store.register(spec('main', 'env:SHOP')))
    await scanned()
  })

  test('every snippet of a scan is read by the grammar and runs', async () => expect(words(await verified())).toEqual([]))

  test('a snippet that the grammar refuses, one that the database refuses, and a plan that names nothing', async () => {
    const codes: Record<string, { engine: string; code: string }> = {
      'res:db.pg.main.films.actor': { engine: 'sql', code: 'SELEC 1' }, 'res:db.pg.main.films.category': { engine: 'sql', code: 'SELECT nowhere(name) FROM films.category' },
      'res:db.pg.main.films.language': { engine: 'ir', code: 'scan(res:db.pg.main.films.language) -> project(nothing)' }, 'res:db.pg.main.films.film': { engine: 'cobol', code: 'DISPLAY' },
    }
    await edited((resource) => {
      const snippet = codes[resource.overview.id]
      return snippet === undefined ? resource : { ...resource, details: { ...resource.details, usage: { ...resource.details.usage, snippets: [snippet] } } }
    })
    expect(words(await verified())).toEqual([
      'snippet/syntax res:db.pg.main.films.actor: syntax error at or near "SELEC"; in "SELEC 1"',
      expect.stringMatching(/^snippet\/names res:db.pg.main.films.category: function nowhere\(.*\) does not exist/),
      'snippet/syntax res:db.pg.main.films.language: there is no column nothing; in "scan(res:db.pg.main.films.language) -> project(nothing)"',
      'snippet/unchecked main: 1 cobol snippet is not checked: there is no grammar for it here',
    ])
    await scanned()
  })

  test('what moved is told, and what a role may not see is not', async () => {
    await execute(address, 'alter table people.customer add column canary_note text; alter table people.staff add column canary_pay int; alter table films.actor rename column last_name to surname')
    expect(words(await verified())).toEqual(expect.arrayContaining([
      'schema/stale res:db.pg.main.people.customer: +canary_note:str; run fovea catalog scan', 'schema/stale res:db.pg.main.films.actor: last_name -> surname?; run fovea catalog scan',
      expect.stringMatching(/^resource\/unreachable res:db.pg.main.films.actor|^snippet\/names res:db.pg.main.films.actor/),
    ]))
    const clerk = words(await verified('clerk'))
    expect(clerk.filter((text) => text.startsWith('schema/stale'))).toEqual(['schema/stale res:db.pg.main.films.actor: last_name -> surname?; run fovea catalog scan'])
    expect(clerk.join('\n')).not.toMatch(/canary|staff|email/)
    const live = await as('clerk', async (catalog) => lookAgain(catalog, await visibleSpecs(catalog), around()))
    expect(diffOf(live.before, live.after).map(({ id, breaking }) => [id, breaking])).toEqual([['res:db.pg.main.films.actor', true]])
  })

  test('a source that is down, and a reference that leads nowhere', async () => {
    await as('keeper', async ({ store }) => {
      await store.register(spec('gone', 'postgres://127.0.0.1:1/nothing'))
      await store.register(spec('empty', 'env:NOT_SET_ANYWHERE'))
    })
    const findings = await verified()
    expect(findings).toContainEqual({ check: 'source/secret', severity: 'error', subject: 'empty', message: 'the environment variable NOT_SET_ANYWHERE is not set' })
    expect(findings).toContainEqual({ check: 'source/down', severity: 'error', subject: 'gone', message: expect.stringContaining('nothing listens there') })
  })
})
