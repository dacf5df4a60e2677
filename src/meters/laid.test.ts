import { beforeAll, describe, expect, test, vi } from 'vitest'
import { layVocabulary, loadVocabulary } from '../../scripts/build-vocab.mjs'
import { ENCODINGS, type Encoding, exactMeter, laidMeter } from './exact.ts'
import { createMeter } from './index.ts'
import type { Read } from './wasm.ts'

// A vocabulary that the build has laid out counts as one that is laid out now does. Where the file is of no use, that is done.

const vocabularies = {} as Record<Encoding, Uint8Array>
const laid = {} as Record<Encoding, Uint8Array>
const TEXTS = ['', 'hello world', 'const a = 1\n\n  // ein Straßenname: 中文 🎉 \u0301\n', `x${'ab'.repeat(3000)}`, 'HTTPServer12345 = "\u00a0"; '.repeat(400)]

beforeAll(async () => {
  for (const encoding of ENCODINGS) {
    vocabularies[encoding] = await loadVocabulary(encoding)
    laid[encoding] = await layVocabulary(encoding, vocabularies[encoding])
  }
})

const reading = (file: Uint8Array): Read => (into, at) => {
  if (at + into.length > file.length) return false
  into.set(file.subarray(at, at + into.length))
  return true
}

test.each(ENCODINGS)('%s counts and tallies the same', (encoding) => {
  const [ready, meter] = [laidMeter(encoding, reading(laid[encoding]))!, exactMeter(encoding, vocabularies[encoding])]
  for (const text of TEXTS) {
    expect(ready.count(text)).toBe(meter.count(text))
    expect(ready.tally(text).encode()).toEqual(meter.tally(text).encode())
  }
})

describe('a file that is of no use', () => {
  const foreign = (): Uint8Array => laid.o200k_base.map((byte, i) => (i === 0 ? byte ^ 1 : byte))

  test.each([
    ['empty', () => new Uint8Array(0)],
    ['of another build', foreign],
    ['cut off in its head', () => laid.o200k_base.subarray(0, 100)],
    ['cut off', () => laid.o200k_base.subarray(0, -1)],
  ])('%s: the vocabulary is laid out', async (_, file) => {
    expect(laidMeter('o200k_base', reading(file()))).toBeUndefined()
    const load = vi.fn((encoding: Encoding) => Promise.resolve(vocabularies[encoding]))
    const meter = await createMeter('o200k_base', load, (_encoding, use) => use(reading(file())))
    expect(load).toHaveBeenCalledOnce()
    expect(meter.count('hello world')).toBe(2)
  })

  test('missing: the vocabulary is laid out', async () => {
    const meter = await createMeter('claude', (encoding) => Promise.resolve(vocabularies[encoding]), () => undefined)
    expect(meter.count('hello world')).toBe(3)
  })
})

test('what is laid out is not loaded again', async () => {
  const load = vi.fn((encoding: Encoding) => Promise.resolve(vocabularies[encoding]))
  expect((await createMeter('o200k_base', load, (encoding, use) => use(reading(laid[encoding])))).count('hello world')).toBe(2)
  expect(load).not.toHaveBeenCalled()
})
