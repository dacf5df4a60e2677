import { expect, test } from 'vitest'
import type { PlanView } from '../../../../src/studio/contract.ts'
import { lineOf, planTelling } from './telling.ts'
import { areaAt, treeOf } from './tree.ts'

const path = ['lib/c.ts', 'src/a.ts', 'src/b.ts']
const linesOf = (files: Partial<PlanView['files']>): string[] => {
  const telling = planTelling({ files: { path, tokens: [1000, 2000, 3000], cost: [10, 20, 30], level: [1, 1, 1], ...files } } as unknown as PlanView)
  return ['src/', 'lib/', 'src/a.ts', 'src/b.ts'].map((one) => lineOf(areaAt(treeOf(path), one) as NonNullable<ReturnType<typeof areaAt>>, telling, 100).match(/of (~?[\d,]+) tokens/)?.[1] ?? '')
}

test('what was not counted is about so many, and so is a folder that holds it', () => {
  expect(linesOf({})).toEqual(['5,000', '1,000', '2,000', '3,000'])
  expect(linesOf({ about: [0, 0, 1] })).toEqual(['~5,000', '1,000', '2,000', '~3,000'])
})
