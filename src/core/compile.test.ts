import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { about, ask, corpusOf, entryOf, METERS, quarters, runs, sketchText, someFiles, tiny, words } from '../../test/kit/core.ts'
import { openParser, parseAs } from '../../test/cases/parser.ts'
import { entriesOf, packEntries } from '../../test/kit/pack.ts'
import { languageOf } from '../languages/index.ts'
import { claudeXml, FORMATS } from '../formats/index.ts'
import { compile, type Compiled } from './compile.ts'
import type { Corpus, CorpusFile } from './corpus.ts'
import type { Format } from './format.ts'
import { heightOf, type Level } from './level.ts'
import type { Plan } from './plan.ts'
import type { Language, Meter } from './ports.ts'
import { INCLUDE_OR_DROP, type Request } from './request.ts'
import { fileBlock } from './tile.ts'

const BUDGETS: readonly number[] = [0, 1, 10, 50, 100, 500, 2000, 100_000, Infinity]

interface With { readonly format?: Format; readonly meter?: Meter }

const compiled = (corpus: Corpus, request: Request, { format = tiny, meter = words }: With = {}): Compiled => compile(corpus, request, { format, meter, about: about(request.budget) })
const pack = (files: Readonly<Record<string, string>>, more: Partial<Request> = {}, how: With = {}): Compiled => {
  const request = ask(more)
  return compiled(corpusOf(files, request, how), request, how)
}
const text = ({ parts }: Compiled): string => parts.join('')
const shown = ({ page }: Compiled): string[] => [...page.files, ...page.lines].map((view) => view.path).toSorted()
const reach = ({ files }: Plan): number => files.filter((file) => file.opened || file.listed).length

const formats = fc.constantFrom(tiny, ...FORMATS)
const meters = fc.constantFrom(...METERS)
const tasks = fc.constantFrom('', 'fix the session cache', 'parse token in src/core/route.sk')

describe('any corpus, format and meter', () => {
  test('is printed within every budget, and the count is true', () => {
    fc.assert(fc.property(someFiles(6), formats, meters, tasks, (files, format, meter, task) => {
      const corpus = corpusOf(files, ask({ task }), { meter })
      for (const budget of BUDGETS) {
        const result = compiled(corpus, ask({ task, budget }), { format, meter })
        expect(meter.count(text(result))).toBeLessThanOrEqual(budget)
        if (Number.isFinite(budget)) expect(result.tokens).toBe(meter.count(text(result)))
        expect(result.plan.overrun).toBe(0)
      }
    }), runs(60))
  })

  test('is worth more for a larger budget, and never more than its bound', () => {
    fc.assert(fc.property(someFiles(6), formats, tasks, (files, format, task) => {
      const corpus = corpusOf(files, ask({ task }))
      let last = 0
      for (const budget of BUDGETS) {
        const { plan } = compiled(corpus, ask({ task, budget }), { format })
        expect(plan.value).toBeGreaterThanOrEqual(last - 1e-9)
        expect(plan.value).toBeLessThanOrEqual(plan.bound + 1e-9)
        last = plan.value
      }
    }), runs(40))
  })

  test('is given back byte for byte when everything fits', () => {
    fc.assert(fc.property(someFiles(5), formats, fc.constantFrom(100_000, Infinity), (files, format, budget) => {
      const { page, plan } = pack(files, { budget }, { format })
      expect(plan.complete).toBe(true)
      expect(plan.value).toBeCloseTo(1, 9)
      expect([page.lines, page.folders]).toEqual([[], []])
      expect(Object.fromEntries(page.files.map((view, i) => [view.path, page.bodyOf(i)]))).toEqual(files)
      for (const view of page.files) expect([view.level, view.hidden, view.tokens]).toEqual(['full', 0, view.originalTokens])
    }), runs(60))
  })

  test('says the same thing twice', () => {
    fc.assert(fc.property(someFiles(5), formats, fc.constantFrom(50, 200, 1000), (files, format, budget) => {
      expect(pack(files, { budget }, { format }).parts).toEqual(pack(files, { budget }, { format }).parts)
    }), runs(40))
  })

  test('accounts for every file: shown, listed or counted in a folder', () => {
    fc.assert(fc.property(someFiles(8), fc.constantFrom(30, 60, 120, 500), (files, budget) => {
      const { page } = pack(files, { budget })
      if (page.folders.length === 0 && page.lines.length === 0 && page.files.length === 0) return
      expect(page.files.length + page.lines.length + page.folders.reduce((sum, folder) => sum + folder.files, 0)).toBe(Object.keys(files).length)
    }), runs(100))
  })
})

