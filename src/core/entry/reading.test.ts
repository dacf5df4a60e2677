import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/kit/core.ts'
import { redactIn, redactSecrets } from '../../guards/secrets.ts'
import { octets } from '../../sources/octets.ts'
import { contentOf, digestOf, type Redact, showing } from './reading.ts'

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

describe('a binary file is known by its ends and its size', () => {
  const picture = Uint8Array.from({ length: 200_000 }, (_, at) => (at * 2654435761) >>> 24)
  picture.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])
  const knownBy = (bytes: Uint8Array, size = bytes.length): string => {
    const sight = { bytes, size }
    const { stub } = contentOf('a.png', sight, { maxFileBytes: 1 << 20, asked: false, by: octets })
    expect(stub).toBe('binary')
    return digestOf('sha256', sight, { maxFileBytes: 1 << 20, by: octets, stub })
  }
  const changedAt = (at: number): Uint8Array => picture.with(at, (picture[at] as number) ^ 1)

  test.each([['at its beginning', 20, false], ['before the middle', 32_767, false], ['in the middle', 100_000, true], ['behind the middle', picture.length - 32_768, false], ['at its end', picture.length - 1, false]])('changed %s', (_, at, same) => {
    expect(knownBy(changedAt(at)) === knownBy(picture)).toBe(same)
  })

  test('of another size it is another', () => { expect(knownBy(picture, picture.length + 1)).not.toBe(knownBy(picture)) })

  test('a short one, and every text, by all of it', () => {
    expect(knownBy(picture.slice(0, 1000))).toBe(octets.digest('sha256', picture.slice(0, 1000), ''))
    const text = Buffer.from('line\n'.repeat(40_000))
    const other = text.toString().replace(/line\n/g, (line, at: number) => (at === 100_000 ? 'LINE\n' : line))
    expect(digestOf('sha256', { bytes: text, size: text.length }, { maxFileBytes: 1 << 20, by: octets, stub: undefined })).not.toBe(digestOf('sha256', { bytes: Buffer.from(other), size: text.length }, { maxFileBytes: 1 << 20, by: octets, stub: undefined }))
  })
})

test('a text in UTF-16 is read as text however long it is, though it begins with zeros', () => {
  const bytes = Buffer.from(`\uFEFF${'some words\n'.repeat(3000)}`, 'utf16le')
  const { stub, encoding, legible } = contentOf('a.txt', { bytes, size: bytes.length }, { maxFileBytes: 1 << 20, asked: false, by: octets })
  expect([stub, encoding, legible.text.slice(1, 11)]).toEqual([undefined, 'utf-16le', 'some words'])
})
