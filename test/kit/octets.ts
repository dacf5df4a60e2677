// What every platform must say of bytes, in the same words.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Octets } from '../../src/core/entry/octets.ts'

const units = fc.array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0xd800, 0xdc00, 0xfeff)), { maxLength: 40 })
const hash = (kind: string, bytes: Uint8Array, more: string): string => createHash(kind).update(bytes).update(more).digest('hex')

/** Judges the octets of one platform. */
export function octetsBehave(octets: Octets): void {
  test('text of bytes: nothing is lost where nothing may be', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const buffer = Buffer.from(bytes)
      expect(octets.latin1(bytes)).toBe(buffer.toString('latin1'))
      expect(octets.utf8(bytes)).toBe(buffer.toString('utf8'))
      expect(octets.isAscii(bytes)).toBe(bytes.every((byte) => byte < 128))
      expect(octets.isUtf8(bytes)).toBe(Buffer.from(buffer.toString('utf8')).equals(buffer))
    }), { numRuns: 500 })
  })

  test('UTF-16 keeps half of a pair, a byte order mark, and a text longer than the stack', () => {
    fc.assert(fc.property(units, (codes) => octets.utf16le(Buffer.from(Uint16Array.from(codes).buffer)) === String.fromCharCode(...codes)))
    const long = 'añ\ud800'.repeat(90_000)
    expect(octets.utf16le(Buffer.from(long, 'utf16le')) === long).toBe(true)
    expect(octets.latin1(Buffer.from('x'.repeat(300_000), 'latin1')).length).toBe(300_000)
  })

  test('a byte order mark stays in UTF-8', () => {
    expect(octets.utf8(Buffer.from('\uFEFFa'))).toBe('\uFEFFa')
  })

  test('hashes are those of everybody', () => {
    for (const [bytes, more] of [[Buffer.from(''), ''], [Buffer.from('abc'), '12'], [Buffer.alloc(5000, 7), '']] as const) {
      for (const name of ['md5', 'sha256'] as const) expect(octets.digest(name, bytes, more)).toBe(hash(name, bytes, more))
    }
  })
}
