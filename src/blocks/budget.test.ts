import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyBlocks } from '../../test/properties/blocks.ts'
import type { Meter } from '../core/ports.ts'
import { codeaware, createMeter, heuristic } from '../meters/index.ts'
import { asset } from '../workspace/assets.ts'
import { candidateOf, formOf, ladderOf } from './forms.ts'
import { MODE_NAMES, MODES } from './modes/index.ts'
import { render, type Rendered } from './render.ts'
import { PRIORITIES, type TypedBlock } from './typed.ts'
import { bytesOf } from './text.ts'
import { viewOf } from './view.ts'

const words: Meter = { name: 'words', exact: false, count: (text) => text.split(/\s+/).filter((word) => word !== '').length }
const exact = await createMeter('o200k_base', (encoding) => asset(`vocab/${encoding}.bin`))
const METERS = [exact, heuristic, codeaware, words]
const anyList = fc.tuple(anyBlocks, fc.array(fc.nat(4), { minLength: 8, maxLength: 8 })).map(([blocks, priorities]): TypedBlock[] => [
  ...blocks, ...blocks.map((_, target): TypedBlock => ({ type: 'annotation', target, kind: 'priority', value: Uint8Array.of((priorities[target] ?? 2) + 1) })),
]).filter((blocks) => blocks.some(({ type }) => type !== 'annotation'))

/** -1, 0 or 1 as the first number that differs says. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : Math.sign((a[at] as number) - (b[at] as number))
}

describe('any list of blocks', () => {
  const property = (check: (blocks: TypedBlock[], at: { mode: (typeof MODE_NAMES)[number]; meter: Meter; budget: number }) => void): void =>
    fc.assert(fc.property(anyList, fc.constantFrom(...MODE_NAMES), fc.constantFrom(...METERS), fc.nat(500), (blocks, mode, meter, budget) => check(blocks, { mode, meter, budget })), { numRuns: 300 })

  test('never has more tokens than its budget, except for what is critical, which is said', () => property((blocks, at) => {
    const { text, tokens, overrun, blocks: shown } = render(blocks, at)
    expect(tokens).toBe(at.meter.count(text))
    expect(overrun).toBe(Math.max(0, tokens - at.budget))
    if (overrun > 0) expect(shown.every(({ priority, decision }) => decision.kind === (priority === 'critical' ? 'full' : 'omit'))).toBe(true)
  }))

  test('a larger budget never gives less', () => property((blocks, at) => {
    const less = render(blocks, at)
    for (const more of [1, 7, 40]) expect(compare(worth(render(blocks, { ...at, budget: at.budget + more })), worth(less))).toBeGreaterThanOrEqual(0)
  }))

  test('a block shows less than with a smaller budget only when something that comes before it is new', () => property((blocks, at) => {
    const less = render(blocks, at)
    for (const more of [1, 7, 40]) expect(firstChange(less, render(blocks, { ...at, budget: at.budget + more }))).toBeGreaterThanOrEqual(0)
  }))

  test('when everything fits, everything is full', () => property((blocks, at) => {
    const whole = render(blocks, { ...at, verbosity: 'full' })
    expect(render(blocks, { ...at, budget: whole.tokens }).text).toBe(whole.text)
  }))

  test('no form is used that costs as much as a better one', () => property((blocks, { mode, meter }) => {
    for (const block of blocks) {
      const candidate = candidateOf(viewOf(block, block.summary, (text) => text), MODES[mode], meter)
      const costs = ladderOf(candidate).map(({ cost }) => cost)
      expect(costs).toEqual(costs.toSorted((a, b) => a - b))
      expect(new Set(costs).size).toBe(costs.length)
      expect(costs.at(-1)).toBe(formOf(candidate, 'full')?.cost)
    }
  }))

  test('CRITICAL is full, LOW only when all above is, BACKGROUND shown only when all else is full', () => property((blocks, at) => {
    const result = render(blocks, at)
    const isBest = (among: readonly string[]): boolean => result.blocks.every(({ priority, decision }) => !among.includes(priority) || decision.kind === 'full')
    expect(isBest(['critical'])).toBe(true)
    if (result.blocks.some(({ priority, decision }) => priority === 'background' && decision.kind !== 'omit')) expect(isBest(['high', 'normal', 'low'])).toBe(true)
  }))
})

const FORMS = ['omit', 'placeholder', 'summary', 'full']

/** Of blocks of the highest priority that changed, whether one rose (1) or all fell (-1); 0 when nothing changed. */
function firstChange(less: Rendered, more: Rendered): number {
  for (const priority of PRIORITIES) {
    const changes = less.blocks.flatMap(({ decision, priority: own }, i) => (own === priority ? [FORMS.indexOf(more.blocks[i]?.decision.kind ?? '') - FORMS.indexOf(decision.kind)] : []))
    if (changes.some((change) => change > 0)) return 1
    if (changes.some((change) => change < 0)) return more.blocks.some(({ decision }, i) => decision.kind !== 'omit' && less.blocks[i]?.decision.kind === 'omit') ? 1 : -1
  }
  return 0
}