test.each([
  ['a.yaml', 'a:\n  b: 1\n  c: 2\n\nd:\n  e: 1\n'], ['a.toml', '[a]\nb = 1\n\n[c]\nd = 2\n'], ['a.json', '{"a": 1, "b": {"c": 2}, "d": [1,2]}'], ['a.md', 'T\n=\n\nhello\n# a\n\nx\n\n\n## b\ny'],
  ['a.js', 'const a = 1; const b = 2\nlet c = 3; import x from "y"\n'], ['a.ts', 'export class X { m() { return 1 } }; function f() { return 2 } const a = 1\n\n\ntype A = 1'],
  ['a.py', 'import os; import sys\nclass A:\n    x = 1; y = 2\n\n\n    def f(self): return 1\n\nx = 1; y = 2'], ['a.rs', 'fn f() {} fn g() { 1 }\nmod a { fn x() {} fn y() { 2 } }\n'],
])('%s, crowded on its lines, is given back when everything was bought piece by piece', async (path, source) => {
  const { tiles } = await parseAs(openParser(), languageOf(path, source) as Language, source)
  const [file] = corpusOf({ [path]: source }, ask()).files as [CorpusFile]
  const { page } = compiled({ files: [{ ...file, parts: { block: fileBlock(path, source, tiles), scores: new Map() } }] }, ask({ budget: 10_000 }))
  expect([page.bodyOf(0), page.files[0]?.level]).toEqual([source, 'full'])
})

test('the page says how many tokens it has, itself included', () => {
  const corpora = fc.sample(someFiles(6), { seed: 42, numRuns: 60 })
  const results = corpora.flatMap((files) => [100, 300, 1000].map((budget) => pack(files, { budget }, { format: claudeXml, meter: quarters }))).filter(({ parts }) => parts.length > 0)
  const said = results.map((result) => Number(/utilized="(\d+)"/.exec(text(result))?.[1]) === result.tokens)
  expect(results.length).toBeGreaterThan(100)
  expect(said.filter(Boolean).length / results.length).toBeGreaterThan(0.95)
})

test('a budget is filled when there is more to show', () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`src/f${i}.sk`, fc.sample(sketchText, { seed: i, numRuns: 1 })[0] as string]))
  for (const budget of [300, 600, 1000]) {
    const result = pack(files, { budget })
    expect(result.plan.complete).toBe(false)
    expect(result.tokens).toBeGreaterThan(budget * 0.95)
  }
})

describe('too small a budget', () => {
  const files = { 'a.sk': 'fn a\n  body\n' }

  test('gives nothing rather than half a page', () => {
    for (const budget of [0, 1, 2, 6]) {
      const result = pack(files, { budget })
      expect(result).toMatchObject({ parts: [], tokens: 0, least: 7 })
      expect(result.plan.picks).toEqual([])
    }
  })

  test('gives one line that says how much there is when that is all that fits', () => {
    expect(text(pack(files, { budget: pack(files, { budget: 0 }).least }))).toBe('[\n(\n+ ./ 1\n)\n]\n')
  })

  test('what it states as the smallest answer gives one, with a task too: a file is not opened for nothing', async () => {
    const entries = entriesOf([{ path: 'a.go', content: 'x\n}\n\n// order does.\nt) int {\n\taccount = order(89, "stream")\n\tfilter = open(54, "render")\n\tsession = invoice(81, "+++ a.ts")\n\tr' }])
    for (const { name } of FORMATS) {
      const { least } = await packEntries(entries, ask({ budget: 1, task: 'ic' }), name)
      const { tokens } = await packEntries(entries, ask({ budget: least, task: 'ic' }), name)
      expect([tokens > 0, tokens <= least], `${name} at ${least}`).toEqual([true, true])
    }
  })

  test('lists before it shows, and shows a skeleton before it shows all', () => {
    const long = { 'a.sk': `fn a\n${'  many more words in the body\n'.repeat(20)}` }
    const levels = [10, 16, 40, 400].map((budget) => pack(long, { budget }).page).map(({ files, lines, folders }) => [folders.length, lines.length, files[0]?.level])
    expect(levels.map(([, , level]) => level)).toEqual([undefined, expect.anything(), expect.anything(), 'full'])
    expect(levels[0]?.[0] === 1 || levels[0]?.[1] === 1).toBe(true)
  })
})

