import { lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
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

test('who sets the times of folders back is noticed: the moment of that is a change too', AGAIN, async () => {
  const root = tree()
  const setBack = (): void => [root, join(root, 'deep'), join(root, 'deep/src')].forEach((folder) => utimesSync(folder, 1_700_000_000, 1_700_000_000))
  setBack()
  await pause(A_WHILE)
  const fence = new Fence(Date.now())
  expect(fence.opening(`${root}/deep/src/a`)).toBe(openPlain)
  const before = lstatSync(root).mtimeMs
  renameSync(join(root, 'deep'), join(root, 'away'))
  symlinkSync(join(root, 'other'), join(root, 'deep'))
  rmSync(join(root, 'deep'))
  renameSync(join(root, 'away'), join(root, 'deep'))
  setBack()
  expect(lstatSync(root).mtimeMs).toBe(before)
  expect(fence.stands).toBe(false)
})

test('on a disk that does not note the moment of a change itself every file is asked', AGAIN, async () => {
  const root = tree()
  await pause(A_WHILE)
  const asked: string[] = []
  const fence = new Fence(Date.now(), lstatOf, (folder) => asked.push(folder) === 0)
  expect([fence.opening(`${root}/deep/src/a`), fence.opening(`${root}/other/src/a`)]).toEqual([openReal, openReal])
  // Once for a disk, not for a folder.
  expect(asked).toHaveLength(1)
  expect(new Fence(Date.now()).opening('/proc/self/status')).toBe(openReal)
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
