import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { ThreadClerk } from '../../dist/mcp/thread.js'
import { folder, PROJECT, sourceOf } from '../walks/run.ts'

/** Enough to read and parse for some seconds. */
const root = folder(PROJECT)
for (let i = 0; i < 300; i++) {
  mkdirSync(join(root, `m${i}`))
  writeFileSync(join(root, `m${i}`, 'a.ts'), Array.from({ length: 30 }, (_, j) => sourceOf(`f${i}x${j}`)).join('\n'))
}
const long = { kind: 'tool', name: 'get_context', args: { task: 'words of every step', budget: 20_000 } } as const
const short = { kind: 'tool', name: 'zoom', args: { target: 'file=README.md' } } as const
const watching = (signal = new AbortController().signal) => ({ signal, progress: () => {} })
const clerks: ThreadClerk[] = []
const clerk = (patience?: number): ThreadClerk => {
  const made = new ThreadClerk({ root, named: true, frozen: true }, patience)
  clerks.push(made)
  return made
}
afterAll(async () => { await Promise.all(clerks.map((one) => one.close())) })

test('whoever waits too long is told so, and the work goes on', async () => {
  const patient = clerk(400)
  expect(await patient.ask(long, watching())).toMatchObject({ failed: true, text: expect.stringContaining('ask the same again') as string })
  let answer = await patient.ask(long, watching())
  for (let i = 0; i < 200 && answer.failed; i++) answer = await patient.ask(long, watching())
  expect(answer.text).toContain('[fovea pack=')
})

test('a call that is not wanted any more ends at once; those that wait go on', async () => {
  const busy = clerk()
  const stop = new AbortController()
  const dropped = busy.ask(long, watching(stop.signal))
  const waiting = busy.ask(short, watching())
  await pause(300)
  stop.abort(new Error('no longer wanted'))
  await expect(dropped).rejects.toThrow('no longer wanted')
  expect((await waiting).text).toContain('Sign-in')
})

test('a call that was never begun can be taken back', async () => {
  const busy = clerk()
  const first = busy.ask(short, watching())
  const stop = new AbortController()
  const second = busy.ask(long, watching(stop.signal))
  stop.abort(new Error('no longer wanted'))
  await expect(second).rejects.toThrow('no longer wanted')
  expect((await first).failed).toBe(undefined)
})
