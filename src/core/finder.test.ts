import { expect, test } from 'vitest'
import { finder } from './finder.ts'

test('words in any case, all of them, in any order', () => {
  expect(['src/Basket.ts', 'src/prices.ts', 'docs/basket.md'].filter(finder(' BASKET  src '))).toEqual(['src/Basket.ts'])
  expect(finder(' ')('a')).toBe(true)
})

test('a glob is the one of the command; one that is too large finds nothing', () => {
  expect(['src/a.ts', 'src/mail/b.ts', 'a.md'].filter(finder('src/*.ts'))).toEqual(['src/a.ts'])
  expect(finder('{a,b}'.repeat(12))('a')).toBe(false)
})
