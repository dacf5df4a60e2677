import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadVocabulary } from '../../scripts/build-vocab.mjs'
import { Tally } from '../core/tally.ts'
import { ENCODINGS, exactMeter, type Encoding, type ExactMeter } from './exact.ts'

// The counter exists twice: in WebAssembly, and in plain JavaScript for where that is missing. Both must say the same, and both keep tallies.

const meters = {} as Record<Encoding, { readonly wasm: ExactMeter; readonly plain: ExactMeter }>
const vocabularies = {} as Record<Encoding, Uint8Array>
const here = fileURLToPath(new URL('.', import.meta.url))
const sources = readdirSync(here).filter((name) => /\.(ts|wat)$/.test(name)).map((name) => readFileSync(`${here}${name}`, 'utf8'))

beforeAll(async () => {
  for (const encoding of ENCODINGS) {
    vocabularies[encoding] = await loadVocabulary(encoding)
    meters[encoding] = { wasm: exactMeter(encoding, vocabularies[encoding]), plain: exactMeter(encoding, vocabularies[encoding], { plain: true }) }
  }
})

const ATOMS = ['a', 'Word', 'ABCdef', "'s", "'LL", "'", '12345', ' ', '  ', '\t', '\u00a0', '\u3000', '\n', '\n', '\n\n', '\r\n', '\r', '.', '/', '//', ' }', ');', '…', '\u0301', 'é', 'Ж', '中文', '🎉', '\u2028', '\ufeff', '\ud800']
// The counter decides 64 bytes at once where they are ASCII.
const NARROW = ATOMS.filter((atom) => /^[\0-\x7f]*$/.test(atom))
const texts = fc.oneof(
  fc.array(fc.constantFrom(...ATOMS), { maxLength: 60 }).map((atoms) => atoms.join('')),
  fc.array(fc.constantFrom(...NARROW), { maxLength: 120 }).map((atoms) => atoms.join('')),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.constantFrom(...sources),
)
const range = fc.tuple(fc.nat(), fc.nat())

/** Two offsets of a text that do not cut a character in two. */
function within(text: string, [a, b]: readonly [number, number]): [number, number] {
  const whole = (at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') && /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at)
  const places = [whole(a % (text.length + 1)), whole(b % (text.length + 1))]
  return [Math.min(...places), Math.max(...places)]
}

describe.each(ENCODINGS)('%s', (encoding) => {
  test('counts and tallies the same in WebAssembly and in plain JavaScript', () => {
    fc.assert(fc.property(texts, (text) => {
      const { wasm, plain } = meters[encoding]
      expect(plain.count(text)).toBe(wasm.count(text))
      expect(plain.tally(text).encode()).toEqual(wasm.tally(text).encode())
      expect(wasm.countBytes(new TextEncoder().encode(text))).toBe(wasm.count(text))
      expect(wasm.tally(text).tokens).toBe(wasm.count(text))
    }), { numRuns: 1500, seed: 7 })
  })

  test('counts the same wherever 64 bytes end', () => {
    const { wasm, plain } = meters[encoding]
    const seams = ["don't", "x'", "'s", 'fooBar', 'HTTPServer', '1234567', '  \t x', ' }\n\n  y', ');\n\n/** z', '}\n  \n  y', 'a\n \n\tb', '\r\n\r\n c', ' // d\n', 'né', ' …\n', '\x7f\x1c\0e']
    for (const seam of seams) {
      for (let before = 0; before < 70; before++) {
        for (const after of ['', ' and so on\n', 'é']) {
          const text = `${'ab '.repeat(24).slice(0, before)}${seam}${after}`
          expect(wasm.count(text), JSON.stringify(text)).toBe(plain.count(text))
          expect(wasm.tally(text).encode(), JSON.stringify(text)).toEqual(plain.tally(text).encode())
        }
      }
    }
  })

  test('prices any part of a text as if it stood alone', () => {
    const { wasm } = meters[encoding]
    fc.assert(fc.property(texts, fc.array(range, { minLength: 1, maxLength: 8 }), (text, ranges) => {
      const tally = Tally.decode(wasm.tally(text).encode())
      for (const one of ranges) {
        const [from, to] = within(text, one)
        expect(tally.between(text, [from, to], wasm.count)).toBe(wasm.count(text.slice(from, to)))
      }
    }), { numRuns: 3000, seed: 8 })
  })

  test('counts nothing again between two cuts', () => {
    const { wasm } = meters[encoding]
    const text = 'const a = 1\n\n  // a remark\n  b()\n}\nlast'
    const never = (): number => expect.fail('this was counted again')
    for (const [from, to] of [[0, 13], [13, 27], [27, 33], [0, 35]] as const) {
      expect(wasm.tally(text).between(text, [from, to], never)).toBe(wasm.count(text.slice(from, to)))
    }
  })

  test('counts a long text in parts, and a line longer than a part', () => {
    const { wasm, plain } = meters[encoding]
    const long = sources.join('').repeat(4)
    const line = 'x = [1, 2]; '.repeat(40_000)
    for (const text of [long, line, `${line}\n/${line}\n  ${long}`]) {
      expect(text.length).toBeGreaterThan(1 << 18)
      const bytes = new TextEncoder().encode(text)
      expect(wasm.countBytes(bytes)).toBe(wasm.count(text))
      expect(plain.count(text)).toBe(wasm.count(text))
      expect(wasm.tally(text).encode()).toEqual(plain.tally(text).encode())
      const [from, to] = [1 << 16, text.length - 1000]
      expect(wasm.tally(text).between(text, [from, to], wasm.count)).toBe(wasm.count(text.slice(from, to)))
    }
  })
})

describe('where WebAssembly cannot be had', () => {
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    ['is missing', undefined],
    ['is forbidden', { Module: vi.fn(function forbid() { throw new Error('blocked by the policy of the page') }) }],
  ])('and %s, plain JavaScript counts', (_, stub) => {
    vi.stubGlobal('WebAssembly', stub)
    const meter = exactMeter('o200k_base', vocabularies.o200k_base)
    expect(meter.count(sources[0]!)).toBe(meters.o200k_base.wasm.count(sources[0]!))
  })
})

test('a tally takes about two bytes a line', () => {
  const text = sources.join('')
  expect(meters.o200k_base.wasm.tally(text).encode().length).toBeLessThan(2.1 * text.split('\n').length)
})

test.each(ENCODINGS)('long pieces that come again count the same: %s', (encoding) => {
  const { wasm, plain } = meters[encoding]
  // Around every length at which they are kept otherwise, and more of one length than there is room for.
  const rulers = [15, 16, 62, 63, 100, 253, 254, 255, 256, 300].flatMap((length) => ['*', '-=', '#', ' ', 'Ж'].map((unit) => unit.repeat(length)))
  const words = Array.from({ length: 3000 }, (_, i) => `${'x'.repeat(60 + (i % 190))}${(i * 2654435761 >>> 0).toString(36).replace(/\d/g, 'q')}`)
  for (const text of [...rulers, ...words, ...rulers.toReversed(), ...words.slice(0, 300)]) expect([text, wasm.count(text)]).toEqual([text, plain.count(text)])
})
