import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ask, blockNamed, corpusOf, runs, someFiles } from '../../test/kit/core.ts'
import { byNeed, byToken, type Raise, scoreIn, WORTH } from './appraisal.ts'
import { walk } from './block.ts'
import type { CorpusFile } from './corpus.ts'

const withScore = (value: number): CorpusFile => ({ ...corpusOf({ 'a.txt': 'one two three' }, ask()).files[0] as CorpusFile, score: { value, signals: [] } })
const SCORES = [0.001, 0.01, 0.1, 0.3, 0.7, 1]

describe('an overview counts every token', () => {
  test('a token is worth less the more of a thing is already shown', () => {
    const worths = [WORTH.shape, WORTH.detail, WORTH.full]
    expect(worths).toEqual(worths.toSorted((a, b) => b - a))
    expect(new Set(worths).size).toBe(3)
  })

  test('a line is never worth less than the skeleton it opens, and falls slower than the score', () => {
    const line = (score: number): number => byToken.line(withScore(score), 1)
    for (const score of SCORES) expect(line(score)).toBeGreaterThanOrEqual(WORTH.shape * score)
    expect(line(0.01)).toBeGreaterThan(2 * WORTH.shape * 0.01)
    expect(SCORES.map(line)).toEqual(SCORES.map(line).toSorted((a, b) => a - b))
  })

  test('twice the tokens are worth twice as much', () => {
    const [file] = corpusOf({ 'a.sk': 'fn a\n  body\n' }, ask()).files as [CorpusFile]
    const raise = (cost: number): number => byToken.raise(file, blockNamed(file.parts?.block as never, 'a'), { level: 'full', from: 'shape', to: 'full', cost })
    expect(raise(20)).toBeCloseTo(2 * raise(10), 9)
  })
})

describe('a task counts every need', () => {
  const [file] = corpusOf({ 'a.sk': 'fn login\n  # doc\n  the login\nfn other\n  # doc\n  nothing\n' }, ask({ task: 'login' })).files as [CorpusFile]
  const block = (name: string) => blockNamed(file.parts?.block as never, name)
  const raise = (name: string, from: Raise['from'], to: Raise['to'], cost = 10): number => byNeed.raise(file, block(name), { level: to as Raise['level'], from, to, cost })

  test('a token of what is short is worth more than one of what is long, but crumbs are worth little', () => {
    const each = (cost: number): number => raise('login', 'none', 'full', cost) / cost
    expect(each(50)).toBeGreaterThan(2 * each(500))
    expect(each(500)).toBeGreaterThan(5 * each(5000))
    expect(raise('login', 'shape', 'full', 3)).toBeLessThan(raise('login', 'shape', 'full', 300) / 4)
  })

  test('what is needed more is worth more, at every level', () => {
    expect(scoreIn(file, block('login'))).toBeGreaterThan(scoreIn(file, block('other')))
    for (const level of ['shape', 'detail', 'full'] as const) expect(raise('login', 'none', level)).toBeGreaterThan(raise('other', 'none', level))
  })

  test('the ways from nothing to everything are worth the same, in one step or in many', () => {
    expect(raise('login', 'none', 'shape') + raise('login', 'shape', 'detail') + raise('login', 'detail', 'full')).toBeCloseTo(raise('login', 'none', 'full'), 9)
    expect(raise('login', 'full', 'full')).toBe(0)
  })

  test('what something needed uses is worth its signature', () => {
    const helper = { ...file, parts: { block: file.parts?.block as never, scores: new Map(), used: new Map([[block('other'), 1]]) }, score: { value: 0, signals: [] } }
    const of = (from: Raise['from'], to: Raise['to']): number => byNeed.raise(helper, block('other'), { level: to as Raise['level'], from, to, cost: 1 })
    expect(of('none', 'shape')).toBeGreaterThan(0)
    expect(of('shape', 'full')).toBe(0)
    // A signature of a few tokens is all that its user needs: it counts whole.
    expect(byNeed.raise(helper, block('other'), { level: 'shape', from: 'none', to: 'shape', cost: 5 })).toBe(byNeed.raise(helper, block('other'), { level: 'shape', from: 'none', to: 'shape', cost: 500 }))
  })
})

test('nothing that could be shown is worth less than nothing', () => {
  fc.assert(fc.property(someFiles(4), fc.constantFrom('', 'fix the session cache', 'unheard'), (files, task) => {
    for (const appraisal of [byToken, byNeed]) {
      for (const file of corpusOf(files, ask({ task })).files) {
        const values = [appraisal.head(5, 1), appraisal.folder(5, 1), appraisal.line(file, 5), appraisal.open(file, 5, 'shape'), appraisal.whole(file)]
        const raises = [...file.parts === undefined ? [] : walk(file.parts.block)].flatMap((block) => [appraisal.raise(file, block, { level: 'shape', from: 'none', to: 'shape', cost: 3 }), appraisal.raise(file, block, { level: 'full', from: 'detail', to: 'full', cost: 3 })])
        for (const value of [...values, ...raises]) expect(value >= 0 && Number.isFinite(value)).toBe(true)
      }
    }
  }), runs(100))
})
