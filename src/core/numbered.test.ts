import { expect, test } from 'vitest'
import { numbered } from './numbered.ts'

test('in order, with some left out, in any order, and what is not there', () => {
  const all = Array.from({ length: 9 }, (_, at) => `file ${at}`)
  const asked = (...numbers: number[]): (number | undefined)[] => {
    const numberOf = numbered(all)
    return numbers.map((number) => numberOf(`file ${number}`))
  }
  expect(asked(0, 1, 2, 3)).toEqual([0, 1, 2, 3])
  expect(asked(2, 5, 8)).toEqual([2, 5, 8])
  expect(asked(8, 0, 4, 4, 2)).toEqual([8, 0, 4, 4, 2])
  expect(asked(1, 12, 2, 0)).toEqual([1, undefined, 2, 0])
})
