import { describe, expect, test } from 'vitest'
import { ask, entryOf, words } from '../../../test/kit/core.ts'
import type { CorpusFile } from '../corpus.ts'
import { LENSES } from '../lenses.ts'
import type { OutlineItem } from '../outline.ts'
import { INCLUDE_OR_DROP, type Request } from '../request.ts'
import type { Lens } from '../rule.ts'
import { type FileSignal, lensFilter, type Priced, rankFiles, worthLooking, worthParsing } from './rank.ts'

const priced = (files: Readonly<Record<string, string>>): Priced[] =>
  Object.entries(files).map(([path, text]) => ({ entry: entryOf(path, text), language: 'text', remark: ['', ''], tokens: words.count(text) }))
const ranking = (files: Readonly<Record<string, string>>, more: Partial<Request> = {}, utility: ReadonlyMap<string, number> = new Map()): string[] =>
  rankFiles(priced(files), ask(more), { utility }).toSorted((a, b) => b.score.value - a.score.value).map((file) => file.entry.path)

describe('the order of files in an overview', () => {
  test('goes by tier', () => {
    expect(ranking({ 'a.md': '', 'a.test.ts': '', 'a.json': '', 'a.ts': '' })).toEqual(['a.ts', 'a.json', 'a.test.ts', 'a.md'])
  })

  test('a lens changes it', () => {
    const onboarding = LENSES.find((lens) => lens.name === 'onboarding') as Lens
    const these = { 'README.md': '', 'src/thing.ts': '' }
    expect(ranking(these)).toEqual(['src/thing.ts', 'README.md'])
    expect(ranking(these, { lens: onboarding })).toEqual(['README.md', 'src/thing.ts'])
  })

  test('a rule of the request goes before the lens', () => {
    const lens = { name: 'x', doc: 'x', rules: [{ match: '*.ts', priority: 100, why: 'lens' }, { match: '*', priority: 10, why: 'lens' }] }
    expect(ranking({ 'a.ts': '', 'b.ts': '' }, { lens, rules: [{ match: 'a.ts', priority: 0, why: 'mine' }] })).toEqual(['b.ts', 'a.ts'])
  })

  test('what was learned changes it', () => {
    expect(ranking({ 'a.ts': '', 'b.ts': '' }, {}, new Map([['a.ts', 0], ['b.ts', 1]]))).toEqual(['b.ts', 'a.ts'])
  })

  test('a signal of somebody else pulls a file up, and says why', () => {
    const hot: FileSignal = ({ entry }) => (entry.path === 'b.md' ? { name: 'churn', strength: 1, why: 'changed today' } : undefined)
    const files = rankFiles(priced({ 'a.md': '', 'b.md': '' }), ask(), { utility: new Map(), signals: [hot] })
    expect(files[1]?.score.value).toBeGreaterThan(files[0]?.score.value as number)
    expect(files.map(({ score }) => score.signals.some(({ why }) => why === 'changed today'))).toEqual([false, true])
  })
})

test('files keep what was known of them', () => {
  const [file] = rankFiles(priced({ 'a.ts': 'one two' }), ask({ rules: [{ match: '*', atMost: 'shape', why: 'x' }] }), { utility: new Map() })
  expect(file).toMatchObject({ tokens: 2, language: 'text', verdict: { ceiling: 'shape' } })
})

test('a lens looks at what it includes and not at what it excludes', () => {
  const sees = (lens: Partial<Lens>): boolean[] => ['src/a.ts', 'src/a.test.ts', 'b.md'].map(lensFilter({ name: 'x', doc: 'x', rules: [], ...lens }))
  expect(sees({})).toEqual([true, true, true])
  expect(sees({ include: ['src/**'] })).toEqual([true, true, false])
  expect(sees({ include: ['src/**'], exclude: ['*.test.ts'] })).toEqual([true, false, false])
  expect(sees({ exclude: ['*.md', '*.ts'] })).toEqual([false, false, false])
})

const file = (path: string, tokens: number, more: { value?: number; stub?: string; floor?: 'none' | 'full'; ceiling?: 'line' | 'full' } = {}): CorpusFile => ({
  entry: entryOf(path, '', more.stub === undefined ? {} : { stub: more.stub }), language: 'text', remark: ['', ''], tokens,
  verdict: { floor: more.floor ?? 'none', ceiling: more.ceiling ?? 'full', priority: undefined, weight: 1, capRule: -1, why: [] }, score: { value: more.value ?? 0.5, signals: [] },
})

