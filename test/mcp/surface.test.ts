import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { INTENTS } from '../../src/core/task/intent.ts'
import { folder, PROJECT, tokensOf } from '../walks/run.ts'
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
  const root = folder(Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`d${i % 50}/f${i}.ts`, `export const value${i} = '${'x'.repeat(2000)}'\n`])))
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
