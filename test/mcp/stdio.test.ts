import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { folder, PROJECT, put, sourceOf, tokensOf } from '../walks/run.ts'
import { call, connected, ERAS } from './client.ts'

const RECEIPT = /\[fovea pack=([0-9a-f]{8}) tokens=(\d+)\/(\d+) full=\d+ skeleton=\d+ line=\d+ omitted=\d+ tree=([0-9a-f]{8}) fresh\]/

describe.each(ERAS)('over standard input and output, %s era', (era) => {
  test('lists the same few tools, in the same order, that cannot write', async () => {
    const client = await connected({ era, args: [folder(PROJECT)] })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).slice(0, 2)).toEqual(['get_context', 'zoom'])
    expect(tools.every(({ annotations }) => annotations?.destructiveHint === false && annotations.openWorldHint === false)).toBe(true)
    expect(client.getNegotiatedProtocolVersion()).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25')
    expect(client.getInstructions()?.length).toBeLessThan(2048)
  })

  test('gives context for a task within its budget, with a receipt that tells the truth', async () => {
    const client = await connected({ era, args: [folder(PROJECT)] })
    const { text, data, meta } = await call(client, 'get_context', { task: 'close all sessions of a user', budget: 500 })
    expect(text).toContain('closeAll')
    const [, pack, used, budget, tree] = RECEIPT.exec(text) as RegExpExecArray
    expect([Number(used), Number(budget)]).toEqual([tokensOf(text), 500])
    expect(meta).toMatchObject({ pack, tree, tokens: Number(used), token_budget: 500 })
    expect(data).toBe(undefined)
  })

  test('zooms into a handle of an earlier answer', async () => {
    const client = await connected({ era, args: [folder(PROJECT)] })
    const { text } = await call(client, 'zoom', { target: 'class=Sessions' })
    expect(text).toContain('this.open.delete(token)')
    expect(text).toMatch(/\[fovea pack=[0-9a-f]{8} tokens=\d+\/3000 lines=\d+ tree=[0-9a-f]{8} fresh\]$/)
  })

  test('a mistake is an answer that says what to do next', async () => {
    const client = await connected({ era, args: [folder(PROJECT)] })
    expect(await call(client, 'zoom', { target: 'fn=closeAl' })).toMatchObject({ failed: true, text: expect.stringContaining('did you mean') as string })
    expect(await call(client, 'get_context', { budget: 'lots' })).toMatchObject({ failed: true, text: 'a budget looks like 8000 or "32k", not "lots"' })
    expect(await call(client, 'get_context', { task: 'x', bugdet: 1 })).toMatchObject({ failed: true, text: expect.stringContaining('there is no argument "bugdet"') as string })
    await expect(client.callTool({ name: 'write_file', arguments: {} })).rejects.toThrow('there is no tool "write_file"')
    await expect(client.callTool({ name: 'a\u202Eb', arguments: {} })).rejects.toThrow('there is no tool "a⟨U+202E⟩b"')
  })
})

test('the shapes of the seeds work', async () => {
  const root = folder({ ...PROJECT, '.ado/aliases.json': '{"H.store": {"path": "src/store.ts", "sha": "00000000"}}' })
  const client = await connected({ args: [root, '--compat'] })
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['zoom_context', 'get_alias']))
  const context = await call(client, 'get_context', { path: root, token_budget: '1000', skeleton: 'auto' })
  expect(tokensOf(context.text)).toBeLessThanOrEqual(1000)
  expect(Object.keys(context.meta)).toEqual(expect.arrayContaining(['files_full', 'files_skeleton', 'files_dropped', 'tokens_saved', 'compression_summary']))
  const full = (await call(client, 'zoom', { target: 'function=closeAll', path: root })).text
  for (const args of [{ type: 'function', target: 'closeAll', depth: 'full' }, { target_type: 'function', target_name: 'closeAll' }]) expect((await call(client, 'zoom_context', args)).text).toBe(full)
  expect((await call(client, 'zoom_context', { type: 'file', target: 'src/store.ts', line_range: [1, 2] })).text).toContain('get(key: string)')
  const [handle] = /@[0-9a-f]{8}/.exec((await call(client, 'zoom', { target: 'src/store.ts#logout', format: 'json' })).text) ?? ['']
  expect((await call(client, 'get_alias', { alias: handle })).text).toContain('logout')
  const aliased = await call(client, 'get_alias', { alias: 'H.store' })
  expect(aliased.text).toContain('export function logout')
  expect(aliased.text).toMatch(/alias H\.store@[0-9a-f]{8}/)
  expect(aliased.meta['stale']).toBe(true)
  expect(await call(client, 'get_alias', { alias: 'H.gone' })).toMatchObject({ failed: true })
})

