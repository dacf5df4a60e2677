import { expect, test } from 'vitest'
import { ask, blankPage, corpusOf, tiny, words } from '../../test/kit/core.ts'
import { byNeed, byToken } from './appraisal.ts'
import type { CorpusFile } from './corpus.ts'
import { partSteps } from './file-steps.ts'
import { LEVELS, type Level } from './level.ts'
import { pricerFor } from './price.ts'
import { type Deed, type Offer, StepList } from './step.ts'

const pricer = pricerFor(tiny, words, blankPage)
type Raise = Extract<Deed, { kind: 'raise' }>

function offers(text: string, allowed: readonly Level[] = LEVELS, task = ''): Offer[] {
  const list = new StepList()
  const { files: [file], focused } = corpusOf({ 'a.sk': text }, ask({ task })) as { files: [CorpusFile]; focused?: true }
  partSteps(list, { index: 0, file, pricer, appraisal: focused ? byNeed : byToken, allowed: (level) => allowed.includes(level), parent: -1, frame: 10, blocks: undefined })
  return list.deeds.map((deed, i) => ({ deed, parent: list.parent[i] as number, cost: list.cost[i] as number, value: list.value[i] as number }))
}
const raises = (list: readonly Offer[]): string[] => list.filter(({ deed }) => deed.kind === 'raise').map(({ deed }) => `${(deed as Raise).level} ${(deed as Raise).block.id.slice(5)}`)

test('a small file is opened as a skeleton, and each block rises from there', () => {
  const list = offers('fn a\n  # doc\n  body\nfn b\n')
  expect(list[0]).toMatchObject({ deed: { kind: 'open', level: 'shape' }, cost: 10 + 4 })
  // The second function reads the same at every level: there is nothing to buy.
  expect(raises(list)).toEqual(['detail a', 'full a'])
  expect(list.map(({ parent }) => parent)).toEqual([-1, 0, 1])
  expect(list.map(({ cost }) => cost)).toEqual([14, 2, 1])
})

test('for a task an empty file has nothing to buy: a frame around nothing is never printed', () => {
  expect(offers('', LEVELS, 'close the session')).toEqual([])
})

test('what lies between definitions is bought in full or not at all', () => {
  expect(raises(offers('some glue\nfn a\n'))).toEqual(['full ~after:start'])
})

test('a block that speaks of the task is worth more', () => {
  const list = offers('fn a\n  login here\nfn b\n  other here\n', LEVELS, 'login')
  const value = (id: string): number => list.find(({ deed }) => deed.kind === 'raise' && deed.block.id === `a.sk#${id}`)?.value as number
  // Both lend their signature to users alike, so what sets them apart is only a part of the value.
  expect(value('a')).toBeGreaterThan(value('b') * 1.3)
})

test('only levels that are allowed are offered', () => {
  const text = 'fn a\n  # doc\n  body\n'
  expect(raises(offers(text, ['shape']))).toEqual([])
  expect(raises(offers(text, ['shape', 'detail']))).toEqual(['detail a'])
  expect(raises(offers(text, ['shape', 'full']))).toEqual(['full a'])
  expect(offers(text, ['detail', 'full'])[0]).toMatchObject({ deed: { level: 'detail' }, cost: 10 + 4 })
})

test('a skeleton too dear to be bought whole is bought piece by piece, a method after its class', () => {
  const text = `class Big\n${Array.from({ length: 700 }, (_, i) => `  fn m${i}(with parameters)\n    body\n`).join('')}fn last\n`
  const list = offers(text)
  // The best definition comes with the frame, so that a frame never stands around nothing.
  expect(list[0]).toMatchObject({ deed: { kind: 'open', level: 'none', first: { block: { name: 'Big' }, level: 'shape' } }, parent: -1, cost: 10 + 4 + 2 })
  expect(raises(list).slice(0, 2)).toEqual(['shape Big.m0', 'full Big.m0'])
  expect(list.slice(1, 3).map(({ parent }) => parent)).toEqual([0, 1])
  expect(raises(list).at(-1)).toBe('shape last')
  expect(list.at(-1)?.parent).toBe(0)
  expect(list.reduce((sum, { cost }) => sum + cost, 0)).toBeGreaterThanOrEqual(10 + words.count(text))
})
