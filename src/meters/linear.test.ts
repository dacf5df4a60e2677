import { beforeAll, describe, expect, test } from 'vitest'
import { loadVocabulary } from '../../scripts/build-vocab.mjs'
import { ENCODINGS, exactMeter, type Encoding, type ExactMeter } from './exact.ts'

// One hostile file must not stop the program: twice the input may cost at most about twice the time, whatever the input is.

const RUNS: readonly (readonly [string, string])[] = [
  ['letters', 'a'],
  ['brackets', '['],
  ['spaces', ' '],
  ['newlines', '\n'],
  ['spaces and newlines', ' \n'],
  ['slashes', '/'],
  ['apostrophes', "'"],
  ['Chinese', '中文字符測試'],
  ['capitals without small letters', 'Ж'],
  ['marks', '\u0301'],
  ['marks and capitals', '\u0301AЖ'],
  ['letters without case and capitals', 'ªЖЖЖЖ'],
  ['one long line', 'foo(bar,"x1");'],
]
// UTF-8 bytes. A quadratic merge of so many would take seconds.
const SMALL = 60_000

const meters = {} as Record<Encoding, ExactMeter>

beforeAll(async () => {
  for (const encoding of ENCODINGS) meters[encoding] = exactMeter(encoding, await loadVocabulary(encoding))
})

describe.each(ENCODINGS)('%s takes linear time', (encoding) => {
  test.each(RUNS)('on a run of %s', (_, unit) => {
    const run = unit.repeat(Math.ceil(SMALL / encode(unit).length))
    const once = encode(run)
    const twice = encode(run + run)
    // The first count also pays for compiling and filling the memory of pieces.
    meters[encoding].countBytes(once)
    const ratio = best(() => meters[encoding].countBytes(twice)) / best(() => meters[encoding].countBytes(once))
    expect(ratio).toBeLessThanOrEqual(3)
  })
})

test('12 MB on one line are no trouble', () => {
  const line = encode('const x=[1,2,3];'.repeat(750_000))
  expect(milliseconds(() => meters.o200k_base.countBytes(line))).toBeLessThan(6000)
})

test('a megabyte without a break is no trouble', () => {
  expect(milliseconds(() => meters.o200k_base.count('a'.repeat(1_000_000)))).toBeLessThan(6000)
})

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function milliseconds(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** CPU time at its least disturbed; what is below 5 ms says nothing about growth. */
const best = (work: () => void): number => Math.max(5, Math.min(milliseconds(work), milliseconds(work), milliseconds(work)))