test('skeletons can be switched off', async () => {
  const client = await connected({ args: [folder({ 'a.ts': sourceOf('a'), 'b.ts': sourceOf('b'), 'c.ts': sourceOf('c') })] })
  const adaptive = await call(client, 'get_context', { budget: 1000 })
  const binary = await call(client, 'get_context', { budget: 1000, skeleton: 'disabled' })
  expect(adaptive.meta['files_skeleton']).toBeGreaterThan(0)
  expect(binary.meta['files_skeleton']).toBe(0)
})

test('JSON comes whole as data, and only when it is asked for', async () => {
  const client = await connected({ args: [folder(PROJECT)] })
  const { text, data } = await call(client, 'get_context', { budget: 900, format: 'json' })
  expect(tokensOf(text)).toBeLessThanOrEqual(900)
  expect(JSON.parse(text)).toEqual(data)
  expect(data).toMatchObject({ token_budget: 900, fresh: true, metadata: { files_full: expect.any(Number) as number } })
})

test('nothing outside the root is shown or told', async () => {
  const home = folder({ 'root/a.ts': 'export const inside = 1\n', 'root_evil/secret.ts': 'export const canary = 1\n', 'secret.ts': 'export const canary = 2\n' })
  const root = join(home, 'root')
  symlinkSync(join(home, 'root_evil'), join(root, 'link'))
  symlinkSync(join(home, 'secret.ts'), join(root, 'secret-link.ts'))
  const client = await connected({ args: [root] })
  for (const path of ['..', '../root_evil', `${root}_evil`, 'link', 'link/secret.ts', '/etc', 'secret-link.ts', 'a\0b']) {
    const asked = [await call(client, 'get_context', { path }), await call(client, 'zoom', { target: `file=${path}` }), await call(client, 'zoom', { target: 'canary', path })]
    for (const { failed, text } of asked) expect({ path, failed, leaks: text.includes('export const canary') }).toEqual({ path, failed: true, leaks: false })
  }
  expect((await call(client, 'get_context', { path: root })).failed).toBe(false)
})

test('every answer is made from the files as they are', async () => {
  const root = folder({ 'a.ts': 'export function first(): number { return 1 }\n' })
  const client = await connected({ args: [root] })
  const before = await call(client, 'zoom', { target: 'fn=first' })
  writeFileSync(join(root, 'a.ts'), 'export function first(): number { return 2 }\n')
  const after = await call(client, 'zoom', { target: 'fn=first' })
  expect([before.text.includes('return 1'), after.text.includes('return 2')]).toEqual([true, true])
  expect(after.meta['tree']).not.toBe(before.meta['tree'])
  put(root, { 'a.ts': 'export function first(): number { return 1 }\n' })
  expect((await call(client, 'zoom', { target: 'fn=first' })).text).toBe(before.text)
})

test('a client that leaves leaves nothing behind', async () => {
  const client = await connected({ args: [folder(PROJECT)] })
  const pid = client.pid()
  await call(client, 'zoom', { target: 'class=Sessions' })
  await client.close()
  for (let i = 0; i < 50 && isAlive(pid); i++) await pause(20)
  expect(isAlive(pid)).toBe(false)
})

test('a call that is no longer wanted stops, and the next is answered', async () => {
  const root = folder()
  for (let i = 0; i < 400; i++) {
    mkdirSync(join(root, `m${i}`))
    writeFileSync(join(root, `m${i}`, 'a.ts'), Array.from({ length: 30 }, (_, j) => sourceOf(`f${i}x${j}`)).join('\n'))
  }
  const client = await connected({ args: [root] })
  await call(client, 'zoom', { target: 'file=m0/a.ts:1-2' })
  const stop = new AbortController()
  const long = client.callTool({ name: 'get_context', arguments: { task: 'words of every step', budget: 20_000 } }, { signal: stop.signal })
  await pause(150)
  stop.abort()
  await expect(long).rejects.toThrow()
  expect((await call(client, 'zoom', { target: 'file=m0/a.ts:1-2' })).failed).toBe(false)
})

test('a home folder is no project unless somebody names it', async () => {
  const home = folder(PROJECT)
  const unnamed = await connected({ cwd: home, env: { HOME: home } })
  expect(await call(unnamed, 'get_context')).toMatchObject({ failed: true, text: expect.stringContaining('FOVEA_ROOT') as string })
  const named = await connected({ cwd: '/', env: { HOME: home, FOVEA_ROOT: home } })
  expect((await call(named, 'get_context')).failed).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
