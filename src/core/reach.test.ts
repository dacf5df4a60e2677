import { describe, expect, test } from 'vitest'
import { about, ask, corpusOf, tiny, words } from '../../test/kit/core.ts'
import { byNeed, byToken } from './appraisal.ts'
import { compile } from './compile.ts'
import type { Corpus } from './corpus.ts'
import { reachOf } from './reach.ts'
import type { Rule } from './rule.ts'

const TEXT = 'a line of the file\n'.repeat(120)

/** Many files of 600 words, the first worth most. */
function many(count: number, rules: readonly Rule[] = []): Corpus {
  const name = (i: number): string => `d${Math.floor(i / 50)}/f${String(i).padStart(5, '0')}.txt`
  const { files } = corpusOf(Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), TEXT])), ask({ rules }))
  return { files: files.map((file, i) => ({ ...file, score: { value: 1 - i / count, signals: [] } })) }
}

const marks = (corpus: Corpus, request = ask({ budget: 8000 })): number[] => {
  const { of } = reachOf(corpus, request, byToken)
  return [0, 1, 2].map((mark) => of.filter((reached) => reached === mark).length)
}

describe('a budget reaches', () => {
  test('everything in a corpus of a few hundred files, and everything without a limit', () => {
    expect(marks(many(500))).toEqual([0, 0, 500])
    expect(marks(many(900), ask())).toEqual([0, 0, 900])
    expect(reachOf(many(500), ask({ budget: 100 }), byToken)).toMatchObject({ beyond: 0, worth: 0 })
  })

  test('the best of a large corpus: lines further than contents', () => {
    const [none, line, open] = marks(many(8000)) as [number, number, number]
    expect(none).toBeGreaterThan(1000)
    expect(line).toBeGreaterThan(2000)
    expect(open).toBe(500)
    const { of } = reachOf(many(8000), ask({ budget: 8000 }), byToken)
    expect(of[0]).toBe(2)
    expect(of.at(-1)).toBe(0)
  })

  test('further when it is larger', () => {
    const corpus = many(3000)
    const near = reachOf(corpus, ask({ budget: 60_000 }), byToken).of
    const far = reachOf(corpus, ask({ budget: 120_000 }), byToken).of
    expect(far.every((reached, i) => reached >= (near[i] as number))).toBe(true)
    expect(far.filter((reached) => reached === 2).length).toBeGreaterThan(near.filter((reached) => reached === 2).length)
  })

  test('what a rule demands, however far it is', () => {
    const corpus = many(8000, [{ match: 'd99/f04999.txt', atLeast: 'full', why: 'pinned' }])
    expect(reachOf(corpus, ask({ budget: 8000 }), byToken).of.at(-1)).toBe(2)
  })

  test('past what a cap keeps from being bought', () => {
    const rules = [{ match: 'd?/**', cap: 1000, why: 'few of these' }]
    const open = (which: readonly Rule[]): number => reachOf(many(3000, which), ask({ budget: 60_000, rules: which }), byToken).of.filter((reached) => reached === 2).length
    expect(open(rules)).toBeGreaterThan(open([]))
  })
})

describe('with a task', () => {
  /** So many files that were looked into, of 1,500 words each, before 800 far ones of 600. */
  function focused(looked: number): { corpus: Corpus; open: { looked: number; far: number } } {
    const { files: near } = corpusOf(Object.fromEntries(Array.from({ length: looked }, (_, i) => [`a/f${String(i).padStart(5, '0')}.sk`, 'fn a\n  one two three\n'.repeat(300)])), ask())
    const far = many(800).files.map((file) => ({ ...file, score: { value: 1e-5, signals: [] } }))
    const corpus: Corpus = { focused: true, files: [...near.map((file) => ({ ...file, score: { value: 0.5, signals: [] } })), ...far] }
    const opened = [...reachOf(corpus, ask({ budget: 8000 }), byNeed).of].map((reached) => Number(reached === 2))
    const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0)
    return { corpus, open: { looked: sum(opened.slice(0, looked)), far: sum(opened.slice(looked)) } }
  }

  test('all that was looked into can be opened, and nothing far where that is more than the budget can hold', () => {
    expect(focused(150).corpus.files[0]?.parts).toBeDefined()
    expect(focused(150).open).toEqual({ looked: 150, far: 0 })
    expect(focused(60).open).toEqual({ looked: 60, far: 0 })
  })

  test('what it leaves opens some of the others', () => {
    const { open } = focused(10)
    expect(open.looked).toBe(10)
    expect(open.far).toBeGreaterThan(20)
    expect(open.far).toBeLessThan(100)
  })
})

test('of files that are worth the same the first are reached', () => {
  const { files } = many(3000)
  const of = [...reachOf({ files: files.map((file, i) => ({ ...file, score: { value: i < 10 ? 0.1 : 0.5, signals: [] } })) }, ask({ budget: 8000 }), byToken).of]
  expect(of.slice(10)).toEqual(of.slice(10).toSorted((a, b) => b - a))
  expect([of[0], of[10], of.at(-1)]).toEqual([1, 2, 1])
})

test('with a task a long file that can only be had whole is reached later', () => {
  const corpus = many(2000)
  const longer = { files: corpus.files.map((file, i) => (i === 400 ? { ...file, tokens: 100_000 } : file)) }
  expect(reachOf(longer, ask({ budget: 8000 }), byToken).of[400]).toBe(2)
  expect(reachOf(longer, ask({ budget: 8000 }), byNeed).of[400]).toBe(1)
})

test('a plan from which something was kept is not complete, and its value is a part of everything', () => {
  const corpus = many(8000)
  const request = ask({ budget: 8000 })
  const { plan, tokens } = compile(corpus, request, { format: tiny, meter: words, about: about(8000) })
  expect(plan.complete).toBe(false)
  expect(plan.value).toBeLessThan(0.05)
  expect(tokens).toBeGreaterThan(7900)
})