describe('a floor', () => {
  const pin = { match: 'pinned.txt', atLeast: 'full' as Level, why: 'pinned' }
  const files = { 'pinned.txt': 'word '.repeat(200), 'other.txt': 'login '.repeat(50) }

  test('is shown even when it does not fit, and the page says so', () => {
    const result = pack(files, { budget: 50, rules: [pin] })
    expect(result.page.files.map((_, i) => result.page.bodyOf(i))).toEqual([files['pinned.txt']])
    expect(result.plan.overrun).toBeGreaterThan(0)
    expect(result.tokens).toBeGreaterThan(50)
    expect(result.page.notices).toEqual([expect.stringMatching(/^What had to be shown exceeds the budget of 50 tokens by \d+\.$/)])
  })

  test('is bought first when it fits, and nothing is said', () => {
    const result = pack(files, { budget: 240, rules: [pin], task: 'login' })
    expect(result.page.files.map((view) => view.path)).toContain('pinned.txt')
    expect([result.plan.overrun, result.page.notices]).toEqual([0, []])
    // Without the pin the task decides.
    expect(pack(files, { budget: 240, task: 'login' }).page.files.map((view) => view.path)).toEqual(['other.txt'])
  })
})

describe('a ceiling', () => {
  const deepest = ({ plan }: Compiled, path: string): number =>
    Math.max(0, ...plan.picks.filter(({ id }) => id === path || id.startsWith(`${path}#`)).map(({ level }) => heightOf(level)))

  test('is never exceeded, whatever the budget and even when pinned', () => {
    fc.assert(fc.property(someFiles(4), fc.constantFrom<Level>('none', 'line', 'shape', 'detail'), fc.boolean(), (files, atMost, pinned) => {
      const [path] = Object.keys(files) as [string]
      const rules = [...(pinned ? [{ match: path, atLeast: 'full' as Level, why: 'pin' }] : []), { match: path, atMost, why: 'private' }]
      for (const budget of [60, 2000, Infinity]) {
        const result = pack(files, { budget, rules })
        expect(deepest(result, path)).toBeLessThanOrEqual(heightOf(atMost))
        const at = result.page.files.findIndex((view) => view.path === path)
        if (at >= 0) expect(heightOf(atMost)).toBeGreaterThanOrEqual(heightOf('shape'))
      }
    }), runs(80))
  })

  test('keeps secret lines out of the text', () => {
    const files = { 'a.sk': 'fn a\n  # public doc\n  the secret\n', 'b.txt': 'the secret' }
    for (const [atMost, doc] of [['shape', false], ['detail', true]] as const) {
      const result = text(pack(files, { rules: [{ match: '*', atMost, why: 'private' }] }))
      expect(result).toContain('fn a')
      expect(result.includes('public doc')).toBe(doc)
      expect(result).not.toContain('secret')
    }
  })
})

test('a cap holds for everything it matches together', () => {
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`tests/t${i}.txt`, 'word '.repeat(30)]))
  const under = (cap: number): number => pack(files, { rules: [{ match: 'tests/**', cap, why: 'few tests' }] }).plan.picks.filter(({ id }) => id.endsWith('.txt')).reduce((sum, { cost }) => sum + cost, 0)
  expect(under(100)).toBeLessThanOrEqual(100)
  expect(under(100)).toBeGreaterThan(50)
  expect(under(Infinity)).toBeGreaterThan(300)
})

