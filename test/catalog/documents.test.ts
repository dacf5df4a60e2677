// What was learned and sessions are documents: in files, or in the database of a team. One suite judges both; then the program itself, as two people who share one memory.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShared, type SharedDatabase } from '../../src/drivers/postgres-pool.ts'
import { DocumentError, documentsIn, filed, LostUpdate, MOST_DOCUMENT_BYTES, type SharedDocuments } from '../../src/stores/documents.ts'
import { postgresDocuments } from '../../src/stores/postgres/documents.ts'
import { migrate } from '../../src/stores/postgres/migrate.ts'
import { done, nameProject, run } from '../kit/catalog-kill.mjs'
import { PASSWORD, type Postgres, startPostgres } from '../kit/services/index.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-documents-'))
let server: Postgres
let url: string
let database: SharedDatabase

beforeAll(async () => {
  server = await startPostgres()
  url = await server.database('team')
  database = await openShared(url)
  await migrate(database)
})
afterAll(async () => {
  await database.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

let places = 0
const KINDS: Record<string, () => SharedDocuments> = {
  files: () => filed(documentsIn(join(home, `files${places++}`), '.fovea/sessions')),
  postgres: () => postgresDocuments(database, { project: `p${places++}`, folder: '.fovea/sessions', root: home }),
}

describe.each(Object.entries(KINDS))('documents in %s', (_, fresh) => {
  test('are written, read, listed in order and removed', async () => {
    const files = fresh()
    expect([await files.names(), await files.read('a'), await files.remove('a')]).toEqual([[], undefined, false])
    for (const name of ['b', 'a', 'Z', 'é']) await files.write(name, `text of ${name}`, undefined)
    expect([await files.names(), await files.read('Z')]).toEqual([['Z', 'a', 'b', 'é'], 'text of Z'])
    expect([await files.remove('a'), await files.remove('a'), await files.names()]).toEqual([true, false, ['Z', 'b', 'é']])
  })

  test('are replaced only when they still are what was read', async () => {
    const files = fresh()
    await files.write('a', 'one', undefined)
    for (const before of [undefined, 'zero']) await expect(files.write('a', 'two', before)).rejects.toThrow(LostUpdate)
    await files.write('a', 'two', 'one')
    expect(await files.read('a')).toBe('two')
  })

  test('lose no update of writers that meet, also of one that is not there yet', async () => {
    const files = fresh()
    await Promise.all(Array.from({ length: 12 }, () => files.update('count', (before) => String(Number(before ?? 0) + 1))))
    expect(await files.read('count')).toBe('12')
  })

  test('stay as they were when a change throws or is too large', async () => {
    const files = fresh()
    await files.write('a', 'one', undefined)
    await expect(files.update('a', () => { throw new Error('no') })).rejects.toThrow('no')
    await expect(files.update('a', () => ' '.repeat(MOST_DOCUMENT_BYTES + 1))).rejects.toThrow(DocumentError)
    expect(await files.read('a')).toBe('one')
  })

  test('are set aside under names that are free', async () => {
    const files = fresh()
    const asides: string[] = []
    for (const text of ['one', 'two', 'three']) {
      await files.write('a', text, undefined)
      asides.push(await files.setAside('a'))
    }
    expect([asides.map((aside) => aside.slice(files.folder.length + 1)), await files.names(), await files.read('a')]).toEqual([['a.json.bak', 'a.json.bak2', 'a.json.bak3'], [], undefined])
    await expect(files.setAside('a')).rejects.toThrow(DocumentError)
  })

  test('hold any text', async () => {
    const files = fresh()
    const odd = 'naïve "q" \\ \u0000 \u2028 😀\r\n\ttab'
    await files.write('a', odd, undefined)
    expect(await files.read('a')).toBe(odd)
  })
})

describe('a team', () => {
  const folderOf = (name: string): { cwd: string; env: Record<string, string> } => {
    const root = join(home, name)
    mkdirSync(root)
    nameProject(root, 'acme/shop')
    writeFileSync(join(root, 'auth.ts'), 'export const login = (): boolean => true\n')
    return { cwd: root, env: { FOVEA_DATABASE: url } }
  }

  test('shares one memory, its journal and its sessions; without the database each has its own', async () => {
    const [ann, bob] = [folderOf('ann'), folderOf('bob')]
    await done(['mark', 'auth.ts', '--utility', '0.9', '--reason', 'it decides who comes in'], ann)
    await done(['session', 'save', 'fix-login', '--task', 'fix login'], ann)
    expect(await done(['journal'], bob)).toContain('it decides who comes in')
    expect(await done(['session', 'list'], bob)).toContain('fix-login')
    await done(['session', 'rm', 'fix-login'], bob)
    expect(await done(['session', 'list'], ann)).toBe('')
    expect(await done(['journal'], { cwd: bob.cwd })).toBe('')
  })

  test('is told when its database is away, and nothing is learned elsewhere', async () => {
    const carl = folderOf('carl')
    const away = { cwd: carl.cwd, env: { FOVEA_DATABASE: url.replace(/:\d+\//, ':1/') } }
    const { code, err } = await run(['mark', 'auth.ts', '--utility', '0.9'], away).ended
    expect([code, err]).toEqual([1, expect.stringMatching(/^fovea: what was learned cannot be written: the team's database: .* cannot be used: nothing listens there/)])
    const packed = await run(['pack', '.', '--format', 'markdown'], away).ended
    expect([packed.code, packed.err]).toEqual([0, expect.stringContaining('warning: nothing that was learned counts: ')])
    expect(`${err}${packed.err}`).not.toContain(PASSWORD)
    expect(await done(['journal'], { cwd: carl.cwd })).toBe('')
  })
})
