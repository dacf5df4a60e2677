import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BIN, folder, fovea, PROJECT, sourceOf, tokensOf } from '../walks/run.ts'
import { call, connected } from './client.ts'

const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']
const LARGE = Object.fromEntries(NAMES.map((name) => [`src/${name}.ts`, sourceOf(name)]))

test('nothing changed is told as such, at every budget, also after a zoom', async () => {
  const client = await connected({ args: [folder(LARGE)], env: { FOVEA_CACHE: folder() } })
  for (const budget of [500, 900, 1500, 2500]) {
    const asked = { task: 'words of every step', budget }
    const before = await call(client, 'get_context', asked)
    await call(client, 'zoom', { target: 'fn=zetaStep5' })
    const after = await call(client, 'get_context', { ...asked, since: before.meta['pack'] })
    expect([budget, after.meta['pack'], after.text]).toEqual([budget, before.meta['pack'], expect.stringContaining(', nothing changed, ')])
  }
})

test('a pack that is not known makes no difference to the page, and the notice fits', async () => {
  const client = await connected({ args: [folder(LARGE)], env: { FOVEA_CACHE: folder() } })
  for (const budget of [120, 300, 900]) {
    const plain = await call(client, 'get_context', { budget })
    const unknown = await call(client, 'get_context', { budget, since: '00000000' })
    expect([unknown.failed, unknown.meta['pack'], tokensOf(unknown.text) <= budget]).toEqual([false, plain.meta['pack'], true])
  }
})

test('the handle of an output that a command cut is a handle here too', async () => {
  const [root, cache] = [folder(PROJECT), folder()]
  const printed = Array.from({ length: 900 }, (_, i) => (i === 500 ? 'Error: the socket is gone' : `step ${i} is done`)).join('\n')
  const { out } = await fovea(['render', '-', '--as', 'tool', '--budget', '200', '--mode', 'minimal'], { cwd: root, env: { FOVEA_CACHE: cache }, input: printed })
  const handle = /out@[0-9a-f]{8}/.exec(out)?.[0] as string
  const client = await connected({ args: [root], env: { FOVEA_CACHE: cache } })
  expect((await call(client, 'zoom', { target: `${handle}:500-502` })).text).toBe('step 499 is done\nError: the socket is gone\nstep 501 is done\n')
  const all = await call(client, 'zoom', { target: handle, budget: 300 })
  expect(tokensOf(all.text)).toBeLessThanOrEqual(300)
  expect(all.text).toContain('Error: the socket is gone')
  expect((await call(client, 'zoom', { target: 'out@00000000' })).text).toContain('is not kept here any more')
})

test('a tool that only reads leaves the folder as it was', async () => {
  const root = folder(PROJECT)
  const client = await connected({ args: [root], env: { FOVEA_CACHE: folder() } })
  const { tools } = await client.listTools()
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name)).toEqual(['get_context', 'zoom', 'search', 'catalog'])
  const before = readdirSync(root)
  await call(client, 'get_context', { task: 'close sessions' })
  expect((await call(client, 'zoom', { target: 'fn=closeAll' })).failed).toBe(false)
  await call(client, 'search', { query: 'closeAll' })
  expect(readdirSync(root)).toEqual(before)
  await call(client, 'feedback', { ratings: { 'src/store.ts': 1 } })
  expect(readdirSync(root)).toContain('.fovea')
})

test.each([
  ['feedback', { ratings: { 'src/store.ts': 9 } }, 'the rating of "src/store.ts" is a number from 0 to 1, not 9'],
  ['feedback', { file_ratings: { 'src/store.ts': { utility: 'good' } } }, 'the rating of "src/store.ts" is a number from 0 to 1, not "good"'],
  ['feedback', { effectiveness: -1 }, 'effectiveness is a number from 0 to 1, not -1'],
  ['get_context', { budget: 1e12 }, 'a budget of 1000000000000 tokens is more than clients show: give 200000 or less'],
  ['zoom', { target: 'fn=closeAll', budget: '1m' }, 'a budget of "1m" tokens is more than clients show: give 200000 or less'],
  ['get_context', { format: 'pdf' }, 'format is one of minimal, markdown, claude-xml, json, not "pdf"'],
  ['get_context', { bugdet: 1 }, 'there is no argument "bugdet"; there are task, budget, path, focus, since, format'],
  ['zoom', { targte: 'x' }, 'there is no argument "targte"; there are target, budget, depth, path'],
  ['feedback', { rating: 1 }, 'there is no argument "rating"; there are ratings, effectiveness, lens'],
])('%s %j: what was sent is named, with what is offered', async (tool, args, text) => {
  const client = await connected({ args: [folder(PROJECT)] })
  expect(await call(client, tool, args)).toMatchObject({ failed: true, text })
})

