import fc from 'fast-check'
import { expect, test } from 'vitest'
import { about, ask, entryOf, runs, sketch, sketchTiles, someFiles, tiny, words } from '../../test/kit/core.ts'
import { Between } from './between.ts'
import { compile } from './compile.ts'
import { gather } from './gather.ts'
import type { Entry, Parser } from './ports.ts'
import type { Request } from './request.ts'

let parses = 0
const parser: Parser = {
  languageOf: (path) => (path.endsWith('.sk') ? sketch : undefined), languageNamed: () => sketch, prepare: async () => {}, outline: () => [],
  parse: (_, text) => {
    parses++
    return { tiles: sketchTiles(text) }
  },
}

async function packed(entries: readonly Entry[], request: Request, between?: Between): Promise<unknown> {
  const corpus = await gather(entries, request, { parser, meter: words, utility: new Map(), between })
  const { parts, plan, least, next } = compile(corpus, request, { format: tiny, meter: words, about: about(request.budget), between })
  return { text: parts.join(''), picks: plan.picks, value: plan.value, bound: plan.bound, least, next: next(50).picks }
}

const budgets = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 6 })
const rules = fc.subarray([{ match: 'a*', atLeast: 'full' as const, why: 'pinned' }, { match: 'b*', atMost: 'line' as const, why: 'lowered' }, { match: '*', cap: 30, why: 'capped' }])

test('plans with what was kept are those without, whatever was asked before', async () => {
  await fc.assert(fc.asyncProperty(someFiles(6), budgets, fc.array(rules, { minLength: 1, maxLength: 3 }), async (files, tokens, several) => {
    const entries = Object.entries(files).map(([path, text]) => entryOf(path, text)).sort((a, b) => (a.path < b.path ? -1 : 1))
    const between = new Between()
    for (const set of [...several, several[0] ?? []]) {
      for (const budget of tokens) {
        const request = ask({ budget, rules: set })
        expect(await packed(entries, request, between)).toEqual(await packed(entries, request))
      }
    }
  }), runs(60))
})

test('a file is parsed once for all budgets, and again when it was read anew', async () => {
  const entries = [entryOf('a.sk', 'fn a\n  one\n'), entryOf('b.sk', 'fn b\n  two\n')]
  const between = new Between()
  parses = 0
  for (const budget of [10, 20, 30]) await packed(entries, ask({ budget }), between)
  expect(parses).toBe(2)
  await packed([entries[0] as Entry, entryOf('b.sk', 'fn b\n  three\n')], ask({ budget: 30 }), between)
  expect(parses).toBe(3)
})
