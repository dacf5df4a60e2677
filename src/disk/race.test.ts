// Somebody swaps a folder for a link that leads out, as fast as a thread can, while files are read and folders are listed.
import { closeSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { A_WHILE, quietFolder } from '../../test/kit/quiet.ts'
import { filesSource } from '../sources/files.ts'
import { readEntry } from '../sources/jail.ts'
import { Fence } from './fence.ts'
import { bytesInside, PathError } from './inside.ts'
import { Moved, openPlain, openReal, type Opening } from './open.ts'

const CANARY = 'CANARY_swapped'
const NAMES = Array.from({ length: 40 }, (_, i) => `f${i}.txt`)

/** The four states come round: a folder, nothing, a link to another folder, nothing. */
const SWAPPING = `
const { renameSync } = require('node:fs')
const { workerData: { root, flags } } = require('node:worker_threads')
const flag = new Int32Array(flags)
const still = new Int32Array(new SharedArrayBuffer(4))
while (Atomics.load(flag, 0) === 0) {
  // Folders that were still for a moment are trusted until they move again.
  if (Atomics.load(flag, 2) > 0) Atomics.wait(still, 0, 0, Atomics.load(flag, 2))
  renameSync(root + '/src', root + '/.away')
  renameSync(root + '/.link', root + '/src')
  Atomics.add(flag, 1, 1)
  renameSync(root + '/src', root + '/.link')
  renameSync(root + '/.away', root + '/src')
}
Atomics.notify(flag, 0)
`

let home = ''
let root = ''
const flag = new Int32Array(new SharedArrayBuffer(12))
let swapper: Worker
beforeAll(() => {
  home = quietFolder()
  root = join(home, 'root')
  mkdirSync(join(root, 'src'), { recursive: true })
  mkdirSync(join(home, 'outside'))
  for (const name of NAMES) {
    writeFileSync(join(root, 'src', name), 'inside\n')
    writeFileSync(join(home, 'outside', name), `${CANARY}\n`)
  }
  writeFileSync(join(home, 'outside', `${CANARY}.txt`), 'x\n')
  symlinkSync(`/${CANARY}`, join(home, 'outside', 'link'))
  symlinkSync('f1.txt', join(root, 'src', 'link'))
  symlinkSync(join(home, 'outside'), join(root, '.link'))
  swapper = new Worker(SWAPPING, { eval: true, workerData: { root, flags: flag.buffer } })
})
afterAll(async () => {
  Atomics.store(flag, 0, 1)
  await new Promise((done) => { swapper.once('exit', done) })
  rmSync(home, { recursive: true, force: true })
})

/** What was read, or what was said instead. */
function tried(read: () => string): string {
  try {
    return read()
  } catch (error) {
    if (error instanceof PathError) return error.message
    if (error instanceof Moved || ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as { code?: string }).code ?? '')) return 'away'
    throw error
  }
}

const MOST_TURNS = 20_000

/** Runs until the folder was swapped so often, and gives everything that came of it. */
async function during(swaps: number, act: (turn: number) => Promise<string> | string): Promise<Set<string>> {
  const said = new Set<string>()
  const end = Atomics.load(flag, 1) + swaps
  // On a busy machine the folder can be away at every look for a while: a proof needs one at which it was there.
  for (let turn = 0; Atomics.load(flag, 1) < end || turn < swaps || (turn < MOST_TURNS && ![...said].some((one) => one.includes('inside'))); turn++) {
    said.add(await act(turn))
    if (turn % 64 === 0) await new Promise((done) => { setImmediate(done) })
  }
  return said
}

test('a file by its name', async () => {
  const said = await during(1200, (turn) => tried(() => readEntry(root, `src/${NAMES[turn % 40]}`).text))
  expect(said).toContain('inside\n')
  expect([...said].join('')).not.toContain(CANARY)
  expect([...said].join('')).not.toContain(home)
  expect([...await during(1200, () => tried(() => String(bytesInside(root, 'src/f1.txt', 100))))].join('')).not.toContain(CANARY)
})

test('a walk: no text, no name and no target of a link comes from elsewhere', async () => {
  const said = await during(150, async () => {
    const source = filesSource(root, { useIgnoreFiles: false, exclude: ['.*'] })
    const told: unknown[] = []
    for await (const { path, text, stub } of source.entries()) told.push([path, text, stub])
    return JSON.stringify([told, source.diagnostics])
  })
  expect([...said].join('')).toContain('inside')
  expect([...said].join('')).not.toContain(CANARY)
})

test('files that their folders answer for: what counts in the end comes from inside', async () => {
  const ways = new Set<Opening>()
  Atomics.store(flag, 2, A_WHILE)
  const said = await during(40, () => {
    const fence = new Fence(Date.now())
    const texts = NAMES.map((name) => tried(() => {
      const file = `${root}/src/${name}`
      const opening = fence.opening(file)
      ways.add(opening)
      return readOnce(opening(file))
    }))
    return fence.stands ? texts.join('') : 'moved'
  })
  Atomics.store(flag, 2, 0)
  expect(ways).toEqual(new Set([openPlain, openReal]))
  expect([...said].join('')).toContain('inside')
  expect(said).toContain('moved')
  expect([...said].join('')).not.toContain(CANARY)
})

function readOnce(handle: number): string {
  try {
    return readFileSync(handle, 'utf8')
  } finally {
    closeSync(handle)
  }
}
