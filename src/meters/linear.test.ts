import { beforeAll, describe, expect, test } from 'vitest'
import { loadVocabulary } from '../../scripts/build-vocab.mjs'
import { ENCODINGS, exactMeter, type Encoding, type ExactMeter } from './exact.ts'

// One hostile file must not stop the program. Time that grows with the square of these runs would be hours, so a slow way ends at the test's
// time limit; how linear the counter is, `npm run bench:counter` measures.

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
// UTF-8 bytes.
const SIZE = 400_000

const meters = {} as Record<Encoding, readonly ExactMeter[]>

beforeAll(async () => {
  for (const encoding of ENCODINGS) {
    const vocabulary = await loadVocabulary(encoding)
    meters[encoding] = [exactMeter(encoding, vocabulary), exactMeter(encoding, vocabulary, { plain: true })]
  }
})

describe.each(ENCODINGS)('%s is not stopped', (encoding) => {
  test.each(RUNS)('by a run of %s', (_, unit) => {
    const run = encode(unit.repeat(Math.ceil(SIZE / encode(unit).length)))
    const [wasm, plain] = meters[encoding].map((meter) => meter.countBytes(run))
    expect(wasm).toBeGreaterThan(0)
    expect(plain).toBe(wasm)
  })

  test('by 12 MB on one line', () => {
    const statement = 'const x=[1,2,3];'
    const [wasm] = meters[encoding]
    expect(wasm!.countBytes(encode(statement.repeat(750_000)))).toBe(750_000 * wasm!.count(statement))
  })
})

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
