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
  for (const location of [
    'postgres://me:hunter2@db/shop', 'https://api.example.com/openapi.json?token=hunter2', 'postgres://u:hunter2@h1:5432,h2:5432/db', 'postgres://u:a#hunter2@h/db', 'postgres://u:a/hunter2@h/db', 'mysql://u:hunter2@tcp(h:3306)/db',
    'u:hunter2@localhost/db', 'host=db password=hunter2', 'redis:u:hunter2@h:1', 'nats://hunter2@h', 'https://h/x?sig=hunter2', 'https://h/x#token=hunter2', 'stdio:npx s --api-key hunter2',
  ]) {
    expect(() => specFrom({ ...typed, location }, tmpdir())).toThrow(UsageError)
    expect(() => specFrom({ ...typed, location }, tmpdir())).toThrow(/never stored.*env:DATABASE_URL/s)
    try {
      specFrom({ ...typed, location }, tmpdir())
    } catch (error) {
      expect(String(error)).not.toContain('hunter2')
    }
  }
})

test('an option is no place for a password either, and plain addresses and options are fine', () => {
  for (const option of ['password=hunter2', 'server=https://u:hunter2@h/', 'server=https://h/?token=hunter2']) expect(() => specFrom({ ...typed, type: 'openapi', location: 'a.json', option: [option] }, tmpdir())).toThrow(/never stored/)
  for (const location of ['postgres://db.example:5432/shop', 'postgres://reader@db/shop', 'data/orders.csv', 'C:/data/shop.sqlite', 'stdio:npx server --port 80', 'https://h/openapi.json?version=2']) expect(specFrom({ ...typed, type: 'files', location }, tmpdir()).location).toBe(location)
  expect(specFrom({ ...typed, type: 'postgres', option: ['schemas=public,sales'] }, tmpdir()).options).toEqual({ schemas: 'public,sales' })
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
