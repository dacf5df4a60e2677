import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meter } from '../../../test/kit/pack.ts'
import { type PackAsk, PackError, packFrom, type PackItem } from './pack.ts'
import { vocabularyFrom } from './vocab.ts'

const count = (text: string): number => meter.count(text)

const ITEMS: readonly PackItem[] = [
  { label: 'SCHEMA', handle: 'S.entities@a1b2c3d4', note: 'json-only', lines: ['- text: string(required), lang: enum[en,de,ru]'] },
  { label: 'ADR', handle: 'A.ADR1@d00dad42', lines: ['- Goal: summarize user text to short JSON', '- Choice: O1 (json-tool-only), reject O3 (streaming)'] },
  { label: 'OPTS', handle: 'P.options@0aa11223', note: 'conflicts resolved by ADR', lines: ['- O1: json'] },
  { label: 'PROFILE', handle: 'PR.default@cafe1010', lines: ['- temperature=0.2, max_tokens=800'] },
]

const ask = (over: Partial<PackAsk> = {}): PackAsk => ({ name: 'my_llm_skill', version: [1, 0, 0], layout: 'links', items: ITEMS, caps: { ADR: 300, OPTS: 200 }, budget: Infinity, vocabulary: new Map(), count, ...over })

test('S3.15: the links layout, as the seed writes it', () => {
  expect(packFrom(ask({ task: 'generate handlers; obey schema; output json only; no path leakage.' })).text).toBe(`## skill: my_llm_skill  ver: A=1 B=0 C=0
## include by alias (alias@sha8), model may request expansion via tool
ADR: A.ADR1@d00dad42
OPTS: P.options@0aa11223 (conflicts resolved by ADR)
SCHEMA: S.entities@a1b2c3d4 (json-only)
PROFILE: PR.default@cafe1010
TASK: generate handlers; obey schema; output json only; no path leakage.

If you need full text of an alias, call tool: get_alias("<alias>").
`)
})

test('S3.27: context with cards, instruction, delta', () => {
  expect(packFrom(ask({ layout: 'cards', task: 'Generate/repair handlers & tests.', delta: ['- S.entities: schema field lang added'] })).text).toBe(`[CONTEXT]
ADR: A.ADR1@d00dad42
- Goal: summarize user text to short JSON
- Choice: O1 (json-tool-only), reject O3 (streaming)
OPTS: P.options@0aa11223 (conflicts resolved by ADR)
- O1: json
SCHEMA: S.entities@a1b2c3d4 (json-only)
- text: string(required), lang: enum[en,de,ru]
PROFILE: PR.default@cafe1010
- temperature=0.2, max_tokens=800

[INSTRUCTION]
Generate/repair handlers & tests.
Keep current aliases; if you need a full file, call tool: get_alias("<alias>").

[DELTA]
- S.entities: schema field lang added
`)
})

