import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { recordOf, scanned, sourceAt } from '../../../test/kit/catalog-source.ts'
import { json, web } from '../../../test/kit/web.ts'
import { type Limits, type OpenSource, SourceDown, type Table } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { commandOf } from './command.ts'
import { mcp } from './index.ts'
import { toolsOf } from './scan.ts'

const SERVER = fileURLToPath(new URL('../../../test/kit/mcp-server.mjs', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const LIMITS: Limits = { rows: 100, bytes: 100_000, milliseconds: 20_000 }
const SECRET = 'canary-mcp-51'
const people = (mode = '', more: Partial<OpenSource> = {}): OpenSource => sourceAt(ROOT, `stdio:"${process.execPath}" "${SERVER}" ${mode}`, { name: 'people', credentials: { TOKEN: SECRET }, secrets: { TOKEN: 'env:TOKEN' }, ...more })

const { descriptors } = await scanned(mcp, people())
const resource = (name: string): Resource => recordOf(descriptors.find(({ place }) => place.path[0] === name) as never)
const run = (name: string, args: Record<string, unknown> = {}, { from = people(), limits = LIMITS } = {}): Promise<Table> => (mcp.run as NonNullable<typeof mcp.run>)(from, { by: 'call', resource: resource(name), args }, limits)

describe('tools of a server', () => {
  test('are skills with inputs and columns', () => {
    expect(descriptors[0]).toEqual({
      kind: 'skill', place: { ns: 'skill', engine: 'mcp', source: 'people', path: ['find_people'] }, title: 'Find people', description: 'Looks for people.', tags: ['reads'],
      inputs: [{ name: 'city', in: 'argument', type: 'string', required: true, values: ['Oslo', 'Rome'] }, { name: 'page.size', in: 'argument', type: 'integer', default: '2' }],
      columns: [{ name: 'id', type: 'integer', nn: true }, { name: 'name', type: 'string' }],
      call: { by: 'mcp', tool: 'find_people' }, cap: ['invoke'], access: { secrets: ['ada://secret/mcp:people/TOKEN'] },
    })
    expect(resource('find_people').overview.id).toBe('res:skill.mcp.people.find_people')
  })

  test('that do not say that they only read are listed and cannot be invoked, unless that is allowed', async () => {
    expect(resource('remove').overview).toMatchObject({ cap: [], tags: ['writes', 'pii:none', 'lifecycle:evolving'] })
    const { descriptors: allowed } = await scanned(mcp, people('', { options: { allow: 'writes' } }))
    expect(allowed.find(({ place }) => place.path[0] === 'remove')?.cap).toEqual(['invoke'])
  })

  test('give rows', async () => {
    expect(await run('find_people', { city: 'Oslo', 'page.size': 5 })).toEqual({ columns: ['id', 'name'], rows: [[1, 'Oslo 5'], [2, null]] })
    expect(await run('find_people', { city: 'Oslo' }, { limits: { ...LIMITS, rows: 1 } })).toMatchObject({ cut: 'rows' })
  })

  test('see nothing of our environment but the references of their source', async () => {
    process.env['FOVEA_TEST_CANARY'] = 'x'
    const { rows: [[text] = []] } = await run('say', { text: 'hi' })
    expect(text).toMatch(/^hi \[.*"PATH".*"TOKEN"/)
    expect(text).not.toContain('FOVEA_TEST_CANARY')
  })

  test.each([
    ['needs an argument', 'find_people', {}, 'Find people needs city'],
    ['gets an argument that it does not take', 'say', { x: 1 }, 'say takes no "x"; it takes text'],
  ])('are not called when one %s', async (_, name, args, message) => expect(run(name, args)).rejects.toThrow(new SourceDown(message)))

  test('that write are refused at the moment of the call too', async () => {
    await expect(run('remove', { id: 1 })).rejects.toThrow(/does not say that it only reads.*allow=writes/)
    expect(await run('remove', { id: 1 }, { from: people('', { options: { allow: 'writes' } }) })).toEqual({ columns: ['text'], rows: [['removed']] })
  })

  test('that fail say why, without the secret that they repeat', async () => expect(run('fail')).rejects.toThrow(new SourceDown('the tool "fail" failed: no access with ***')))

  test('that hang end with their process', async () => {
    await expect(run('hang', {}, { limits: { ...LIMITS, milliseconds: 1500 }, from: people('marked-hang') })).rejects.toThrow(/did not answer within 1500 ms/)
    expect(processes('marked-hang')).toEqual([])
  })

  test('are looked for by a probe', async () => {
    expect(await mcp.probe?.(people(), resource('say'))).toBeUndefined()
    const gone = { ...resource('say'), details: { ...resource('say').details, call: { by: 'mcp' as const, tool: 'old' } } }
    expect(await mcp.probe?.(people(), gone)).toMatchObject({ code: 'mcp/gone' })
    expect(await mcp.probe?.(sourceAt(ROOT, 'stdio:no-such-program-here'), resource('say'))).toMatchObject({ code: 'mcp/unreachable', message: expect.stringContaining('there is no such program') as unknown })
  })
})

/** Processes whose command line holds a word. */
const processes = (word: string): string[] => commandLines().filter((line) => line.includes(SERVER) && line.includes(word))

/** Of all processes; `ps` is not on every machine that has /proc. */
const commandLines = (): string[] => (existsSync('/proc/self/cmdline') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(lineOf) : execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n'))

function lineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

describe('a server that misbehaves', () => {
  test.each([['silent', /did not answer within 1000 ms/], ['stubborn', /did not answer within 1000 ms/], ['gone', /failed|did not answer/], ['flood', /failed|did not answer/]])('%s is down and leaves no process', async (mode, message) => {
    await expect(toolsOf(people(mode), { milliseconds: 1000 })).rejects.toThrow(message)
    expect(processes(mode)).toEqual([])
  })
})

test('the folder of a source cannot supply the program that is started in it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'fovea-mcp-'))
  mkdirSync(join(root, 'bin'))
  for (const name of ['planted-server', 'bin/planted-server']) writeFileSync(join(root, name), `#!/bin/sh\n: > '${root}/ran'\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `.:bin::${process.env['PATH'] ?? ''}`)
  expect(await mcp.probe?.(sourceAt(root, 'stdio:planted-server'), resource('say'))).toMatchObject({ message: expect.stringContaining('there is no such program') as unknown })
  vi.unstubAllEnvs()
  expect(existsSync(join(root, 'ran'))).toBe(false)
  rmSync(root, { recursive: true })
})

test('a command is words, and no shell reads them', () => {
  expect(commandOf('stdio:npx -y "my server" --a=\'b c\' $HOME;ls')).toEqual({ command: 'npx', args: ['-y', 'my server', '--a=b c', '$HOME;ls'] })
  for (const bad of ['stdio:', 'stdio:a "b']) expect(() => commandOf(bad)).toThrow(/looks like stdio:npx/)
})

test('a secret does not go to a server over the open net', async () => {
  await expect(scanned(mcp, sourceAt(ROOT, 'http://mcp.example/mcp', { credentials: { token: SECRET } }))).rejects.toThrow(/is not encrypted/)
})

test('a secret does not follow a redirect to another host', async () => {
  const other = await web((_, response) => json(response, {}))
  const server = await web(({ url }, response) => void response.writeHead(307, { location: url === '/mcp' ? '/mcp/' : `${other.origin}/mcp` }).end())
  await expect(scanned(mcp, sourceAt(ROOT, `${server.origin}/mcp`, { credentials: { 'x-key': SECRET } }))).rejects.toThrow(/redirects to another host/)
  expect(server.asked.map(({ url, headers }) => [url, headers['x-key']])).toContainEqual(['/mcp/', SECRET])
  expect(other.asked).toEqual([])
})
