import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aliasHandle, registryFrom, registryText, withAlias } from './registry.ts'

const SEED = '{\n  "S.entities":  {"path":"schemas/summarize_entities.json","sha":"a1b2c3d4"},\n  "A.ADR1":      {"path":"prep/ADR-0001-decision.md","sha":"d00dad42"}\n}'

test('S3.2: the registry of the protocol is read and written in its schema', () => {
  const registry = registryFrom(SEED)
  expect([...registry.keys()]).toEqual(['A.ADR1', 'S.entities'])
  expect(JSON.parse(registryText(registry))).toEqual(JSON.parse(SEED))
  expect(aliasHandle(registry.get('A.ADR1') as never)).toBe('A.ADR1@d00dad42')
})

test('keys of others survive', () => {
  const text = '{"A.x":{"path":"a","sha":"00000000","owner":{"team":"z"}}}'
  expect(JSON.parse(registryText(withAlias(registryFrom(text), { alias: 'D.y', path: 'b', sha: '11111111' })))).toEqual({ ...JSON.parse(text), 'D.y': { path: 'b', sha: '11111111' } })
})

test.each([
  ['[]', 'not an object'], ['{', 'not JSON'], ['{"x":{}}', '"x" is not an alias'], ['{"A.x":1}', 'needs a path and a sha'], ['{"A.x":{"path":"a","sha":"xyz"}}', 'hex digits'], ['{"A.x":{"path":"a","sha":"00000000","note":["x"]}}', 'the note of "A.x" is not a text'],
])('%s is refused', (text, why) => expect(() => registryFrom(text)).toThrow(why))

test('any registry comes back', () => {
  const name = fc.stringMatching(/^[A-Z]{1,3}\.[a-z0-9]{1,8}$/)
  fc.assert(fc.property(fc.dictionary(name, fc.record({ path: fc.string(), sha: fc.stringMatching(/^[0-9a-f]{8}$/) })), (entries) => {
    expect(JSON.parse(registryText(registryFrom(JSON.stringify(entries))))).toEqual(JSON.parse(JSON.stringify(entries)))
  }))
})
