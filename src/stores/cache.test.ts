import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cachesIn, clearCaches, openCache } from './cache.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-cache-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let made = 0
const sha = 'ab'.repeat(32)

function place(): string {
  const folder = join(home, `p${made++}`)
  mkdirSync(folder)
  return folder
}

function filled(at: string, { root = '/a', build = 'one' }: { root?: string; build?: string } = {}): void {
  const cache = openCache({ place: at, build, root, now: 1_700_000_000_000 })
  cache.memory.keepText('words', sha, root)
  cache.close()
}

const recalled = (at: string, { root, build }: { root: string; build: string }): string | undefined => openCache({ place: at, build, root, now: 0 }).memory.recallText('words', sha)

test('each root and each build has a cache of its own', () => {
  const at = place()
  filled(at)
  filled(at, { root: '/b' })
  expect([recalled(at, { root: '/a', build: 'one' }), recalled(at, { root: '/b', build: 'one' }), recalled(at, { root: '/a', build: 'two' })]).toEqual(['/a', '/b', undefined])
  expect(cachesIn(at).map(({ root }) => root).sort()).toEqual(['/a', '/b'])
})

test('a cache that was only looked at leaves nothing behind', () => {
  const at = place()
  const cache = openCache({ place: at, build: 'one', root: '/a', now: 1 })
  cache.memory.recallText('words', sha)
  cache.ledger('1').find('a', () => ({ modified: 0, changed: 0, size: 0, inode: 0 }))
  cache.close()
  expect(cachesIn(at)).toEqual([])
})

test('clearing removes caches and nothing that lies beside them; nothing of the place is written over', () => {
  const at = place()
  writeFileSync(join(at, '.gitignore'), 'mine\n')
  mkdirSync(join(at, 'work'))
  filled(at)
  expect(readFileSync(join(at, '.gitignore'), 'utf8')).toBe('mine\n')
  const [cache] = cachesIn(at)
  expect(readFileSync(join(cache?.folder ?? '', '.gitignore'), 'utf8')).toBe('*\n')
  expect(clearCaches(cachesIn(at))).toBe(cache?.bytes)
  expect([cachesIn(at), existsSync(join(at, 'work')), existsSync(join(at, '.gitignore'))]).toEqual([[], true, true])
})

test('above the limit the cache that was used longest ago goes first; one in use and one that was used within the hour stay', () => {
  const at = place()
  const HOUR = 3_600_000
  const begin = 1_700_000_000_000
  const use = (root: string, now: number, most: number): void => {
    const cache = openCache({ place: at, build: 'one', root, now, most })
    cache.memory.keepText('words', sha, root.repeat(1000))
    cache.close()
  }
  const roots = (): string[] => cachesIn(at).map(({ root }) => root).sort()
  for (const [i, root] of ['/a', '/b', '/c'].entries()) use(root, begin + i * 2 * HOUR, 1e9)
  const size = cachesIn(at)[0]?.bytes ?? 0
  use('/d', begin + 6 * HOUR, 1e9)
  expect(roots()).toEqual(['/a', '/b', '/c', '/d'])
  use('/e', begin + 8 * HOUR, size * 3.5)
  expect(roots()).toEqual(['/c', '/d', '/e'])
  use('/f', begin + 8 * HOUR + 1000, 10)
  expect(roots()).toEqual(['/e', '/f'])
})