describe('what is worth parsing', () => {
  const chosen = (files: readonly CorpusFile[], more: Partial<Request>): string[] => worthParsing(files, ask(more)).map(({ entry }) => entry.path)

  test('nothing for include or drop, and nothing when everything fits', () => {
    expect(chosen([file('a', 100)], { budget: 50, ladder: INCLUDE_OR_DROP })).toEqual([])
    expect(chosen([file('a', 100)], { budget: Infinity })).toEqual([])
    expect(chosen([file('a', 1_000_000)], { budget: 9_000_000 })).toEqual([])
  })

  test('everything of a small corpus but its stubs', () => {
    expect(chosen([file('a', 100), file('b', 5000), file('c', 10, { stub: 'binary' })], { budget: 50 })).toEqual(['a', 'b'])
  })

  test('of a large one what the budget could reach, the best first, and every floor', () => {
    const many = Array.from({ length: 100 }, (_, i) => file(`f${String(i).padStart(2, '0')}`, 10_000, { value: 1 - i / 100 }))
    const files = [...many, file('pinned', 10_000, { value: 0, floor: 'full' }), file('private', 10_000, { value: 1, ceiling: 'line' }), file('stub', 9, { value: 1, stub: 'binary' })]
    const few = chosen(files, { budget: 2000 })
    expect(few.slice(0, 2)).toEqual(['f00', 'f01'])
    expect(few.length).toBeLessThan(10)
    expect(few).toContain('pinned')
    expect(few).not.toContain('private')
    expect(few).not.toContain('stub')
    expect(chosen(files, { budget: 20_000 }).length).toBeGreaterThan(few.length * 3)
  })
})

describe('what is worth looking into for a task', () => {
  const looked = (files: readonly CorpusFile[], more: Partial<Request>): string[] => worthLooking(files, ask(more)).map(({ entry }) => entry.path)

  test('nothing for include or drop', () => {
    expect(looked([file('a', 100)], { budget: 50, ladder: INCLUDE_OR_DROP })).toEqual([])
  })

  test('all that may be shown, also where everything fits: a score has reasons at every budget', () => {
    const files = [file('a', 100), file('stub', 10, { stub: 'binary' }), file('private', 10, { ceiling: 'line' })]
    for (const budget of [50, 100_000, Infinity]) expect(looked(files, { budget })).toEqual(['a'])
  })

  test('nothing of a large corpus that fits but what may not be shown in full', () => {
    expect(looked([file('a', 1_000_000), file('b', 10, { ceiling: 'line' })], { budget: 9_000_000 })).toEqual(['b'])
  })

  test('of many the nearest first, whatever the budget, and every floor', () => {
    const many = [...Array.from({ length: 1000 }, (_, i) => file(`f${String(i).padStart(3, '0')}`, 10_000, { value: i / 1000 })), file('pinned', 10, { value: 0, floor: 'full' })]
    const some = looked(many, { budget: 2000 })
    expect(some.slice(0, 2)).toEqual(['f999', 'f998'])
    expect(some.at(-1)).toBe('pinned')
    expect(some.length).toBeLessThan(500)
    expect(looked(many, { budget: 20_000 })).toEqual(some)
  })

  test('fewer where they are long, further with a larger budget, and always a few', () => {
    const sized = (tokens: number): CorpusFile[] => Array.from({ length: 300 }, (_, i) => file(`f${String(i).padStart(3, '0')}`, tokens, { value: 1 - i / 300 }))
    const counts = [[2000, 8000], [5000, 8000], [5000, 64_000], [50_000, 8000], [1000, 128_000]].map(([tokens = 0, budget = 0]) => looked(sized(tokens), { budget }).length)
    expect(counts).toEqual([90, 40, 76, 40, 120])
  })

  test('a long test of a large corpus only when it is among the nearest or asked for; a short one and one of a small corpus like any other file', () => {
    const many = (count: number, tokens: number): CorpusFile[] => Array.from({ length: count }, (_, i) => file(`src/f${String(i).padStart(3, '0')}.ts`, tokens, { value: 1 - i / 300 }))
    const tests = [file('test/near.spec.ts', 5000, { value: 0.99 }), file('test/far.spec.ts', 5000, { value: 0.9 }), file('test/short.spec.ts', 900, { value: 0.9 }), file('test/pinned.spec.ts', 5000, { value: 0.9, floor: 'full' })]
    const some = looked([...many(200, 2500), ...tests], { budget: 8000 })
    expect(some).toEqual(expect.arrayContaining(['test/near.spec.ts', 'test/short.spec.ts', 'test/pinned.spec.ts']))
    expect(some).not.toContain('test/far.spec.ts')
    expect(looked([...many(100, 2500), ...tests], { budget: 8000 })).toContain('test/far.spec.ts')
    // About how long is enough: nobody counts it.
    const uncounted = { ...file('test/uncounted.spec.ts', 0, { value: 0.9 }), about: 5000, get tokens(): number { throw new Error('counted') } }
    expect(looked([...many(200, 2500), uncounted], { budget: 8000 })).not.toContain('test/uncounted.spec.ts')
  })

  test('what defines what the nearest use is looked into though others are nearer', () => {
    const many = Array.from({ length: 300 }, (_, i) => file(`f${String(i).padStart(3, '0')}`, 10_000, { value: 1 - i / 300 }))
    const uses = { ...(many[0] as CorpusFile), entry: { ...(many[0] as CorpusFile).entry, text: 'pay(Money)' } }
    const defines = (one: CorpusFile): OutlineItem[] => (one.entry.path === 'f240' ? [{ kind: 'class', name: 'Money', line: 1, end: 1, depth: 0 }] : [])
    const some = worthLooking([uses, ...many.slice(1)], ask({ budget: 2000 }), { defines, wordsOf: () => undefined }).map(({ entry }) => entry.path)
    expect(some).toContain('f240')
    expect(some).not.toContain('f239')
  })
})
