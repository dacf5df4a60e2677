import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Layer } from './config.ts'
import { databaseAddress, plainRemote, projectOf } from './database.ts'

const layer = (config: Layer['config']): Layer => ({ origin: 'here', config })
afterEach(() => vi.unstubAllEnvs())

describe('the database of a team', () => {
  test('is named by what was typed, by the configuration, by FOVEA_DATABASE, in this order', () => {
    vi.stubEnv('FOVEA_DATABASE', 'postgres://a')
    vi.stubEnv('OURS', 'postgres://b')
    vi.stubEnv('TYPED', 'postgres://c')
    expect([databaseAddress([]), databaseAddress([layer({ database: 'env:OURS' })]), databaseAddress([layer({ database: 'env:OURS' })], 'env:TYPED')]).toEqual(['postgres://a', 'postgres://b', 'postgres://c'])
  })

  test('is not there without a word of it', () => {
    vi.stubEnv('FOVEA_DATABASE', '')
    expect(databaseAddress([layer({})])).toBeUndefined()
  })

  test('that was configured and cannot be found is no reason to take another', () => {
    vi.stubEnv('FOVEA_DATABASE', 'postgres://a')
    expect(() => databaseAddress([layer({ database: 'env:FOVEA_NOWHERE' })])).toThrow('the environment variable FOVEA_NOWHERE is not set')
  })

  test('an address that was typed is not repeated', () => {
    expect(() => databaseAddress([], 'postgres://me:secret@db/x')).toThrow(/^a database is named by the variable that holds its address, such as env:FOVEA_DATABASE$/)
  })
})

describe('the name of a project', () => {
  test('is its remote, however that is written', () => {
    expect(['https://me:token@GitHub.com/acme/shop.git', 'git@github.com:acme/shop.git', 'ssh://git@github.com:22/acme/shop', 'https://github.com/acme/shop/'].map(plainRemote)).toEqual(Array(4).fill('github.com/acme/shop'))
    expect(plainRemote('/srv/git')).toMatch(/^remote:[0-9a-f]{16}$/)
  })

  test('is what the configuration says, else the place in the repository, else the folder', () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-project-')))
    expect(projectOf({ root, layers: [layer({ project: 'shop' })] })).toBe('shop')
    expect(projectOf({ root, layers: [] })).toMatch(/^folder:fovea-project-.*-[0-9a-f]{12}$/)
    mkdirSync(join(root, '.git'))
    mkdirSync(join(root, 'packages', 'a'), { recursive: true })
    writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(root, '.git', 'config'), '[remote "origin"]\n\turl = https://u:p@git.example/acme/shop.git\n')
    expect([projectOf({ root, layers: [] }), projectOf({ root: join(root, 'packages', 'a'), layers: [] })]).toEqual(['git.example/acme/shop', 'git.example/acme/shop:packages/a'])
  })
})
