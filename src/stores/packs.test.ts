import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packsIn } from './packs.ts'

const fresh = (): string => join(mkdtempSync(join(tmpdir(), 'fovea-packs-')), 'cache')
const idOf = (n: number): string => n.toString(16).padStart(8, '0')

test('what was kept is found; what was not is not', () => {
  const packs = packsIn(fresh())
  expect([packs.find(idOf(1)), packs.keep(idOf(1), 'one'), packs.find(idOf(1)), packs.find(idOf(2))]).toEqual([undefined, true, 'one', undefined])
})

test('few are kept: the longest unused go, other files stay', () => {
  const folder = fresh()
  const packs = packsIn(folder)
  for (let i = 0; i < 32; i++) {
    packs.keep(idOf(i), `${i}`)
    utimesSync(join(folder, `pack-${idOf(i)}.json`), 1000 + i, 1000 + i)
  }
  writeFileSync(join(folder, 'used'), '')
  packs.find(idOf(0))
  packs.keep(idOf(99), 'newest')
  expect([packs.find(idOf(0)), packs.find(idOf(1)), packs.find(idOf(2)), packs.find(idOf(99))]).toEqual(['0', undefined, '2', 'newest'])
  expect(readdirSync(folder)).toHaveLength(33)
})

test('one that is too large is not kept', () => {
  const folder = fresh()
  expect([packsIn(folder).keep(idOf(1), 'x'.repeat((4 << 20) + 1)), packsIn(folder).find(idOf(1))]).toEqual([false, undefined])
})

test('a place that is no folder keeps nothing and harms nothing', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'fovea-packs-')), 'file')
  writeFileSync(file, '')
  expect(packsIn(join(file, 'cache')).keep(idOf(1), 'one')).toBe(false)
})
