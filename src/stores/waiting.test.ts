import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Slabs, Waiting } from './waiting.ts'

const SLAB = 1 << 16
const plain = (waiting: Waiting): [string, string][] => waiting.laid().hashes.map((key) => [key, Buffer.from(waiting.get(key) as Uint8Array).toString()])

test('what is added is there until it is dropped, as text or bytes, long or short', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 50 }), fc.constantFrom('', 'é'.repeat(60_000), 'a'.repeat(SLAB), 'b'.repeat(SLAB + 1), '\u{1F600}'.repeat(30_000)))
  fc.assert(fc.property(fc.array(fc.tuple(text, fc.boolean()), { maxLength: 20 }), (values) => {
    const waiting = new Waiting(new Slabs())
    // Half of a pair is written as a sign of its own; the same text is expected, not the same units.
    const written = values.map(([value]) => Buffer.from(value).toString())
    for (const [i, [value, asBytes]] of values.entries()) waiting.add(String(i), asBytes ? Buffer.from(value) : value)
    expect(plain(waiting)).toEqual(written.map((value, i) => [String(i), value]))
    expect(waiting.bytes).toBe(written.reduce((sum, value) => sum + Buffer.byteLength(value), 0))
    waiting.drop()
    expect([waiting.size, waiting.bytes, plain(waiting)]).toEqual([0, 0, []])
  }), { numRuns: 60 })
})

test('slabs are used again, what was handed out stays what it was, and what waits is counted, also beside the slabs', () => {
  const slabs = new Slabs()
  const [one, other] = [new Waiting(slabs), new Waiting(slabs)]
  one.add('a', 'first')
  other.add('b', 'second')
  expect(slabs.waiting).toBe(11)
  const handed = one.get('a')
  one.drop()
  expect(slabs.waiting).toBe(6)
  const before = slabs.take()
  slabs.give([before])
  other.add('c', new Uint8Array(SLAB).fill(120))
  expect(before[0]).toBe(120)
  expect(Buffer.from(handed as Uint8Array).toString()).toBe('first')
  expect(Buffer.from(other.get('b') as Uint8Array).toString()).toBe('second')
  expect(other.get('a')).toBeUndefined()
  other.add('d', 'x'.repeat(SLAB * 3))
  expect(slabs.waiting).toBe(6 + SLAB * 4)
})
