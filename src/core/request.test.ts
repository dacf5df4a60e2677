import { expect, test } from 'vitest'
import { INCLUDE_OR_DROP, tokensFrom, WHOLE_LADDER } from './request.ts'

test.each([
  ['8000', 8000], ['32k', 32_000], ['32K', 32_000], ['1m', 1_000_000], ['1.5k', 1500], ['0', 0], ['none', Infinity], ['all', Infinity], ['ALL', Infinity], [' 500 ', 500], ['8_000', 8000],
  ['1.9', 1], ['0.0005k', 0],
])('"%s" is a budget of %d', (text, tokens) => {
  expect(tokensFrom(text)).toBe(tokens)
})

test.each(['lots', '-5', '1e9', '', 'k', '8 k', '8kb', '.5k', '5.', '1,000', 'Infinity', 'NaN', '0x10', '9'.repeat(13), '١٢'])('"%s" is refused in plain words', (text) => {
  expect(() => tokensFrom(text)).toThrow(new TypeError(`a budget looks like 8000, 32k or 1m, not "${text}"`))
})

test('the ladders rise', () => {
  expect(WHOLE_LADDER).toEqual(['none', 'line', 'shape', 'detail', 'code', 'full'])
  expect(INCLUDE_OR_DROP).toEqual(['none', 'full'])
})
