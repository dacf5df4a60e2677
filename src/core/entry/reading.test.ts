import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/kit/core.ts'
import { redactIn, redactSecrets } from '../../guards/secrets.ts'
import { type Redact, showing } from './reading.ts'

const redact: Redact = (legible) => redactIn({}, legible)

const KEY = `-----BEGIN PRIVATE KEY-----${'MIIEvQIBADANBgkqhkiG9w0B'.repeat(4)}`
const path = fc.oneof(
  fc.constantFrom('src/a.ts', 'README', 'docs/keys-----END PRIVATE KEY-----', KEY, `${KEY}-----END PRIVATE KEY-----`, `src/ghp_${'a1B2c3D4'.repeat(5)}.ts`, 'password=', 'hunter2Xy9', 'db_password=pa55Word!x1', 'a\nb', 'AKIA', ''),
  fc.string({ maxLength: 12 }),
)

test('paths that are searched together are shown, told and left out as they would be alone', () => {
  fc.assert(fc.property(fc.array(path, { maxLength: 40 }), (paths) => {
    const told: string[] = []
    const alone = paths.filter((one) => redactSecrets(one).text === one)
    const found = paths.map((one) => ({ path: one }))
    expect(found.filter(showing(found, redact, ({ message }) => void told.push(message))).map((one) => one.path)).toEqual(alone)
    expect(told.length).toBe(paths.length - alone.length)
  }), runs(500))
})

test('nothing is searched one by one as long as nothing is found in all of them', () => {
  const searched: string[] = []
  const found = [{ path: 'src/a.ts' }, { path: 'src/b.ts' }]
  const isShown = showing(found, ({ text }) => (searched.push(text), { text }), () => {})
  expect([found.every(isShown), searched.length]).toEqual([true, 1])
})

test('names after the beginning of a private key do not hide it', () => {
  const names = Array.from({ length: 40 }, (_, at) => ({ path: `src/some file of many words, number ${at}.ts` }))
  const found = [{ path: KEY }, ...names, { path: 'z-----END PRIVATE KEY-----' }]
  expect(found.filter(showing(found, redact, () => {}))).toEqual(found.slice(1))
})
