import { describe, expect, test } from 'vitest'
import { ask, blankPage, corpusOf, entryOf, tiny, words } from '../../test/kit/core.ts'
import type { CorpusFile } from './corpus.ts'
import type { Format } from './format.ts'
import type { Entry } from './ports.ts'
import { pricerFor } from './price.ts'
import { INCLUDE_OR_DROP, type Request } from './request.ts'
import { type Steps, stepsOf } from './steps.ts'

const pricer = pricerFor(tiny, words, blankPage)
const SOURCE = 'class A\n  fn b\n    # doc of b\n    body of b\nfn c\n  body of c\n'

function steps(files: Record<string, string> | readonly Entry[], more: Partial<Request> = {}, format: Format = tiny): Steps {
  const request = ask(more)
  return stepsOf(corpusOf(files, request), request, pricerFor(format, words, blankPage))
}

/** One line per step: what it does, and after what. */
function told({ deeds, folders, market }: Steps): string[] {
  const names = deeds.map((deed) => {
    if (deed.kind === 'head') return 'head'
    if (deed.kind === 'folder') return `folder ${folders[deed.folder]?.path}`
    if (deed.kind === 'raise') return `${deed.level} ${deed.block.id}`
    return deed.kind === 'open' ? `open ${deed.file} at ${deed.level}` : `line ${deed.file}`
  })
  return names.map((name, i) => (market.parent[i] === -1 ? name : `${name} < ${names[market.parent[i] as number]}`))
}

test('everything comes after what makes sense of it', () => {
  expect(told(steps({ 'src/a.sk': SOURCE, 'b.txt': 'one two' }))).toEqual([
    'head', 'folder ./', 'folder src/ < folder ./',
    'line 0 < folder ./', 'open 0 at full < line 0',
    'line 1 < folder src/', 'open 1 at shape < line 1',
    'detail src/a.sk#A.b < open 1 at shape', 'full src/a.sk#A.b < detail src/a.sk#A.b', 'full src/a.sk#c < open 1 at shape',
  ])
})

test('include or drop has neither lines nor skeletons, only one line for all that is dropped', () => {
  expect(told(steps({ 'src/a.sk': SOURCE }, { ladder: INCLUDE_OR_DROP }))).toEqual(['head', 'folder ./', 'open 0 at full < folder ./'])
})

test('a ladder without shape begins at detail', () => {
  expect(told(steps({ 'a.sk': SOURCE }, { ladder: ['none', 'detail', 'full'] }))).toEqual([
    'head', 'folder ./', 'open 0 at detail < folder ./', 'full a.sk#A.b < open 0 at detail', 'full a.sk#c < open 0 at detail',
  ])
})

test('a format that cannot list, or has no metadata, has no steps for it', () => {
  expect(told(steps({ 'a.txt': 'one' }, {}, { ...tiny, line: () => '', open: () => '[\n' }))).toEqual(['open 0 at full'])
})

test('a stub has a line and nothing else, and nothing has no folders', () => {
  expect(told(steps([entryOf('a.png', '', { stub: 'binary' })]))).toEqual(['head', 'folder ./', 'line 0 < folder ./'])
  expect(told(steps({}))).toEqual(['head'])
})

describe('ceilings', () => {
  const under = (atMost: 'none' | 'line' | 'shape' | 'detail'): string[] => told(steps({ 'a.sk': SOURCE, 'b.txt': 'one' }, { rules: [{ match: '**', atMost, why: 'private' }] }))

  test('nothing above a ceiling is on offer', () => {
    expect(under('none')).toEqual(['head', 'folder ./'])
    expect(under('line')).toEqual(['head', 'folder ./', 'line 0 < folder ./', 'line 1 < folder ./'])
    expect(under('shape').filter((step) => /^(full|detail)/.test(step))).toEqual([])
    expect(under('shape')).toContain('open 0 at shape < line 0')
    expect(under('detail')).toContain('detail a.sk#A.b < open 0 at shape')
    expect(under('detail').filter((step) => step.startsWith('full'))).toEqual([])
  })

  test('a file that was not parsed is not opened below full', () => {
    expect(under('detail').filter((step) => step.startsWith('open 1'))).toEqual([])
  })
})

