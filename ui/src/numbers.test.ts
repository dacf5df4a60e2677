import { expect, test } from 'vitest'
import { separated } from './numbers.ts'

test.each([
  ['as a delta, B costs 2243 tokens instead of 15999 tokens', 'as a delta, B costs 2,243 tokens instead of 15,999 tokens'],
  ['1200 files lose detail, up to line 4000', '1,200 files lose detail, up to line 4000'],
  ['10 tokens of src/2024.ts', '10 tokens of src/2024.ts'],
])('%s', (sentence, shown) => {
  expect(separated(sentence)).toBe(shown)
})
