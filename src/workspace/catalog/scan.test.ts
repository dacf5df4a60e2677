import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { SourceSpec } from '../../catalog/ports.ts'
import { catalogStoreIn } from '../../stores/catalog.ts'
import { type Scanned, scanSource } from './scan.ts'

const NOW = '2026-01-01T00:00:00Z'
const folder = (): string => mkdtempSync(join(tmpdir(), 'fovea-scan-'))
const specOf = (type: string, location: string, more: Partial<SourceSpec> = {}): SourceSpec => ({ name: 'main', type, location, secrets: {}, options: {}, ...more })

/** A scan, and all that is kept of it. */
async function scanOf(root: string, spec: SourceSpec): Promise<{ scanned: Scanned; kept: string }> {
  const store = catalogStoreIn(root)
  await store.register(spec)
  const scanned = await scanSource(store, spec, { root, now: NOW, trusted: true, progress: () => {} })
  return { scanned, kept: JSON.stringify(await store.sources()) }
}

afterEach(() => { vi.unstubAllEnvs() })

test.each([
  ['sqlite', 'hunterS3'], ['sqlite', '/srv/hunterS3'], ['sqlite', 'file://hunterS3/x'], ['files', 'hunterS3'], ['files', '/srv/hunterS3'], ['imported', 'hunterS3'], ['mcp', 'hunterS3 --flag'], ['mcp', '/srv/hunterS3'], ['mcp', 'http://u:p@127.0.0.1:1/x?token=hunterS3'],
  ['openapi', 'hunterS3'], ['openapi', 'http://127.0.0.1:1/x?token=hunterS3'], ['graphql', 'hunterS3'], ['skills', 'hunterS3'], ['functions', 'hunterS3'], ['postgres', 'hunterS3'], ['redis', 'hunterS3'], ['redis', 'redis://:hunterS3@127.0.0.1:1'], ['nats', 'hunterS3'], ['mysql', 'hunterS3'],
])('what a reference leads to is neither told nor kept: %s at %s', async (type, value) => {
  vi.stubEnv('FOVEA_TEST_PLACE', value)
  const { scanned, kept } = await scanOf(folder(), specOf(type, 'env:FOVEA_TEST_PLACE'))
  expect(scanned).toMatchObject({ failed: true, diagnostics: [{ code: 'catalog/down' }] })
  expect(JSON.stringify(scanned) + kept).not.toContain('hunterS3')
})

test.each(['redis:127.0.0.1:17777', 'redis://[', 'nats:127.0.0.1:4222'])('an address that is none is a failure of its source: %s', async (location) => {
  expect((await scanOf(folder(), specOf(location.startsWith('n') ? 'nats' : 'redis', location))).scanned).toMatchObject({ failed: true, diagnostics: [{ message: expect.stringContaining('its address cannot be read') as unknown }] })
})

test('a type that nobody knows is a failure of its source', async () => {
  expect((await scanOf(folder(), specOf('nosuch', 'x'))).scanned).toMatchObject({ failed: true, diagnostics: [{ message: expect.stringContaining('there is no type of source "nosuch"') as unknown }] })
})

const OPENAPI = '{"openapi":"3.0.0","paths":{"/secret":{"get":{}}}}'

test.each([['sqlite', 'a.db'], ['openapi', 'a.json'], ['graphql', 'a.graphql'], ['asyncapi', 'a.json'], ['imported', 'e'], ['skills', 's'], ['functions', 's'], ['openapi', 'up/a.json']])('a link that leads out of the workspace is not followed: %s at %s', async (type, location) => {
  const [root, outside] = [folder(), folder()]
  mkdirSync(join(outside, 's'))
  for (const name of ['a.db', 'a.json', 'a.graphql', 's/SKILL.md']) writeFileSync(join(outside, name), OPENAPI)
  for (const name of ['a.db', 'a.json', 'a.graphql', 's']) symlinkSync(join(outside, name), join(root, name))
  for (const name of ['e', 'up']) symlinkSync(outside, join(root, name))
  expect((await scanOf(root, specOf(type, location))).scanned.diagnostics[0]?.message).toBe(`main: ${location} leads outside the workspace through a link, and such links are not followed: give the path it leads to`)
})

test('a link that stays inside is followed, and so is a path outside that was given as such', async () => {
  const [root, outside] = [folder(), folder()]
  for (const place of [root, outside]) writeFileSync(join(place, 'api.json'), OPENAPI)
  symlinkSync(join(root, 'api.json'), join(root, 'same.json'))
  for (const location of ['same.json', join(outside, 'api.json')]) expect((await scanOf(root, specOf('openapi', location))).scanned).toMatchObject({ failed: false, resources: 1 })
})

test('nor is the card of a function read through a link that leads out', async () => {
  const [root, outside] = [folder(), folder()]
  writeFileSync(join(outside, 'card.json'), '{"name":"add","description":"secret words"}')
  writeFileSync(join(root, 'm.mjs'), '/** Adds. */\nexport function add({ a }) { return a }\n')
  symlinkSync(join(outside, 'card.json'), join(root, 'm.skill.json'))
  const { scanned } = await scanOf(root, specOf('functions', 'm.mjs'))
  expect(scanned.diagnostics[0]?.message).toContain('main: m.skill.json leads outside the workspace through a link')
})
