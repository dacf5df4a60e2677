import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UsageError } from '../../core/field.ts'
import { specFrom } from './sources.ts'

const typed = { name: 'main', location: 'env:DATABASE_URL', type: undefined, secret: [], option: [] }

test('a source is named by letters, digits, - and _', () => {
  expect(() => specFrom({ ...typed, name: 'my db' }, tmpdir())).toThrow('a source is named by letters, digits, - and _, such as main, not "my db"')
})

test('a password in an address is refused and not repeated', () => {
  for (const location of ['postgres://me:hunter2@db/shop', 'https://api.example.com/openapi.json?token=hunter2']) {
    expect(() => specFrom({ ...typed, location }, tmpdir())).toThrow(UsageError)
    expect(() => specFrom({ ...typed, location }, tmpdir())).toThrow(/never stored.*env:DATABASE_URL/s)
    try {
      specFrom({ ...typed, location }, tmpdir())
    } catch (error) {
      expect(String(error)).not.toContain('hunter2')
    }
  }
})

test('a secret is a reference, and the secret itself is not repeated', () => {
  const given = { ...typed, location: 'shop.sqlite', secret: ['token=hunter2'] }
  expect(() => specFrom({ ...given, type: 'nosuch' }, tmpdir())).toThrow(/there is no type of source "nosuch"/)
  expect(() => specFrom({ ...given, type: 'openapi' }, tmpdir())).toThrow('--secret token must say where the secret lies')
})

test('what nobody knows is asked for', () => {
  expect(() => specFrom({ ...typed, location: 'what.is.this' }, tmpdir())).toThrow(/nobody knows what "what.is.this" is: say it with --type/)
})

test('a document is known by how it begins, whatever its name is', () => {
  const root = mkdtempSync(join(tmpdir(), 'fovea-head-'))
  writeFileSync(join(root, 'films.json'), '{\n  "info": {},\n  "openapi": "3.0.3"\n}')
  expect(specFrom({ ...typed, location: 'films.json' }, root).type).toBe('openapi')
})
