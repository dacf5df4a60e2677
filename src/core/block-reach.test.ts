import { describe, expect, test } from 'vitest'
import { about, ask, corpusOf, tiny, words } from '../../test/kit/core.ts'
import { byNeed } from './appraisal.ts'
import { type Block, walk } from './block.ts'
import { blockReachOf } from './block-reach.ts'
import { compile } from './compile.ts'
import type { Corpus } from './corpus.ts'
import type { Rule } from './rule.ts'

const TASK = 'the invoice total is wrong'

/** Files of fifty functions with long signatures in a class each; only one function of each speaks of the task. */
function code(files: number, rules: readonly Rule[] = [], budget = 8000): Corpus {
  const functions = (file: number): string => Array.from({ length: 50 }, (_, i) => `  fn ${i === 7 ? `invoiceTotal${file}` : `plain${i} ${'of a long list '.repeat(5 + ((i * 7 + file) % 30))}`}\n${'    some more words of code here\n'.repeat(10 + ((i * 17 + file * 31) % 90))}`).join('')
  return corpusOf(Object.fromEntries(Array.from({ length: files }, (_, i) => [`f${i}.sk`, `class Holder${i}\n${functions(i)}`])), ask({ task: TASK, rules, budget }))
}

const reach = (corpus: Corpus, budget: number): ReturnType<typeof blockReachOf> => blockReachOf(corpus, ask({ task: TASK, budget }), byNeed)
const names = (blocks: ReadonlySet<Block>): string[] => [...blocks].map(({ name }) => name)

describe('a budget reaches', () => {
  test('everything where little was parsed, where there is no limit and where there is no task', () => {
    expect(reach(code(1), 16_000)).toBeUndefined()
    expect(reach(code(1), 8000)).toBeDefined()
    expect(reach(code(12), Infinity)).toBeUndefined()
    expect(blockReachOf({ files: code(12).files }, ask({ budget: 100 }), byNeed)).toBeUndefined()
  })

  test('the best definitions and what holds them', () => {
    const corpus = code(12)
    const found = reach(corpus, 8000)
    const blocks = found?.blocks ?? new Set<Block>()
    expect(names(blocks).filter((name) => name.includes('invoiceTotal'))).toHaveLength(12)
    for (const block of blocks) for (const file of corpus.files) for (const holder of walk(file.parts?.block as Block)) if (holder.kind !== 'file' && holder.children.includes(block)) expect(blocks.has(holder)).toBe(true)
    expect(found?.beyond).toBeGreaterThan(0)
    expect(found?.worth).toBeGreaterThan(0)
  })

  test('further when it is larger', () => {
    const corpus = code(30)
    const [near, far] = [8000, 30_000].map((budget) => new Set(reach(corpus, budget)?.blocks)) as [Set<Block>, Set<Block>]
    expect(near.size).toBeLessThan(far.size)
    expect([...near].every((block) => far.has(block))).toBe(true)
  })

  test('everything in a file of which a rule demands something', () => {
    const corpus = code(30, [{ match: 'f29.sk', atLeast: 'shape', why: 'pinned' }])
    const blocks = reach(corpus, 8000)?.blocks ?? new Set()
    expect([...walk(corpus.files.find(({ entry }) => entry.path === 'f29.sk')?.parts?.block as Block)].slice(1).every((block) => blocks.has(block))).toBe(true)
  })
})

test('what is out of reach is not bought, and the plan says that there is more', () => {
  const request = ask({ task: TASK, budget: 8000 })
  const { plan, tokens } = compile(code(30), request, { format: tiny, meter: words, about: about(8000) })
  expect(plan.complete).toBe(false)
  expect(tokens).toBeGreaterThan(7600)
})