describe('include or drop', () => {
  test('shows files in full or not at all', () => {
    fc.assert(fc.property(someFiles(8), formats, fc.constantFrom(50, 100, 300), (files, format, budget) => {
      const { page } = pack(files, { budget, ladder: INCLUDE_OR_DROP }, { format })
      expect(page.lines).toEqual([])
      // What was dropped is counted in one line, and nothing more is said of it.
      expect(page.folders.map((folder) => folder.path)).toEqual(page.folders.length === 0 ? [] : ['./'])
      expect(page.files.map((view) => view.level)).toEqual(page.files.map(() => 'full'))
      expect(page.files.map((_, i) => page.bodyOf(i))).toEqual(page.files.map((view) => files[view.path]))
    }), runs(60))
  })

  test('reaches no more files than the whole ladder does', () => {
    const corpora = fc.sample(someFiles(20), { seed: 42, numRuns: 40 })
    const won = corpora.flatMap((files) => [100, 300, 1000].map((budget) => {
      const [adaptive, dropping] = [pack(files, { budget }), pack(files, { budget, ladder: INCLUDE_OR_DROP })]
      return reach(adaptive.plan) - reach(dropping.plan)
    }))
    expect(won.filter((more) => more < 0)).toEqual([])
    expect(won.filter((more) => more > 0).length).toBeGreaterThan(10)
  })
})

describe('a task', () => {
  const body = (word: string): string => Array.from({ length: 6 }, (_, i) => `fn ${word}${i}\n  # about ${word}\n${`  ${word} is handled here\n`.repeat(6)}`).join('')
  const files = { 'src/cache.sk': body('cache'), 'src/login.sk': body('login'), 'src/route.sk': body('route') }
  const fullest = (task: string): string | undefined => pack(files, { budget: 320, task }).page.files.toSorted((a, b) => b.tokens - a.tokens)[0]?.path

  test('decides which file is shown in depth', () => {
    expect(fullest('make the login quicker')).toBe('src/login.sk')
    expect(fullest('the cache forgets')).toBe('src/cache.sk')
  })

  test('decides which function of a file is shown in full', () => {
    const one = { 'a.sk': ['alpha', 'beta', 'gamma', 'delta'].map((word) => `fn do_${word}\n${`  ${word} is done here and there\n`.repeat(10)}`).join('') }
    const raised = (task: string): string[] => pack(one, { budget: 110, task }).plan.picks.filter(({ level, id }) => level === 'full' && id.includes('#')).map(({ id }) => id)
    expect(raised('gamma is wrong')).toEqual(['a.sk#do_gamma'])
    expect(raised('beta is wrong')).toEqual(['a.sk#do_beta'])
  })
})

test('what comes next is what a larger budget would buy', () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}.txt`, 'word '.repeat(30)]))
  const result = pack(files, { budget: 200 })
  expect(reach(result.next(0))).toBe(reach(result.plan))
  expect(result.next(100).value).toBeGreaterThan(result.plan.value)
  expect(result.next(Infinity).complete).toBe(true)
})

test('stubs are listed and never opened', () => {
  const request = ask()
  const result = compiled(corpusOf([entryOf('a.png', '', { stub: 'binary', bytes: 9 }), entryOf('b.txt', 'b')], request), request)
  expect([shown(result), result.page.files.map((view) => view.path), result.page.lines[0]?.stub]).toEqual([['a.png', 'b.txt'], ['b.txt'], 'binary 9 B'])
})

test('a corpus of nothing is a page of nothing', () => {
  expect(text(pack({}, { budget: 100 }))).toBe('[ v1 used 7 of 100\n]\n')
})

test('a meter to which a page costs far more than its parts still fits', () => {
  // Long texts are counted three times: no sum of parts foretells it.
  const odd: Meter = { name: 'odd', exact: true, count: (one) => words.count(one) * (one.length > 80 ? 3 : 1) }
  const files = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`f${i}.txt`, 'one two three four']))
  for (const budget of [20, 40, 80, 160]) {
    const result = pack(files, { budget }, { meter: odd })
    expect(odd.count(text(result))).toBeLessThanOrEqual(budget)
    expect(result.parts.length).toBeGreaterThan(0)
  }
})

test('when no page with anything on it fits, nothing is given', () => {
  // A page is only cheap while it is empty, and nothing in the prices of its parts tells.
  const spiteful: Meter = { name: 'spiteful', exact: true, count: (one) => (one.startsWith('[') && one.length > 4 ? 1_000_000 : words.count(one)) }
  expect(text(pack({ 'a.txt': 'one two', 'b.txt': 'three' }, { budget: 50 }, { meter: spiteful }))).toBe('')
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}.txt`, 'word '.repeat(50)]))
  expect(text(pack(many, { budget: 10_000 }, { meter: spiteful }))).toBe('')
})
