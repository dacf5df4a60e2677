import { describe, expect, test } from 'vitest'
import { ask, blankPage, blockNamed, corpusOf, tiny, words } from '../../test/kit/core.ts'
import { allocate, ordered } from './allocate.ts'
import type { CorpusFile } from './corpus.ts'
import type { Level } from './level.ts'
import { levelOfFile, type Plan, planOf } from './plan.ts'
import { pricerFor } from './price.ts'
import { type Steps, stepsOf } from './steps.ts'

const corpus = corpusOf({ 'a.sk': 'fn a\n  # doc\n  body\nfn b\n  body\n', 'src/b.txt': 'one two' }, ask())
const steps = stepsOf(corpus, ask(), pricerFor(tiny, words, blankPage))

/** A plan in which only some steps are taken. */
function planWith(wanted: (deed: Steps['deeds'][number]) => boolean): Plan {
  const taken = Uint8Array.from(steps.deeds, (deed) => (wanted(deed) ? 1 : 0))
  return planOf(corpus, steps, { taken, cost: 5, value: 6, bound: 7, overrun: 0 })
}

test('nothing taken is a plan of nothing', () => {
  const plan = planWith(() => false)
  expect(plan).toMatchObject({ head: false, picks: [], cost: 5, overrun: 0, complete: false })
  expect(plan.folders.size).toBe(0)
  expect(plan.files.map(({ listed, opened }) => [listed, opened])).toEqual([[false, false], [false, false]])
})

test('everything taken is complete, and names what was bought', () => {
  const plan = planWith(() => true)
  expect(plan).toMatchObject({ head: true, complete: true })
  expect([...plan.folders]).toEqual(['./', 'src/'])
  expect(plan.picks.map(({ id, level }) => `${id} ${level}`)).toEqual([
    '(head) line', './ line', 'src/ line', 'a.sk line', 'a.sk shape', 'a.sk#a detail', 'a.sk#a full', 'a.sk#b full', 'src/b.txt line', 'src/b.txt full',
  ])
  expect(plan.picks.map(({ cost }) => cost)).toEqual([...steps.market.cost])
  expect(plan.files.map(({ listed, opened }) => [listed, opened])).toEqual([[true, true], [true, true]])
})

test('what a plan is worth is a part of everything that could be shown', () => {
  const order = ordered(steps.market)
  expect(planOf(corpus, steps, allocate(order, Infinity))).toMatchObject({ value: expect.closeTo(1, 9) as number, bound: expect.closeTo(1, 9) as number })
  const part = planOf(corpus, steps, allocate(order, 12))
  expect(part.value).toBeGreaterThan(0)
  expect(part.value).toBeLessThan(1)
  expect(part.bound).toBeGreaterThanOrEqual(part.value)
})

test('a block is at the level it was raised to, others at the level of their file', () => {
  const plan = planWith((deed) => deed.kind === 'open' || (deed.kind === 'raise' && deed.block.name === 'a' && deed.level === 'detail'))
  const [first] = plan.files
  const block = first?.file.parts?.block
  expect(block && ['a', 'b'].map((name) => first.levelOf(blockNamed(block, name)))).toEqual(['detail', 'shape'])
})

test('a page without metadata has its head anyway', () => {
  const bare = stepsOf(corpus, ask(), pricerFor({ ...tiny, open: () => '[\n' }, words, blankPage))
  expect(planOf(corpus, bare, { taken: new Uint8Array(bare.deeds.length), cost: 0, value: 0, bound: 0, overrun: 0 }).head).toBe(true)
})

describe('the level of a file is the lowest that one of its definitions has', () => {
  const [file] = corpus.files as [CorpusFile]
  const at = (levels: Readonly<Record<string, Level>>): Level => {
    const levelOf = (block: { name: string }): Level => levels[block.name] ?? 'none'
    return levelOfFile({ file, listed: true, opened: true, bare: false, levelOf })
  }
  test.each<[Level, Level, Level]>([['full', 'full', 'full'], ['full', 'detail', 'detail'], ['shape', 'full', 'shape'], ['none', 'full', 'shape'], ['detail', 'shape', 'detail'], ['full', 'shape', 'detail']])(
    '%s and %s: %s', (a, b, level) => {
      // `b` has no doc: its shape and its detail are the same.
      expect(at({ a, b })).toBe(level)
    },
  )

  test('a file that was not parsed is there in full', () => {
    const whole = corpus.files[1] as CorpusFile
    expect(levelOfFile({ file: whole, listed: true, opened: true, bare: false, levelOf: () => 'full' })).toBe('full')
  })
})