test.each(['high', 'normal'] as const)('of equal priority (%s), what is full stays full when the budget grows, once all are told of', (priority) => {
  const sizes = [60, 5, 20, 20, 120, 20]
  const blocks = sizes.flatMap((size, i): TypedBlock[] => [
    { type: 'document', title: `d${i}`, content: bytesOf('word '.repeat(size)), format: 'plain' },
    { type: 'annotation', target: 2 * i, kind: 'priority', value: Uint8Array.of(PRIORITIES.indexOf(priority) + 1) },
  ])
  const at = (budget: number): string[] => render(blocks, { mode: 'minimal', meter: exact, budget }).blocks.map(({ decision }) => decision.kind)
  let before = at(80)
  expect(before).not.toContain('omit')
  for (let budget = 81; budget < 400; budget++) {
    const now = at(budget)
    for (const [i, kind] of before.entries()) expect(FORMS.indexOf(now[i] as string), `budget ${budget}`).toBeGreaterThanOrEqual(FORMS.indexOf(kind))
    before = now
  }
  expect(before).toEqual(sizes.map(() => 'full'))
})

const worth = (rendered: Rendered): readonly number[] => rendered.worth ?? []

test('what is far longer than the budget is not counted to its end, and told by about its size', () => {
  let seen = 0
  const counting: Meter = { ...exact, count: (text) => { seen += text.length; return exact.count(text) } }
  const content = 'all the words of a long text '.repeat(100_000)
  const { text, blocks } = render([{ type: 'document', title: 'long', content: bytesOf(content), format: 'plain' }], { mode: 'minimal', meter: counting, budget: 500 })
  expect(text).toMatch(/^\[omitted: document long ~\d+tok\]$/)
  expect(Math.abs((blocks[0]?.tokens ?? 0) / exact.count(content) - 1)).toBeLessThan(0.01)
  expect(seen).toBeLessThan(content.length / 10)
})

test('hundreds of blocks, and blocks without content, fit any budget', () => {
  const blocks = Array.from({ length: 400 }, (_, i): TypedBlock[] => [
    { type: 'tool_result', toolName: `t${i}`, status: 'ok', content: bytesOf(i % 3 === 0 ? '' : `line ${i}\n`.repeat(i % 40)) },
    { type: 'annotation', target: 2 * i, kind: 'priority', value: Uint8Array.of((i % 4) + 2) },
  ]).flat()
  for (const meter of METERS) for (const budget of [20, 200, 2000, 20_000]) expect(render(blocks, { mode: 'xml', meter, budget }).tokens).toBeLessThanOrEqual(budget)
})

test('a budget too small for any answer gives none, and says what the smallest needs', () => {
  const { text, tokens, least } = render([{ type: 'document', title: 't', content: bytesOf('words '.repeat(50)), format: 'plain' }], { mode: 'xml', meter: heuristic, budget: 3 })
  expect([text, tokens]).toEqual(['', 0])
  expect(least).toBeGreaterThan(3)
})

test('only background: counted in one line, then told of, then shown', () => {
  const blocks: TypedBlock[] = [{ type: 'document', title: 't', content: bytesOf('words '.repeat(50)), format: 'plain' }, { type: 'annotation', target: 0, kind: 'priority', value: Uint8Array.of(PRIORITIES.indexOf('background') + 1) }]
  const at = (budget: number): string => render(blocks, { mode: 'minimal', meter: heuristic, budget }).text
  expect(at(6)).toBe('[omitted: 1 more ~75tok]')
  expect(at(7)).toBe('[omitted: document t ~75tok]')
  expect(at(100)).toContain('words words')
})

test('a long list fits an estimated budget without trying every plan', () => {
  const blocks = Array.from({ length: 3000 }, (_, i): TypedBlock => ({ type: 'code', lang: 'rust', path: `src/${i}.rs`, content: bytesOf(`${i % 3 === 0 ? '    ' : ''}let v = compute(${i});\n`.repeat(i % 30)) }))
  let counts = 0
  const counting: Meter = { ...codeaware, count: (text) => { counts++; return codeaware.count(text) } }
  const { tokens } = render(blocks, { mode: 'xml', meter: counting, budget: 50_000 })
  expect(tokens).toBeLessThanOrEqual(50_000)
  expect(tokens).toBeGreaterThan(49_000)
  expect(counts).toBeLessThan(3 * blocks.length + 200)
})
