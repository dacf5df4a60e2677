import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { consent, consented, needsConsent, withdraw } from './consent.ts'

const spec = { name: 'main', type: 'postgres', location: 'env:DATABASE_URL', secrets: {}, options: {} }
let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fovea-home-'))
  vi.stubEnv('XDG_CONFIG_HOME', home)
})
afterEach(() => vi.unstubAllEnvs())

test('a source that opens more than the folder counts only where it was added', async () => {
  expect(await consented('/a', spec)).toBe(false)
  await consent('/a', spec)
  expect(await consented('/a', spec)).toBe(true)
  expect(await consented('/b', spec)).toBe(false)
})

test('a yes that is taken back counts no more, and the others stay', async () => {
  await withdraw('/a', spec)
  expect(readdirSync(home)).toEqual([])
  await consent('/a', spec)
  await consent('/b', spec)
  await withdraw('/a', spec)
  expect([await consented('/a', spec), await consented('/b', spec)]).toEqual([false, true])
})

test('another address, secret or option is another source', async () => {
  await consent('/a', spec)
  expect(await consented('/a', { ...spec, location: 'env:OTHER' })).toBe(false)
  expect(await consented('/a', { ...spec, secrets: { token: 'env:TOKEN' } })).toBe(false)
  expect(await consented('/a', { ...spec, options: { allow: 'writes' } })).toBe(false)
})

test('files of the folder need no consent; whatever is not surely that does', () => {
  const of = (type: string, location: string, more = {}): boolean => needsConsent({ ...spec, type, location, ...more })
  expect([of('files', 'data'), of('sqlite', 'db/shop.sqlite'), of('openapi', 'api.yaml')]).toEqual([false, false, false])
  for (const [type, location] of [
    ['files', '../data'], ['sqlite', '/var/shop.sqlite'], ['sqlite', 'sqlite:../out/private.db'], ['openapi', 'https://x/api'], ['mcp', 'server.js'], ['functions', 'tools.js'], ['files', 'C:\\data'],
    ['postgres', 'postgres:x?host=127.0.0.1&user=me'], ['redis', 'redis:u@h:1'], ['mysql', 'mysql:x'], ['nats', 'h'], ['postgres', 'x'],
  ] as const) expect([location, of(type, location)]).toEqual([location, true])
  expect(of('openapi', 'api.yaml', { secrets: { token: 'env:T' } })).toBe(true)
  expect(of('openapi', 'api.yaml', { options: { server: 'https://evil.example' } })).toBe(true)
})

test('reading a document is one thing, calling what it names another', async () => {
  const api = { ...spec, type: 'openapi', location: 'api.yaml' }
  expect([await consented('/a', api, 'look'), await consented('/a', api, 'reach')]).toEqual([true, false])
  await consent('/a', api)
  expect(await consented('/a', api, 'reach')).toBe(true)
  expect(needsConsent({ ...api, type: 'sqlite', location: 'a.db' }, 'reach')).toBe(false)
})

test('a file that cannot be read is a no with a reason, and is not written over', async () => {
  await consent('/a', spec)
  const file = join(home, 'fovea', 'sources.json')
  expect(readFileSync(file, 'utf8')).not.toContain('DATABASE_URL')
  writeFileSync(file, '{')
  await expect(consented('/a', spec)).rejects.toThrow(/sources\.json .* cannot be used: it is not JSON: it ends too early\. It was left as it is: "fovea doctor --repair"/)
  await expect(consent('/b', spec)).rejects.toThrow('It was left as it is')
  expect(readFileSync(file, 'utf8')).toBe('{')
})

describe('versions', () => {
  let file = ''
  beforeEach(() => { file = join(home, 'fovea', 'sources.json') })
  const keys = (): string[] => (JSON.parse(readFileSync(file, 'utf8')) as { sources: string[] }).sources
  const list = (of: readonly string[]): string => `${JSON.stringify(of)}\n`
  const beside = (): string[] => readdirSync(join(home, 'fovea')).filter((name) => name.includes('.bak')).sort()
  const clear = (): void => rmSync(join(home, 'fovea'), { recursive: true, force: true })

  test('the bare list of version 1 is read, and kept before it is replaced, once, also when a kill came between', async () => {
    clear()
    await consent('/a', spec)
    const [key = ''] = keys()
    for (const killed of [false, true]) {
      clear()
      mkdirSync(join(home, 'fovea'), { recursive: true })
      writeFileSync(file, list([key]))
      // A process that was killed after the first step has left the copy, and the list where it was.
      if (killed) writeFileSync(`${file}.v1.bak`, list([key]))
      expect(await consented('/a', spec)).toBe(true)
      expect(readFileSync(file, 'utf8')).toBe(list([key]))
      await consent('/b', spec)
      expect([await consented('/a', spec), await consented('/b', spec), beside(), readFileSync(`${file}.v1.bak`, 'utf8')]).toEqual([true, true, ['sources.json.v1.bak'], list([key])])
    }
  })

  test('another text of version 1 gets a name of its own', async () => {
    clear()
    mkdirSync(join(home, 'fovea'), { recursive: true })
    writeFileSync(`${file}.v1.bak`, list([]))
    writeFileSync(file, list(['0'.repeat(64)]))
    await consent('/b', spec)
    expect(beside()).toEqual(['sources.json.v1.bak', 'sources.json.v1.bak2'])
  })

  test('what an older Fovea drops, because it cannot read this version, comes back', async () => {
    clear()
    await consent('/a', spec)
    await consent('/b', spec)
    writeFileSync(file, list(['0'.repeat(64)]))
    await consent('/c', spec)
    expect([await consented('/a', spec), await consented('/b', spec), await consented('/c', spec), keys().length]).toEqual([true, true, true, 4])
  })

  test('a newer version is a no with a reason, and is left as it is', async () => {
    clear()
    mkdirSync(join(home, 'fovea'), { recursive: true })
    writeFileSync(file, '{"version":3,"sources":[]}')
    await expect(consented('/a', spec)).rejects.toThrow('a newer Fovea wrote it (version 3; this one reads 2). It was left as it is: update Fovea to use it')
    await expect(consent('/a', spec)).rejects.toThrow('update Fovea')
    expect(readFileSync(file, 'utf8')).toBe('{"version":3,"sources":[]}')
  })
})
