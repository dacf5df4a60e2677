import { expect, test } from 'vitest'
import { jump, scaleFor, tokensIn, written, wrongBudget } from './budget.ts'

test('a budget is read as people write it', () => {
  expect(['8000', '32k', '1M', '1.5k', '12,000', ' 4_000 '].map(tokensIn)).toEqual([8000, 32_000, 1_000_000, 1500, 12_000, 4000])
  expect(['', 'lots', '-1', '3 k k', null].map(tokensIn)).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('a budget is written with separators where letters would not say it exactly, and read back', () => {
  expect([32_000, 41_489, 900].map(written)).toEqual(['32k', '41,489', '900'])
  expect(tokensIn(written(41_489))).toBe(41_489)
})

test('what is no budget is refused with what one looks like', () => {
  expect(wrongBudget('lots')).toBe('a budget looks like 8000, 32k or 1m, not "lots"')
  expect(wrongBudget('9'.repeat(400))).toMatch(/^a budget looks like 8000, 32k or 1m, not "9{40}…"$/)
  expect(['0', '', '32k', 'none'].map((text) => wrongBudget(text) === undefined)).toEqual([false, false, true, true])
})

test('the slider ends where everything fits, and small repositories have a useful one too', () => {
  for (const [whole, most] of [[8_704_231, 11_000_000], [190_256, 240_000], [500, 10_000], [undefined, 2_000_000]] as const) {
    const scale = scaleFor(whole)
    expect(scale.tokensAt(scale.steps)).toBe(most)
    expect(scale.tokensAt(0)).toBe(256)
    expect(scale.placeOf(most * 9)).toBe(scale.steps)
  }
})

test('a place and its tokens belong together', () => {
  const scale = scaleFor(190_256)
  for (let place = 1; place <= scale.steps; place++) {
    expect(Math.abs(scale.placeOf(scale.tokensAt(place)) - place)).toBeLessThanOrEqual(1)
    expect(scale.tokensAt(place)).toBeGreaterThanOrEqual(scale.tokensAt(place - 1))
  }
})

test('PageUp and PageDown go from mark to mark, and to the ends after the last', () => {
  const scale = scaleFor(190_256)
  expect(scale.marks.map(({ name }) => name)).toEqual(['8k', '32k', '128k', '200k'])
  const from = (tokens: number, key: string): number | undefined => jump(scale, scale.placeOf(tokens), key)
  expect([from(10_000, 'PageUp'), from(32_000, 'PageUp'), from(200_000, 'PageUp'), from(32_000, 'PageDown'), from(8000, 'PageDown')]).toEqual([32_000, 128_000, 240_000, 8000, 256])
  expect(from(8000, 'ArrowUp')).toBe(undefined)
})
