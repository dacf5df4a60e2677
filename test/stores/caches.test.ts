// A cache that is broken is no news: what it still says is right, and what it lost is worked out and kept again.
import { createHash } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenIn, removeCached } from '../../src/stores/cache-care.ts'
import { fileLedger } from '../../src/stores/ledger.ts'
import { folderMemory } from '../../src/stores/memory.ts'
import { packsIn } from '../../src/stores/packs.ts'
import { type Damage, damagesOf, PLACES } from '../kit/corrupt.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-caches-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let made = 0
let folder = ''
beforeEach(() => { folder = join(home, `c${made++}`) })

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
const TEXTS = ['', 'a', 'ab', 'abc', 'abcd', 'a longer text, é', 'x'.repeat(100)]
const STAMP = { modified: 1000.5, changed: 1000.5, size: 3, inode: 7 }
const PATHS = ['a.ts', 'b.ts', 'c/é.ts']

/** A cache: what it gives for each question, where undefined means that it does not know. */
interface Cached {
  readonly name: string
  readonly right: readonly string[]
  keep(): void
  recall(): (string | undefined)[]
}

const CACHES: readonly Cached[] = [
  {
    name: 'values by hash', right: TEXTS,
    keep: () => {
      const memory = folderMemory(folder)
      for (const text of TEXTS) memory.keepText('kind', sha(text), text)
      memory.close()
    },
    recall: () => {
      const memory = folderMemory(folder)
      const found = TEXTS.map((text) => memory.recallText('kind', sha(text)))
      memory.close()
      return found
    },
  },
  {
    name: 'the ledger of files', right: PATHS.map(sha),
    keep: () => {
      const ledger = fileLedger(join(folder, 'files-way'), { now: 1e12 })
      for (const path of PATHS) ledger.note(path, STAMP, { sha256: sha(path), md5: sha(path).slice(0, 32), ...(path === 'b.ts' ? { encoding: 'utf-16le' } : {}) })
      ledger.flush()
    },
    recall: () => {
      const ledger = fileLedger(join(folder, 'files-way'), { now: 1e12 })
      return PATHS.map((path) => ledger.find(path, () => STAMP)?.sha256)
    },
  },
  {
    name: 'packs that were printed', right: ['{"id":"00112233","sections":[[0,12]]}'],
    keep: () => void packsIn(folder).keep('00112233', '{"id":"00112233","sections":[[0,12]]}'),
    recall: () => [packsIn(folder).find('00112233')],
  },
]

describe.each(CACHES)('$name', ({ right, keep, recall }) => {
  const fileIn = (): string => join(folder, readdirSync(folder).filter((name) => !name.startsWith('.'))[0] as string)

  function survives(damage: Damage): void {
    const file = fileIn()
    damage.plant(file)
    recall().forEach((value, i) => expect([undefined, right[i]], damage.name).toContain(value))
    for (const name of brokenIn(folder)) removeCached(folder, name)
    expect(brokenIn(folder), damage.name).toEqual([])
    keep()
    expect(recall(), damage.name).toEqual(right)
  }

  test('is what was kept', () => {
    keep()
    expect(recall()).toEqual(right)
    expect(brokenIn(folder)).toEqual([])
  })

  test('cut at every length, every byte flipped, emptied, grown: right or not known', () => {
    keep()
    const file = fileIn()
    const bytes = readFileSync(file)
    for (const damage of damagesOf(bytes, { most: 210, other: readFileSync(new URL(import.meta.url)) })) {
      damage.plant(file)
      recall().forEach((value, i) => expect([undefined, right[i]], damage.name).toContain(value))
    }
    damagesOf(bytes, { most: 3 }).forEach(survives)
  })

  test.each(PLACES)('$name in its place is not followed or waited for, and is made room for', (place) => {
    keep()
    survives(place)
  })

  test.each(PLACES.filter(({ name }) => name !== 'a huge file'))('$name in its place: what is kept anew is found, without a repair', (place) => {
    keep()
    place.plant(fileIn())
    keep()
    expect(recall()).toEqual(right)
  })
})

test('a link in the cache is replaced, and what it led to stays', () => {
  packsIn(folder).keep('00112233', 'x')
  const file = join(folder, 'pack-00112233.json')
  PLACES.find(({ name }) => name === 'a link to another file')?.plant(file)
  packsIn(folder).keep('00112233', 'y')
  expect([packsIn(folder).find('00112233'), lstatSync(file).isFile(), readFileSync(join(folder, 'target.txt'), 'utf8')]).toEqual(['y', true, 'CANARY'])
  writeFileSync(join(folder, 'target.txt'), '')
})
