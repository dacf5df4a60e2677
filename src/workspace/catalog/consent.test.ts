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

test('files of the folder need no consent; everything else does', () => {
  const of = (type: string, location: string, secrets = {}): boolean => needsConsent({ ...spec, type, location, secrets })
  expect([of('files', 'data'), of('sqlite', 'db/shop.sqlite'), of('openapi', 'api.yaml')]).toEqual([false, false, false])
  expect([of('files', '../data'), of('sqlite', '/var/shop.sqlite'), of('openapi', 'https://x/api'), of('mcp', 'server.js'), of('functions', 'tools.js'), of('openapi', 'api.yaml', { token: 'env:T' }), of('files', 'C:\\data')]).toEqual(Array(7).fill(true))
})

test('what was agreed to survives a file that cannot be read as JSON, as a no', async () => {
  await consent('/a', spec)
  const file = join(home, 'fovea', 'sources.json')
  expect(readFileSync(file, 'utf8')).not.toContain('DATABASE_URL')
  writeFileSync(file, '{')
  expect(await consented('/a', spec)).toBe(false)
})