describe('floors', () => {
  const must = (rules: Request['rules']): string[] => {
    const all = steps({ 'a.sk': SOURCE, 'b.txt': 'one' }, { rules })
    return told(all).filter((_, i) => all.market.must[i] === 1)
  }

  test('demand every step up to their level, of the files they match', () => {
    expect(must([{ match: 'a.sk', atLeast: 'line', why: 'pin' }])).toEqual(['line 0 < folder ./'])
    expect(must([{ match: 'a.sk', atLeast: 'shape', why: 'pin' }])).toEqual(['line 0 < folder ./', 'open 0 at shape < line 0'])
    expect(must([{ match: 'a.sk', atLeast: 'full', why: 'pin' }])).toHaveLength(5)
    expect(must([])).toEqual([])
  })

  test('never demand what a ceiling forbids', () => {
    expect(must([{ match: 'a.sk', atLeast: 'full', why: 'pin' }, { match: '*', atMost: 'shape', why: 'private' }])).toEqual(['line 0 < folder ./', 'open 0 at shape < line 0'])
  })
})

describe('prices', () => {
  test('opening a file gives its line back', () => {
    const { market, deeds } = steps({ 'b.txt': 'one two three' })
    const cost = (kind: string): number => market.cost[deeds.findIndex((deed) => deed.kind === kind)] as number
    const [file] = corpusOf({ 'b.txt': 'one two three' }, ask()).files as [CorpusFile]
    expect([cost('line'), cost('open')]).toEqual([pricer.line(file), pricer.frame(file) + 3 - pricer.line(file)])
  })

  test('everything that is bought of a file costs its frame and its text, however it is cut', () => {
    const { market, deeds } = steps({ 'a.sk': SOURCE })
    const all = deeds.reduce((sum, deed, i) => sum + (deed.kind === 'head' || deed.kind === 'folder' ? 0 : (market.cost[i] as number)), 0)
    const [file] = corpusOf({ 'a.sk': SOURCE }, ask()).files as [CorpusFile]
    expect(all).toBe(pricer.frame(file) + words.count(SOURCE))
  })

  test('a more relevant file is worth more for the same price', () => {
    const { market, deeds } = steps({ 'a.txt': 'login words here', 'b.txt': 'other words here' }, { task: 'login' })
    const value = (file: number): number => market.value[deeds.findIndex((deed) => deed.kind === 'open' && deed.file === file)] as number
    expect(value(0)).toBeGreaterThan(value(1) * 3)
  })

  test('the root line is worth most of all for its price, a folder as much as its best file', () => {
    const { market, deeds, folders } = steps({ 'a/x.txt': 'login', 'b/y.txt': 'other', 'c/d/z.txt': 'login login', 'c/d.txt': 'other' }, { task: 'login' })
    const density = (path: string): number => {
      const at = deeds.findIndex((deed) => deed.kind === 'folder' && folders[deed.folder]?.path === path)
      return (market.value[at] as number) / (market.cost[at] as number)
    }
    expect(density('./')).toBeGreaterThan(Math.max(density('a/'), density('c/')))
    expect(density('a/')).toBeGreaterThan(density('b/'))
    expect(density('c/')).toBe(density('c/d/'))
  })

  test('a cap is the cap of the first rule that has one, the lens after the request', () => {
    const lens = { name: 'x', doc: 'x', rules: [{ match: 'a.txt', cap: 7, why: 'lens' }, { match: '*', cap: 8, why: 'lens' }] }
    const { market, deeds } = steps({ 'a.txt': 'one', 'b.txt': 'two' }, { lens, rules: [{ match: 'b.txt', why: 'no cap' }] })
    const cap = (file: number): number => market.caps[market.cap[deeds.findIndex((deed) => deed.kind === 'open' && deed.file === file)] as number] as number
    expect([cap(0), cap(1)]).toEqual([7, 8])
    expect(market.cap[0]).toBe(-1)
  })
})
