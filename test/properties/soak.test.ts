// The properties of the soak with fixed cases, a few of each: what `npm run soak` proves with 100,000 (bench/results/soak.md).
import { afterAll, describe, expect, test } from 'vitest'
import { removePassing } from '../kit/folders.ts'
import { faultOf, type Property, property, randomFor, shrunken } from '../kit/property.ts'
import { SAMPLES } from '../soak/foreign.ts'
import { caseAt, PROPERTIES, propertyAt } from '../soak/index.ts'

afterAll(removePassing)

/** So many cases: the dear ones come less often in a soak too. */
const casesFor = ({ family, weight }: Property): number => (family === 'foreign bytes' ? 25 : Math.max(2, Math.min(8, Math.round(weight / 4))))

describe.each([...new Set(PROPERTIES.map(({ family }) => family))].map((family) => [family, PROPERTIES.filter((one) => one.family === family)] as const))('%s', (_, properties) => {
  test.each(properties.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    for (let index = 0; index < casesFor(one); index++) {
      const example = one.make(randomFor(42, index))
      const fault = await faultOf(one, example)
      expect(fault, fault === undefined ? '' : `case ${index}: ${JSON.stringify(await shrunken(one, example))}`).toBe(undefined)
      if (one.answer !== undefined) expect(await one.answer(example)).toBe(await one.answer(example))
    }
  })
})

test.each(SAMPLES)('%s: what is right is read', async (_name, read) => { await read() })

describe('a soak', () => {
  test('draws every property as often as it weighs, and the same case for the same number', () => {
    const total = PROPERTIES.reduce((sum, { weight }) => sum + weight, 0)
    const drawn = Array.from({ length: total }, (_, index) => propertyAt(index))
    for (const one of PROPERTIES) expect(drawn.filter((other) => other === one), one.name).toHaveLength(one.weight)
    expect(JSON.stringify(caseAt(7, 3))).toBe(JSON.stringify(caseAt(7, 3)))
    expect(JSON.stringify(caseAt(7, 3 + total))).not.toBe(JSON.stringify(caseAt(7, 3)))
  })

  test('makes a case smaller as long as the fault stays, and tells a throw from a fault', async () => {
    const long = property<{ words: readonly string[]; budget: number }>({
      family: 'budget', name: 'x', weight: 1, make: () => ({ words: [], budget: 0 }),
      fault: ({ words, budget }) => (budget < 0 ? 'other: x' : words.some((word) => word.includes('bad')) ? 'bad: a word' : undefined),
    })
    expect(await shrunken(long, { words: ['good', 'a bad word', 'fine', 'so it is'], budget: 900 })).toEqual({ words: ['bad'], budget: 0 })
    expect(await faultOf(property({ ...long, fault: () => { throw new TypeError('no') } }), undefined)).toMatch(/^threw: TypeError: no/)
  })
})
