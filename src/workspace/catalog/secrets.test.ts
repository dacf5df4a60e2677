import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { SourceDown } from '../../catalog/ports.ts'
import { isReference, opened, referenceFault } from './secrets.ts'

const spec = { name: 'main', type: 'postgres', location: 'env:FOVEA_TEST_URL', secrets: { token: 'file:token.txt' }, options: {} }
const root = mkdtempSync(join(tmpdir(), 'fovea-secrets-'))

afterEach(() => vi.unstubAllEnvs())

test('references are read when a source is opened', () => {
  vi.stubEnv('FOVEA_TEST_URL', 'postgres://db/shop\n')
  writeFileSync(join(root, 'token.txt'), 's3cret\n')
  expect(opened(spec, root)).toMatchObject({ address: 'postgres://db/shop', credentials: { token: 's3cret' } })
})

test('a reference that leads nowhere names itself and the cause', () => {
  expect(() => opened(spec, root)).toThrow(new SourceDown('the environment variable FOVEA_TEST_URL is not set'))
  expect(referenceFault('file:nowhere', root)).toBe('file:nowhere cannot be read (ENOENT)')
  expect(referenceFault('file:.', root)).toBe('file:. is not a plain file')
  writeFileSync(join(root, 'empty'), ' \n')
  expect(referenceFault('file:empty', root)).toBe('file:empty is empty')
})

test('an address is not a reference', () => {
  expect(['env:A_1', 'file:a/b', 'file:///a', 'env:', 'postgres://db', 'data.csv'].map(isReference)).toEqual([true, true, false, false, false, false])
})
