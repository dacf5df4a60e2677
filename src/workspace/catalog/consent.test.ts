import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { consent, consented, needsConsent } from './consent.ts'

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

test('what was agreed to survives a file that cannot be read as JSON, as a no', async () => {
  await consent('/a', spec)
  const file = join(home, 'fovea', 'sources.json')
  expect(readFileSync(file, 'utf8')).not.toContain('DATABASE_URL')
  writeFileSync(file, '{')
  expect(await consented('/a', spec)).toBe(false)
})
