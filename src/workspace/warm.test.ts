import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { settle } from './settings.ts'
import { Warm } from './warm.ts'
import { openWorkspace, type Reading } from './workspace.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-warm-'))
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

let root = ''
let warm = new Warm()
const put = (path: string, text: string): void => writeFileSync(join(root, path), text)
const read = (): Promise<Reading> => {
  const workspace = openWorkspace(root, { frozen: true, warm })
  return workspace.read(settle({}, workspace.layers))
}

/** Reads until what was read is certain, and is used again. */
async function settled(): Promise<Reading> {
  for (let before = await read(); ;) {
    await pause(50)
    const after = await read()
    if (after === before) return after
    before = after
  }
}

beforeEach(() => {
  root = mkdtempSync(join(home, 'tree-'))
  warm = new Warm()
  for (const folder of ['src', 'empty', 'out']) mkdirSync(join(root, folder))
  put('src/a.ts', 'export const a = 1\n')
  put('src/b.ts', 'export const b = 1\n')
  put('.gitignore', 'out/\n')
})

test('what did not change is not read again', async () => {
  const before = await settled()
  expect(await read()).toBe(before)
  put('out/built.ts', 'ignored')
  expect(await read()).toBe(before)
})

test.each<[string, () => void]>([
  ['a file', () => put('src/a.ts', 'export const a = 2\n')],
  ['a file of the same size and time', () => {
    const { atime, mtime } = statSync(join(root, 'src/a.ts'))
    put('src/a.ts', 'export const a = 3\n')
    utimesSync(join(root, 'src/a.ts'), atime, mtime)
  }],
  ['a new file in a folder that had none', () => put('empty/c.ts', 'export const c = 1\n')],
  ['a file that is gone', () => rmSync(join(root, 'src/a.ts'))],
  ['a file that moved', () => renameSync(join(root, 'src/a.ts'), join(root, 'src/z.ts'))],
  ['an ignore file', () => put('.gitignore', 'out/\nsrc/a.ts\n')],
  ['a new ignore file below', () => put('src/.foveaignore', 'a.ts\n')],
])('a change is seen: %s', async (_, change) => {
  const before = await settled()
  change()
  const after = await read()
  expect(after).not.toBe(before)
  const fresh = openWorkspace(root, { frozen: true })
  const texts = ({ entries }: Reading): [string, string][] => entries.map(({ path, text }) => [path, text])
  expect(texts(after)).toEqual(texts(await fresh.read(settle({}, fresh.layers))))
  // What stayed the same is the same entry, with its text.
  expect(after.entries.find(({ path }) => path === 'src/b.ts')).toBe(before.entries.find(({ path }) => path === 'src/b.ts'))
})

test('what git tracks counts too', async () => {
  const git = (...args: string[]): unknown => execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { stdio: 'ignore' })
  git('init', '-q')
  put('out/kept.ts', 'export const kept = 1\n')
  const before = await settled()
  git('add', '-f', 'out/kept.ts')
  const after = await read()
  expect([before, after].map(({ entries }) => entries.some(({ path }) => path === 'out/kept.ts'))).toEqual([false, true])
})