test.each(['minimal', 'json'])('a focus that matches nothing is told, within the budget (%s)', async (format) => {
  const client = await connected({ args: [folder(PROJECT)] })
  const { failed, text } = await call(client, 'get_context', { focus: ['nope', 'src/store.ts#Store.get'], budget: 600, format })
  expect([failed, tokensOf(text) <= 600]).toEqual([false, true])
  expect(text).toContain('no file matches focus nope')
  expect(text).not.toContain('matches focus src/store.ts')
})

/** Imports are nearly as long as what uses them. */
const importing = (name: string): string => {
  const lines = (count: number, line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('')
  return `${lines(10, (i) => `const part${i} = require('./${name}/part-${i}')\n`)}\nfunction ${name}(input) {\n${lines(25, (i) => `  const value${i} = part${i % 10}.step(input, ${i})\n`)}}\n\nmodule.exports = { ${name} }\n`
}

test('what is offered next is a definition that is worth a call', async () => {
  const root = folder({
    ...Object.fromEntries([...NAMES, 'eta', 'theta'].map((name) => [`lib/${name}.js`, importing(name)])),
    'package.json': '{\n  "name": "tools",\n  "version": "1.0.0"\n}\n', 'index.js': "module.exports = require('./lib/alpha')\n",
  })
  const client = await connected({ args: [root] })
  for (const budget of [500, 550, 600, 700]) {
    const { text } = await call(client, 'get_context', { budget })
    const targets = (/\[next: (.*)\]$/.exec(text)?.[1] ?? '').split('; ').map((next) => next.replace(/^zoom /, ''))
    expect(targets.filter((target) => !/^lib\/(\w+)\.js#\1@/.test(target))).toEqual([])
  }
})

test('a name that nothing has is told in the words of tools', async () => {
  const client = await connected({ args: [folder({ ...PROJECT, ...Object.fromEntries(Array.from({ length: 401 }, (_, i) => [`many/${i}.txt`, 'x\n'])) })] })
  expect(await call(client, 'zoom', { target: 'fn=qqxxzz' })).toMatchObject({ failed: true, text: 'nothing is called qqxxzz: search finds names, get_context shows what is there' })
  expect(await call(client, 'zoom', { target: 'many/' })).toMatchObject({ failed: true, text: 'many holds 401 files, too many for a zoom: ask get_context for it with path, or zoom into a folder in it' })
})

test('whoever says everything at once and closes its side is answered, also when the last line has no end', async () => {
  const asked = (id: number, method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const { code, out } = await fovea(['mcp', folder(PROJECT)], {
    input: [
      asked(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } }), '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      asked(1, 'tools/call', { name: 'get_context', arguments: { budget: 500 } }), asked(2, 'tools/list', {}), asked(3, 'tools/call', { name: 'zoom', arguments: { target: 'fn=closeAll' } }),
    ].join('\n'),
  })
  const answers = out.trim().split('\n').map((line) => JSON.parse(line) as { id: number; result: object })
  expect([code, answers.map(({ id }) => id).sort()]).toEqual([0, [0, 1, 2, 3]])
  expect(JSON.stringify(answers.find(({ id }) => id === 3)?.result)).toContain('closeAll')
})

test('a line that is no message is answered with an error, and said in one line', async () => {
  const child = spawn(process.execPath, [BIN, 'mcp', folder(PROJECT)], { env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', FOVEA_CACHE: 'off' } })
  const [out, err] = [textOf(child.stdout), textOf(child.stderr)]
  child.stdin.end('garbage\n{"jsonrpc":"2.0","id":999}\n')
  const answers = (await out).trim().split('\n').map((line) => JSON.parse(line) as { id: unknown; error: { code: number } })
  expect(answers.map(({ id, error }) => [id, error.code])).toEqual([[null, -32700], [999, -32600]])
  expect((await err).trim().split('\n')).toEqual([expect.stringContaining('a line that is not JSON'), expect.stringContaining('no message of JSON-RPC 2.0')])
})