describe('S3.25: caps', () => {
  const many = Array.from({ length: 30 }, (_, i): PackItem => ({ label: 'ADR', handle: `A.ADR${i}@d00dad42`, lines: [`- Goal: number ${i} of many`, '- Choice: this one and not the other one'] }))

  test('a section keeps its cap and counts what it leaves out; links come before cards', () => {
    const { text, sections } = packFrom(ask({ layout: 'cards', items: many, caps: { ADR: 300 } }))
    expect(sections[0]).toMatchObject({ label: 'ADR', aliases: 30, cap: 300 })
    expect(sections[0]?.tokens).toBeLessThanOrEqual(300)
    expect(text).toMatch(/ADR: and \d+ more\n/)
    const roomy = packFrom(ask({ layout: 'cards', items: many.slice(0, 12), caps: { ADR: 300 } }))
    expect(roomy.text).toContain('ADR: A.ADR11@d00dad42')
    expect(roomy.sections[0]?.cut).toBeGreaterThan(0)
  })

  test('a budget that cannot hold the frame is refused', () => expect(() => packFrom(ask({ budget: 10 }))).toThrow(PackError))

  test('caps and budget hold on the final text, with a vocabulary too, and twice the same', () => {
    const word = fc.constantFrom('latency_ms', 'rate_limit', 'backoff', 'a', '日本', 'x'.repeat(30), '- ', '"')
    const item = fc.record({ label: fc.constantFrom('ADR', 'OPTS', 'SCHEMA', 'X'), handle: fc.nat(999).map((n) => `A.x${n}@d00dad42`), lines: fc.array(fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `- ${words.join(' ')}`), { maxLength: 10 }) })
    fc.assert(fc.property(fc.array(item, { maxLength: 25 }), fc.constantFrom('links' as const, 'cards' as const), fc.integer({ min: 90, max: 900 }), fc.record({ ADR: fc.integer({ min: 1, max: 200 }), OPTS: fc.integer({ min: 1, max: 60 }) }), (items, layout, budget, caps) => {
      const vocabulary = vocabularyFrom('{"latency_ms":"L","rate_limit":"RL","backoff":"BO"}')
      const made = packFrom(ask({ items, layout, budget, caps, vocabulary, delta: [] }))
      expect(count(made.text)).toBeLessThanOrEqual(budget)
      expect(made.tokens).toBe(count(made.text))
      for (const { tokens, cap } of made.sections) expect(tokens).toBeLessThanOrEqual(cap)
      expect(packFrom(ask({ items, layout, budget, caps, vocabulary, delta: [] }))).toEqual(made)
    }), { numRuns: 150 })
  })
})

describe('S3.26: vocabulary', () => {
  const lines = Array.from({ length: 9 }, (_, i) => `- maximum_acceptable_latency_ms of ${i} with exponential_backoff_strategy`)
  const vocabulary = vocabularyFrom('{"maximum_acceptable_latency_ms":"L","exponential_backoff_strategy":"BO","absent_term":"AT"}')
  const pack = (over: Partial<PackAsk> = {}) => packFrom(ask({ layout: 'cards', items: [{ label: 'X', handle: 'H.exponential_backoff_strategy@d00dad42', lines }], caps: {}, vocabulary, ...over }))

  test('terms that pay are replaced in cards only, and a legend says what they mean', () => {
    const made = pack()
    expect(made.text).toContain('[CONTEXT]\nVOCAB: L=maximum_acceptable_latency_ms, BO=exponential_backoff_strategy\nX: H.exponential_backoff_strategy@d00dad42\n- L of 0 with BO\n')
    expect(made.vocabulary.map(({ term, used }) => [term, used])).toEqual([['maximum_acceptable_latency_ms', true], ['exponential_backoff_strategy', true], ['absent_term', false]])
    const saved = made.vocabulary.reduce((sum, term) => sum + (term.used ? term.saved : 0), 0)
    expect(pack({ vocabulary: new Map() }).tokens - made.tokens).toBe(saved)
    expect(saved).toBeGreaterThan(0)
  })

  test('a term that saves nothing is not used: the legend counts against it', () => {
    const made = pack({ items: [{ label: 'X', handle: 'H.x@d00dad42', lines: ['- backoff once'] }], vocabulary: vocabularyFrom('{"backoff":"BO"}') })
    expect(made.text).not.toContain('VOCAB')
    expect(made.vocabulary).toMatchObject([{ term: 'backoff', uses: 1, used: false, why: 'it saves nothing' }])
  })

  test('a short form that stands in the text already is not used', () => {
    expect(pack({ vocabulary: vocabularyFrom('{"maximum_acceptable_latency_ms":"with"}') }).vocabulary).toMatchObject([{ used: false, why: 'with stands in the text already' }])
  })

  test.each([['[]', 'not an object'], ['{"a":"b c"}', 'not a word'], ['{', 'not JSON'], ['{" ":"x"}', 'empty']])('%s is refused', (text, why) => expect(() => vocabularyFrom(text)).toThrow(why))
})
