import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ask, entryOf, runs, words } from '../../../test/kit/core.ts'
import { cosine, type Meanings, meaningSignal, passagesOf, rounded, taskPassages } from './meaning.ts'
import { type Priced, rankFiles } from './rank.ts'

describe('what a model reads of a file', () => {
  const text = `import x\n\nexport class Basket {\n  total() {}\n}\n\nexport async function place() {}\npub fn open() {}\nfunc (b *Basket) Close() {}\n    def lower(self):\n${'line of text\n'.repeat(400)}`

  test('is its path and names, then its beginning, each piece small and under its path', () => {
    const [first, ...rest] = passagesOf('src/basket.ts', text)
    expect(first).toBe('src/basket.ts\nBasket place open Close lower')
    expect(rest).toHaveLength(2)
    expect(rest.every((passage) => passage.startsWith('src/basket.ts\n') && passage.length <= 1500 && passage.endsWith('\n'))).toBe(true)
    expect(text.startsWith(rest.map((passage) => passage.slice('src/basket.ts\n'.length)).join(''))).toBe(true)
  })

  test('is no more than what may be shown', () => {
    expect(passagesOf('a.ts', text, 'names')).toEqual(['a.ts\nBasket place open Close lower'])
    expect(passagesOf('a.ts', text, 'path')).toEqual(['a.ts'])
  })

  test('stays small for any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 9000 }), (path, text) => {
      const passages = passagesOf(path, text)
      expect(passages.length).toBeLessThanOrEqual(3)
      for (const passage of [...passages, ...taskPassages(text)]) expect(passage.length).toBeLessThanOrEqual(1500)
    }), runs(100))
    expect(passagesOf(`${'d/'.repeat(2000)}x`, 'y'.repeat(5000)).every((passage) => passage.length <= 1500)).toBe(true)
    expect(taskPassages('')).toEqual([])
  })
})

test('the angle between vectors', () => {
  expect(cosine([1, 0], [1, 0])).toBeCloseTo(1)
  expect(cosine([1, 0], [0, 1])).toBe(0)
  expect(cosine([0, 0], [1, 0])).toBe(0)
  expect(cosine([1, 0], [1, 0, 0])).toBe(0)
  fc.assert(fc.property(fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 }), (values) => {
    const vector = Float32Array.from(values)
    if (vector.some((value) => Math.abs(value) > 0.01)) expect(cosine(vector, rounded(vector))).toBeGreaterThan(0.999)
  }), runs(50))
  expect([...rounded(new Float32Array(3))]).toEqual([0, 0, 0])
})

describe('the signal', () => {
  const files = new Map([['near.ts', [[1, 0.1], [0.9, 0.2], [0, 1]]], ['far.ts', [[0, 1]]], ['mid.ts', [[0.5, 0.5]]]])
  const meanings: Meanings = { model: 'm', task: [[1, 0]], files }
  const strengthOf = (path: string): number => meaningSignal(meanings)({ entry: entryOf(path, ''), language: 'text', remark: ['', ''], tokens: 1 }, ask({ task: 'x' }))?.strength ?? 0

  test('is 1 for the closest file and nothing from the middle down', () => {
    expect(strengthOf('near.ts')).toBe(1)
    expect(strengthOf('mid.ts')).toBe(0)
    expect(strengthOf('far.ts')).toBe(0)
    expect(strengthOf('unknown.ts')).toBe(0)
  })

  test('says nothing when all files are alike or there are none', () => {
    for (const files of [new Map<string, number[][]>(), new Map([['near.ts', [[1, 0]]], ['far.ts', [[1, 0]]]])]) {
      expect(meaningSignal({ ...meanings, files })({ entry: entryOf('near.ts', ''), language: 'text', remark: ['', ''], tokens: 1 }, ask())).toBe(undefined)
    }
  })

  test('changes the order of files, and without it they stay as they were', () => {
    const priced: Priced[] = ['far.ts', 'mid.ts', 'near.ts'].map((path) => ({ entry: entryOf(path, 'nothing of the task'), language: 'text', remark: ['', ''], tokens: words.count('x') }))
    const order = (signals: readonly ReturnType<typeof meaningSignal>[]): string[] =>
      rankFiles(priced, ask({ task: 'sign people in' }), { utility: new Map(), signals }).toSorted((a, b) => b.score.value - a.score.value).map(({ entry }) => entry.path)
    expect(order([])[0]).toBe('far.ts')
    expect(order([meaningSignal(meanings)])[0]).toBe('near.ts')
    const [, , near] = rankFiles(priced, ask({ task: 'sign people in' }), { utility: new Map(), signals: [meaningSignal(meanings)] })
    expect(near?.score.signals.find(({ name }) => name === 'meaning')?.why).toMatch(/^close to the task in meaning \(0\.9\d, m\)$/)
  })
})
