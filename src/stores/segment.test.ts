import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { keyOf, type Laid, type Pair, Segment, segmentOf } from './segment.ts'
import { Slabs, Waiting } from './waiting.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-segment-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const key = fc.stringMatching(/^[0-9a-f]{64}$/)
const values = fc.uniqueArray(fc.tuple(key, fc.uint8Array({ maxLength: 40 })), { selector: ([one]) => one.slice(0, 32), maxLength: 40 })

/** The values in a file, the first so many of them as they waited, the others as those of other files. */
function written(pairs: readonly (readonly [string, Uint8Array])[], waited = Math.ceil(pairs.length / 2)): string {
  const file = join(home, 'one')
  const parts: Buffer[] = []
  for (const part of segmentOf(laidFrom(pairs.slice(0, waited)), pairs.slice(waited).map(([sha256, value]): Pair => [keyOf(sha256), value]))) parts.push(Buffer.from(part))
  writeFileSync(file, Buffer.concat(parts))
  return file
}

function laidFrom(pairs: readonly (readonly [string, Uint8Array])[]): Laid {
  const waiting = new Waiting(new Slabs())
  for (const [sha256, value] of pairs) waiting.add(sha256, value)
  return waiting.laid()
}

test('gives back every value at a multiple of four, and nothing for any other key', () => {
  fc.assert(fc.property(values, key, (pairs, other) => {
    const segment = Segment.open(written(pairs)) as Segment
    for (const [sha256, value] of pairs) {
      const found = segment.get(keyOf(sha256)) as Uint8Array
      expect([...found]).toEqual([...value])
      expect(found.byteOffset % 4).toBe(0)
    }
    if (!pairs.some(([sha256]) => sha256.startsWith(other.slice(0, 32)))) expect(segment.get(keyOf(other))).toBe(undefined)
    expect([...segment.entries()]).toHaveLength(pairs.length)
    segment.close()
  }), { seed: 42, numRuns: 60 })
})

test('many values are read at once after a while, and are the same', () => {
  const pairs = Array.from({ length: 300 }, (_, i): [string, Uint8Array] => [i.toString(16).padStart(8, '0').repeat(8), Uint8Array.of(i & 255, i >> 8)])
  const segment = Segment.open(written(pairs)) as Segment
  for (const round of [1, 2]) for (const [sha256, value] of pairs) expect([round, ...segment.get(keyOf(sha256)) as Uint8Array]).toEqual([round, ...value])
  segment.close()
})

test('a file that is cut short, longer or altered in its table is not opened, or gives what was written or nothing', () => {
  const file = written(Array.from({ length: 9 }, (_, i): [string, Uint8Array] => [`${i}`.repeat(64), new Uint8Array(i)]))
  const whole = readFileSync(file)
  fc.assert(fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), fc.constantFrom('cut', 'flip', 'more'), (at, bits, how) => {
    const bytes = Buffer.from(how === 'cut' ? whole.subarray(0, at) : how === 'more' ? Buffer.concat([whole, whole.subarray(0, at + 1)]) : whole)
    if (how === 'flip') bytes[at] = (bytes[at] as number) ^ bits
    writeFileSync(file, bytes)
    const segment = Segment.open(file)
    if (how !== 'flip') expect(segment).toBe(undefined)
    for (let i = 0; i < 9; i++) expect([undefined, new Uint8Array(i)]).toContainEqual(segment?.get(keyOf(`${i}`.repeat(64))))
    segment?.close()
  }), { seed: 42, numRuns: 400 })
})

test('values of any size are written piece by piece, and none is cut or mixed with another', () => {
  const sizes = [0, 1, 200_000, 70_001, 262_144, 3, 600_003, 5]
  const pairs = sizes.map((size, i): [string, Uint8Array] => [String(i).repeat(64), new Uint8Array(size).fill(i + 1)])
  const segment = Segment.open(written(pairs)) as Segment
  for (const [sha256, value] of pairs) expect(Buffer.compare(segment.get(keyOf(sha256)) as Uint8Array, value)).toBe(0)
  segment.close()
})
