import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { loadVocabulary } from '../../scripts/build-vocab.mjs'
import { Heap } from './heap.ts'
import { countLong } from './merge-long.ts'
import { Merger } from './merge.ts'
import { NO_RANK, readVocabulary, type Vocabulary } from './vocabulary.ts'

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** A vocabulary of all single bytes and then these tokens, in order of rank. */
function toy(tokens: readonly string[]): Vocabulary {
  const all = [...Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)), ...new Set(tokens)]
  const size = [all.length & 255, all.length >> 8, 0, 0]
  return readVocabulary(Uint8Array.from([...latin1('fovea-v1'), ...size, ...all.map((token) => token.length), ...latin1(all.join(''))]))
}

/** The definition, word for word and quadratic: where the tokens of bytes begin. */
function naive(vocabulary: Vocabulary, bytes: Uint8Array): number[] {
  const starts = Array.from(bytes, (_, place) => place)
  for (;;) {
    const ranks = starts.slice(0, -1).map((start, i) => vocabulary.rankOf(bytes, start, starts[i + 2] ?? bytes.length))
    const lowest = Math.min(NO_RANK, ...ranks)
    if (lowest === NO_RANK) return starts
    starts.splice(ranks.indexOf(lowest) + 1, 1)
  }
}

function startsOf(merger: Merger, length: number): number[] {
  const starts: number[] = []
  for (let place = 0; place < length; place = merger.next[place]!) starts.push(place)
  return starts
}

// Tokens as training makes them: each the union of two earlier ones.
const trained = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 30 }).map((pairs) => {
  const tokens = ['a', 'b', 'c']
  for (const [left, right] of pairs) tokens.push(`${tokens[left % tokens.length]}${tokens[right % tokens.length]}`.slice(0, 60))
  return tokens.slice(3)
})
const text = (maxLength: number) => fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength }).map((letters) => letters.join(''))

describe('merge', () => {
  test('joins the lowest rank first and the leftmost among equals', () => {
    const merger = new Merger(toy(['bc', 'ab', 'aa']), 8)
    const merged = (word: string): number[] => {
      merger.merge(latin1(word), 0, word.length)
      return startsOf(merger, word.length)
    }
    expect(merged('abc')).toEqual([0, 1])
    expect(merged('aaa')).toEqual([0, 2])
  })

  test('gives the tokens of the definition', () => {
    fc.assert(
      fc.property(trained, text(100), (tokens, word) => {
        const vocabulary = toy(tokens)
        const merger = new Merger(vocabulary, 16)
        const count = merger.merge(latin1(word), 0, word.length)
        const expected = naive(vocabulary, latin1(word))
        expect(startsOf(merger, word.length)).toEqual(expected)
        expect(count).toBe(expected.length)
      }),
      { seed: 5, numRuns: 500 },
    )
  })

  test('gives the same count in windows of any width', () => {
    fc.assert(
      fc.property(trained, text(400), fc.integer({ min: 2, max: 64 }), (tokens, word, window) => {
        const merger = new Merger(toy(tokens), 16)
        const whole = merger.merge(latin1(word), 0, word.length)
        expect(countLong(merger, { bytes: latin1(word), start: 0, end: word.length }, window)).toBe(whole)
      }),
      { seed: 6, numRuns: 2000 },
    )
  })

  test('widens the windows where a seam does not hold', () => {
    // Rank by rank the b at the end of a run pulls its neighbours in, so no token before it is certain until the b is seen.
    const merger = new Merger(toy(['ab', 'aab', 'aaab', 'aaaab', 'aa', 'aaa', 'aaaa']), 16)
    const word = `${'a'.repeat(60)}b`.repeat(3)
    const whole = merger.merge(latin1(word), 0, word.length)
    const widths = vi.spyOn(merger, 'merge')
    expect(countLong(merger, { bytes: latin1(word), start: 0, end: word.length }, 4)).toBe(whole)
    const fromTheStart = widths.mock.calls.filter(([, start]) => start === 0).map(([, , end]) => end)
    expect(fromTheStart.slice(0, 2)).toEqual([4, 8])
  })

  test('merges a stretch that repeats itself once, and counts it as one merge does', async () => {
    const merger = new Merger(readVocabulary(await loadVocabulary('o200k_base')), 64)
    for (const unit of ['a', '=', 'ab', 'the', 'x'.repeat(300) + 'y']) {
      const bytes = latin1(unit.repeat(Math.ceil(9000 / unit.length)))
      const whole = merger.merge(bytes, 0, bytes.length)
      for (const window of [64, 100, 256, 1024]) expect(countLong(merger, { bytes, start: 0, end: bytes.length }, window)).toBe(whole)
    }
    const letters = latin1('a'.repeat(100_000))
    const merges = vi.spyOn(merger, 'merge')
    countLong(merger, { bytes: letters, start: 0, end: letters.length }, 4096)
    expect(merges.mock.calls.filter(([, start, end]) => end - start > 1000)).toHaveLength(2)
  })

  test('windows agree with one merge in a real vocabulary', async () => {
    const merger = new Merger(readVocabulary(await loadVocabulary('o200k_base')), 64)
    fc.assert(
      fc.property(fc.stringMatching(/^([a-z]|th|ing|er|[A-Z]{3}|中|ã){50,200}$/), fc.integer({ min: 4, max: 256 }), (word, window) => {
        const bytes = new TextEncoder().encode(word)
        const whole = merger.merge(bytes, 0, bytes.length)
        expect(countLong(merger, { bytes, start: 0, end: bytes.length }, window)).toBe(whole)
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})

describe('heap', () => {
  test('gives numbers back in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), (numbers) => {
        const heap = new Heap(0)
        heap.reset(numbers.length)
        for (const number of numbers) heap.push(number)
        expect(numbers.map(() => heap.pop())).toEqual(numbers.toSorted((a, b) => a - b))
      }),
      { seed: 8 },
    )
  })
})
