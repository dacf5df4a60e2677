// Stores survive: operations that fail, processes that are killed, many hands on one store.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lutimesSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { documentsIn } from '../../dist/stores/documents.js'
import { isGone, ownMark } from '../../dist/stores/owner.js'
import { COMMANDS } from '../kit/faults/commands.mjs'
import { folder, fovea, PROJECT, start } from './run.ts'

const kit = (name: string): string => fileURLToPath(new URL(`../kit/faults/${name}`, import.meta.url))
const hands = (root: string, ...args: readonly string[]): readonly string[] => [kit('hands.mjs'), root, ...args]
const OWNER = new URL('../../dist/stores/owner.js', import.meta.url).href

/** Those that make a context in each run, and which of their writes are tried; of the others every write is. bench/crash.mjs does all. */
const DEAR: Readonly<Record<string, number>> = { 'pack, cold': 19, 'pack, warm': 4, 'pack after an edit': 9, 'pack -o': 4, delta: 9, 'render --as tool': 7, 'session save': 4 }
const SWEEPS = COMMANDS.flatMap(({ name }) => [
  { name, only: 'writes', every: DEAR[name] ?? 1, kinds: ['EIO', 'halt-half'] },
  ...(name in DEAR ? [] : [{ name, every: 9, kinds: ['EMFILE'] }, { name, only: 'writes', every: 5, kinds: ['full'] }]),
])

test('the n-th operation fails, or is the last: a right answer or a clear error, nothing is lost, and the next run notices nothing', { timeout: 240_000 }, async () => {
  const { code, out, err } = await start(process.execPath, [kit('sweeps.mjs'), JSON.stringify(SWEEPS)], { timeout: 240_000 })
  expect([code, err]).toEqual([0, ''])
  const results = JSON.parse(out) as { name: string; kinds: string[]; runs: number; operations: number; faults: string[] }[]
  expect(results.flatMap(({ faults }) => faults)).toEqual([])
  // What only removes and renames needs no room.
  expect(results.filter(({ runs, kinds }) => runs === 0 && !kinds.includes('full'))).toEqual([])
  expect(results.reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThan(300)
})

test('eight processes write one document and others: no line is lost, no lock and no draft is left', async () => {
  const root = folder({})
  const names = Array.from({ length: 8 }, (_, at) => `hand${at}`)
  const ends = await Promise.all(names.map((name, at) => start(process.execPath, [...hands(root, at < 6 ? 'shared' : name, name, '12')], { timeout: 60_000 })))
  expect(ends.map(({ code, err }) => [code, err])).toEqual(names.map(() => [0, '']))
  const lines = documentsIn(root, '.fovea/hands').read('shared')?.trim().split('\n') ?? []
  expect(lines.toSorted()).toEqual(ends.slice(0, 6).flatMap(({ out }) => out.trim().split('\n')).toSorted())
  expect(readdirSync(join(root, '.fovea/hands')).toSorted()).toEqual(['hand6.json', 'hand7.json', 'shared.json'])
})

/** Who it was that ran and was killed. */
async function deadMark(): Promise<string> {
  const child = spawn(process.execPath, ['-e', `import(${JSON.stringify(OWNER)}).then(({ ownMark }) => { console.log(ownMark()); setInterval(() => {}, 1000) })`])
  const [said] = await once(child.stdout, 'data') as [Buffer]
  const mark = said.toString().trim()
  expect(isGone(mark, { age: Infinity, patience: 0 })).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  return mark
}

test('a lock of somebody who was killed is taken over at once, also when whoever took it over was killed too', async () => {
  const root = folder({})
  const documents = documentsIn(root, '.fovea/hands')
  documents.update('a', () => 'one')
  const [first, second] = [await deadMark(), await deadMark()]
  const at = (name: string): string => join(documents.folder, name)
  symlinkSync(`${first}-0`, at('a.json.lock'))
  symlinkSync(`${first}-1`, at('never-again.json.lock'))
  symlinkSync(`${second}-7`, at(`.fovea-draft-${first}-0.lock`))
  documents.update('a', (before) => `${before} two`)
  expect(documents.read('a')).toBe('one two')
  expect(readdirSync(documents.folder)).toEqual(['a.json', 'never-again.json.lock'])
  expect((await start(process.execPath, hands(root, 'b', 'hand', '1'))).code).toBe(0)
  expect(readdirSync(documents.folder)).toEqual(['a.json', 'b.json'])
})

test('a thread that was ended has left its lock too, while its process lives', async () => {
  const worker = new Worker(`import(${JSON.stringify(OWNER)}).then(({ ownMark }) => require('node:worker_threads').parentPort.postMessage(ownMark())); setInterval(() => {}, 1000)`, { eval: true })
  const [mark] = await once(worker, 'message') as [string]
  expect(mark).not.toBe(ownMark())
  expect(isGone(mark, { age: Infinity, patience: 0 })).toBe(process.platform !== 'linux')
  await worker.terminate()
  expect(isGone(mark, { age: Infinity, patience: 0 })).toBe(true)
})

test('a lock that leads out of the folder is not followed and names nothing outside', () => {
  const root = folder({})
  const documents = documentsIn(root, '.fovea/hands')
  mkdirSync(documents.folder, { recursive: true })
  const lock = join(documents.folder, 'a.json.lock')
  symlinkSync('../../../outside/x-1', lock)
  lutimesSync(lock, 1000, 1000)
  documents.update('a', () => 'one')
  expect([documents.read('a'), readdirSync(documents.folder), existsSync(join(root, 'outside'))]).toEqual(['one', ['a.json'], false])
})

test('drafts of the killed are removed by the next writer, those of the living stay, and none is part of a context', async () => {
  const mark = await deadMark()
  const root = folder({ ...PROJECT, [`.fovea-draft-${mark}-0.tmp`]: 'half a pa', [`.fovea-draft-${ownMark()}-99.tmp`]: 'somebody is at it' })
  expect((await fovea(['.', '--budget', 'none'], { cwd: root })).out).not.toMatch(/half a pa|somebody is at it/)
  expect((await fovea(['.', '-o', 'out.txt'], { cwd: root })).code).toBe(0)
  expect(readdirSync(root).filter((name) => name.startsWith('.fovea-'))).toEqual([`.fovea-draft-${ownMark()}-99.tmp`])
})
