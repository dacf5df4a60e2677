import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { INTENTS } from '../../src/core/task/intent.ts'
import { folder, PROJECT, put, tokensOf } from '../walks/run.ts'
import { call, connected, ERAS } from './client.ts'

describe.each(ERAS)('%s era', (era) => {
  test('searches by name and by words, with handles that zoom takes', async () => {
    const client = await connected({ era, args: [folder(PROJECT)] })
    const { text, meta } = await call(client, 'search', { query: 'closeAll', budget: 200 })
    const [best = ''] = text.split('\n')
    expect(best).toBe('src/auth/sessions.ts#Sessions.closeAll  method, line 10')
    expect(meta).toMatchObject({ tokens: tokensOf(text), token_budget: 200 })
    expect((await call(client, 'zoom', { target: best.split('  ')[0] })).text).toContain('let closed = 0')
    expect((await call(client, 'search', { query: 'signed in', kind: 'text' })).text).toContain('src/auth/sessions.ts:3  /** Keeps who is signed in. */')
    expect(await call(client, 'search', { query: 'nothing-of-the-kind' })).toMatchObject({ failed: true, text: expect.stringContaining('try fewer or other words') as string })
  })

  test('gives files and definitions by address, and completes paths and names', async () => {
    const client = await connected({ era, args: [folder(PROJECT)] })
    const read = async (uri: string): Promise<string> => ((await client.readResource({ uri })).contents[0] as { text: string }).text
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['fovea://overview'])
    expect(await read('fovea://overview')).toContain('sessions.ts')
    expect(await read('fovea://file/src/store.ts')).toContain('export class Store')
    expect(await read('fovea://symbol/src/store.ts%23logout')).toContain('sessions.closeAll(user)')
    await expect(read('fovea://file/../secret')).rejects.toThrow('outside the root')
    await expect(read('fovea://nothing')).rejects.toThrow('there is no resource')
    const complete = async (uri: string, name: string, value: string): Promise<string[]> => (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion.values
    expect(await complete('fovea://file/{+path}', 'path', 'src/st')).toEqual(['src/store.ts'])
    expect(await complete('fovea://symbol/{+symbol}', 'symbol', 'log')).toEqual(['src/store.ts#logout'])
  })

  test('has a prompt for each kind of work', async () => {
    const client = await connected({ era, args: [folder(PROJECT)] })
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([...INTENTS])
    const { messages } = await client.getPrompt({ name: 'debug', arguments: { request: 'sessions are not closed' } })
    expect(JSON.stringify(messages)).toContain('closeAll')
    await expect(client.getPrompt({ name: 'debug', arguments: {} })).rejects.toThrow('say what to do in request')
  })
})

test('what was asked for in particular comes first, and the budget still holds', async () => {
  const client = await connected({ args: [folder(PROJECT)] })
  const { text } = await call(client, 'get_context', { focus: ['src/store.ts#Store.get'], budget: 300 })
  expect(text).toContain("return key + '!'")
  const many = await call(client, 'get_context', { focus: ['**/*'], budget: 300 })
  expect([many.failed, tokensOf(many.text) <= 300]).toEqual([false, true])
})

test('long work tells how far it is', async () => {
  const root = folder(Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`d${i % 50}/f${i}.ts`, `export const value${i} = '${Array.from({ length: 600 }, (_, word) => `w${i * 600 + word}`).join(' ')}'\n`])))
  const client = await connected({ args: [root] })
  const told: number[] = []
  await client.callTool({ name: 'get_context', arguments: { task: 'value7', budget: 500 } }, { onprogress: ({ progress }) => told.push(progress) })
  expect(told.length).toBeGreaterThan(0)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})

test('a link that leads out completes to nothing', async () => {
  const home = folder({ 'root/a.ts': 'export const a = 1\n', 'out/canary.ts': 'export const canary = 1\n' })
  symlinkSync(join(home, 'out'), join(home, 'root/link'))
  const client = await connected({ args: [join(home, 'root')] })
  const { completion } = await client.complete({ ref: { type: 'ref/resource', uri: 'fovea://symbol/{+symbol}' }, argument: { name: 'symbol', value: 'can' } })
  expect(completion.values).toEqual([])
})

test('learns what was useful, in short and in the words of the seed', async () => {
  const root = folder(PROJECT)
  const client = await connected({ args: [root, '--compat'] })
  expect(await call(client, 'feedback', { ratings: { 'src/store.ts': 1, 'nowhere.ts': 1 } })).toMatchObject({ failed: false, text: expect.stringMatching(/^src\/store\.ts {2}utility 0\.\d+\n"nowhere\.ts" was left out/) as string })
  const seed = { session_id: 'debug-42', file_ratings: { 'src/store.ts': { utility: 1, reason: 'the bug was here' } }, overall_effectiveness: 0.8 }
  const learned = await client.request({ method: 'context/feedback', params: seed }, { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } }) as { learned: { utility: number }[]; lenses: unknown[] }
  expect(learned.learned[0]?.utility).toBeGreaterThan(0.65)
  expect(learned.lenses).toHaveLength(1)
  expect(await call(client, 'feedback', { ratings: { '../out.ts': 1 } })).toMatchObject({ failed: true })
  expect(await call(client, 'feedback', { ratings: { 'src/store.ts': 7 } })).toMatchObject({ failed: true, text: expect.stringContaining('a number from 0 to 1') as string })
  const frozen = await connected({ args: [root, '--frozen'] })
  expect(await call(frozen, 'feedback', { ratings: { 'src/store.ts': 1 } })).toMatchObject({ failed: true, text: expect.stringContaining('learns nothing') as string })
})

test('tells only what changed since an earlier answer', async () => {
  const root = folder(PROJECT)
  const client = await connected({ args: [root], env: { FOVEA_CACHE: folder() } })
  const asked = { budget: 2000, path: root }
  const before = await call(client, 'get_context', asked)
  put(root, { 'src/store.ts': "export class Store {\n  get(key: string): string {\n    return key + '?'\n  }\n}\n" })
  const whole = await call(client, 'get_context', asked)
  const delta = await call(client, 'get_context', { ...asked, since: before.meta['pack'] })
  expect(delta.meta).toMatchObject({ since: before.meta['pack'], delta: true, pack: whole.meta['pack'] })
  expect(tokensOf(delta.text)).toBeLessThan(tokensOf(whole.text))
  expect(delta.text).toContain("return key + '?'")
  expect(delta.text).not.toContain('Closes every session')
  const unknown = await call(client, 'get_context', { ...asked, since: '00000000' })
  expect(unknown.text).toContain('[notice: the pack 00000000 is not known here, so this is the whole answer]')
  expect(await call(client, 'get_context', { since: 'yesterday' })).toMatchObject({ failed: true })
})
