import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { A_WHILE, AGAIN, quietFolder } from '../../test/kit/quiet.ts'
import { Fence } from './fence.ts'
import { openPlain, openReal } from './open.ts'
import { lstatOf } from './places.ts'

const home = quietFolder()
afterAll(() => rmSync(home, { recursive: true, force: true }))

let count = 0
/** A folder `deep/src` with a file, and beside `deep` another one. */
function tree(): string {
  const root = join(home, String(count++))
  for (const folder of ['deep/src', 'other/src']) mkdirSync(join(root, folder), { recursive: true })
  for (const folder of ['deep/src', 'other/src']) writeFileSync(join(root, folder, 'a'), folder)
  return root
}

test('folders answer for their files once they have been still for a moment', AGAIN, async () => {
  const root = tree()
  expect(new Fence(Date.now()).opening(`${root}/deep/src/a`)).toBe(openReal)
  await pause(A_WHILE)
  const fence = new Fence(Date.now())
  expect([fence.opening(`${root}/deep/src/a`), fence.opening(`${root}/deep/src/b`), fence.opening(`${root}/other/src/a`)]).toEqual([openPlain, openPlain, openPlain])
  expect(fence.stands).toBe(true)
})

test('nothing behind a link, in what is no folder, or below a folder that changed just now', AGAIN, async () => {
  const root = tree()
  symlinkSync(join(root, 'deep'), join(root, 'link'))
  await pause(A_WHILE)
  const began = Date.now()
  writeFileSync(join(root, 'deep', 'new'), '')
  const fence = new Fence(began)
  expect([fence.opening(`${root}/link/src/a`), fence.opening(`${root}/deep/new/a`), fence.opening(`${root}/gone/a`), fence.opening(`${root}/deep/src/a`)]).toEqual([openReal, openReal, openReal, openReal])
  expect(fence.opening(`${root}/other/src/a`)).toBe(openPlain)
})

test.each(['deep/src', 'deep', ''])('what was swapped and put back is noticed: %s', AGAIN, async (folder) => {
  const root = tree()
  await pause(A_WHILE)
  const fence = new Fence(Date.now())
  expect(fence.opening(`${root}/deep/src/a`)).toBe(openPlain)
  const [there, away] = [join(root, folder), join(home, `away${count}`)]
  renameSync(there, away)
  symlinkSync(join(root, 'other'), there)
  rmSync(there)
  renameSync(away, there)
  expect(fence.stands).toBe(false)
})

test('a folder that was looked at before is not looked at again until the end', AGAIN, async () => {
  const root = tree()
  await pause(A_WHILE)
  const began = Date.now()
  const before = new Map([`${root}/deep`, `${root}/deep/src`].map((folder) => [folder, lstatOf(folder)]))
  writeFileSync(join(root, 'deep', 'src', 'late'), '')
  const fence = new Fence(began, (folder) => before.get(folder) ?? lstatOf(folder))
  expect(fence.opening(`${root}/deep/src/a`)).toBe(openPlain)
  expect(fence.stands).toBe(false)
})
