import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ask, corpusOf, runs, someFiles } from '../../../test/kit/core.ts'
import { parsedTexts } from '../../../test/kit/rank.ts'
import type { Corpus } from '../corpus.ts'
import { queryOf } from './query.ts'
import { needsOf, sharesOf } from './relevance.ts'

const tasks = fc.constantFrom('fix the session cache', 'parse token in src/core/route.sk', 'at parse (src/core/route.sk:1:1)', 'unheard of')
const scores = ({ files }: Corpus): Record<string, number> =>
  Object.fromEntries(files.flatMap(({ entry, score, parts }) => [[entry.path, score.value], ...[...parts?.scores ?? []].map(([block, value]) => [block.id, value] as [string, number])]))

test('shares are parts of one, in the order of their scores, however large those are', () => {
  fc.assert(fc.property(fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 1, maxLength: 30 }), (values) => {
    const shares = sharesOf(Float64Array.from(values))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
    values.forEach((a, i) => { values.forEach((b, j) => { if (a > b) expect(shares[i]).toBeGreaterThanOrEqual(shares[j] as number) }) })
  }), runs(200))
  expect([...sharesOf(new Float64Array(0))]).toEqual([])
})

test('needs are parts of the most needed, of blocks and of files', () => {
  fc.assert(fc.property(someFiles(5), tasks, (files, task) => {
    const needs = needsOf(parsedTexts(files, queryOf(task)), queryOf(task), { lift: [] })
    const own = needs.flatMap((need) => [...need.own.values()])
    for (const value of [...own, ...needs.map(({ file }) => file), ...needs.flatMap(({ used }) => [...used.values()])]) expect(value >= 0 && Number.isFinite(value)).toBe(true)
    if (own.length > 0) expect([Math.max(...own), Math.max(...needs.map(({ file }) => file))]).toEqual([1, 1])
  }), runs(150))
})

test('the order of files changes no score', () => {
  fc.assert(fc.property(someFiles(6), tasks, (files, task) => {
    const [forward, backward] = [files, Object.fromEntries(Object.entries(files).reverse())].map((these) => needsOf(parsedTexts(these, queryOf(task)), queryOf(task), { lift: [] }).map(({ file }) => file))
    backward?.reverse().forEach((value, i) => { expect(value).toBeCloseTo(forward?.[i] as number, 9) })
  }), runs(100))
})

test('the same question has the same answer', () => {
  fc.assert(fc.property(someFiles(4), tasks, (files, task) => {
    expect(scores(corpusOf(files, ask({ task })))).toEqual(scores(corpusOf(files, ask({ task }))))
  }), runs(50))
})

test('a lift of a file lifts its blocks and no others', () => {
  const query = queryOf('login')
  const texts = parsedTexts({ 'a.sk': 'fn one\n  login\n', 'b.sk': 'fn two\n  login\n' }, query)
  const [a, b] = needsOf(texts, query, { lift: [0, Math.log(4)] })
  expect((b?.file as number) / (a?.file as number)).toBeCloseTo(4, 9)
})

test('reasons are those of the best block', () => {
  const query = queryOf('the login fails')
  const [need] = needsOf(parsedTexts({ 'a.sk': 'fn other\n  x\nfn login\n  login login\n' }, query), query, { lift: [] })
  expect(need?.signals().find(({ name }) => name === 'words')?.why).toContain('function login')
})

describe('hostile tasks', () => {
  const files = { 'a.sk': 'fn login\n  (((( [[[ constructor __proto__ größe\n', '__proto__.sk': 'fn constructor\n  toString\n', 'b.txt': 'plain' }
  test.each([
    ['100 KB of brackets', '([{<'.repeat(25_000)], ['one word of 1 MB', 'a'.repeat(1_000_000)], ['a million lines', '\n'.repeat(1_000_000)], ['regex characters', '.*+?^${}()|[]\\'.repeat(200)],
    ['names that every object has', '__proto__ constructor toString hasOwnProperty valueOf'], ['letters of all kinds', 'größe 你好 🧵 \ud800 می‌خواهم İstanbul'], ['zeros', '\0'.repeat(1000)],
    ['10,000 frames', '    at login (/app/a.sk:1:1)\n'.repeat(10_000)], ['10,000 quotes', '"constructor __proto__" '.repeat(10_000)],
  ])('%s: an answer with true numbers', (_, task) => {
    for (const value of Object.values(scores(corpusOf(files, ask({ task, budget: 50 }))))) expect(value >= 0 && value <= 1).toBe(true)
  })
})
