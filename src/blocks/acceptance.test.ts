// The acceptance list of the token budget engine, line by line.
import { describe, expect, test } from 'vitest'
import { codeaware } from '../meters/index.ts'
import { MODE_NAMES } from './modes/index.ts'
import { prioritiesOf } from './priority.ts'
import { render, type Rendered, type Rendering } from './render.ts'
import { bytesOf } from './text.ts'
import { PRIORITIES, type Priority, type TypedBlock } from './typed.ts'

const body = (name: string): string => `fn ${name}() {\n${Array.from({ length: 12 }, (_, i) => `    let v${i} = compute_${name}(${i});\n`).join('')}}`

interface Told { readonly priority?: Priority; readonly summary?: boolean; readonly content?: string }

/** Code blocks, each with the annotation that gives its priority. */
function blocksOf(told: readonly Told[]): TypedBlock[] {
  return told.flatMap(({ priority, summary, content }, i): TypedBlock[] => {
    const name = `${priority ?? 'plain'}${i}`
    const block: TypedBlock = { type: 'code', lang: 'rust', path: `src/${name}.rs`, content: bytesOf(content ?? body(name)), ...(summary ? { summary: `${name}: twelve calls, gives back nothing.` } : {}) }
    const target = told.slice(0, i).reduce((sum, one) => sum + (one.priority === undefined ? 1 : 2), 0)
    return priority === undefined ? [block] : [block, { type: 'annotation', target, kind: 'priority', value: Uint8Array.of(PRIORITIES.indexOf(priority) + 1) }]
  })
}

const LADDER = blocksOf(['background', 'low', 'normal', 'high', 'critical'].map((priority) => ({ priority: priority as Priority, summary: true })))
const BARE = blocksOf(['background', 'low', 'normal', 'high', 'critical'].map((priority) => ({ priority: priority as Priority })))

const rendered = (blocks: readonly TypedBlock[], rendering: Partial<Rendering> = {}): Rendered => render(blocks, { mode: 'minimal', meter: codeaware, ...rendering })
const kinds = ({ blocks }: Rendered): string => blocks.map(({ priority, decision }) => `${priority}:${decision.kind}`).join(' ')
const kindOf = ({ blocks }: Rendered, priority: Priority): string | undefined => blocks.find((block) => block.priority === priority)?.decision.kind
const BUDGETS = Array.from({ length: 60 }, (_, i) => i * 14)

test('S2.26: with no budget set, all blocks render with full content', () => {
  expect(rendered(LADDER).blocks.every(({ decision }) => decision.kind === 'full')).toBe(true)
})

test('S2.27: with verbosity full, the budget is ignored', () => {
  const { blocks, tokens } = rendered(LADDER, { verbosity: 'full', budget: 1 })
  expect(blocks.every(({ decision }) => decision.kind === 'full')).toBe(true)
  expect(tokens).toBeGreaterThan(1)
})

test('S2.28: with verbosity summary, all blocks with summaries render as summaries', () => {
  const blocks = blocksOf([{ summary: true }, { priority: 'critical', summary: true }, {}])
  expect(kinds(rendered(blocks, { verbosity: 'summary' }))).toBe('normal:summary critical:summary normal:full')
})

test.each(MODE_NAMES)('S2.29: CRITICAL blocks always render full content even when over budget (%s)', (mode) => {
  for (const budget of [0, 1, 40, 100]) {
    const result = rendered(LADDER, { mode, budget })
    expect(kindOf(result, 'critical')).toBe('full')
    expect(result.text).toContain('compute_critical4(11)')
    expect(result.overrun).toBe(result.tokens - budget)
  }
})

test('S2.30: HIGH prefers full content and falls back to its summary under pressure', () => {
  expect(kindOf(rendered(LADDER, { budget: 5000 }), 'high')).toBe('full')
  expect(kindOf(rendered(LADDER, { budget: 420 }), 'high')).toBe('full')
  expect(kindOf(rendered(LADDER, { budget: 260 }), 'high')).toBe('summary')
})

test('S2.12: HIGH is never forced full: without a summary it becomes a placeholder', () => {
  const result = rendered(BARE, { budget: 220 })
  expect(kindOf(result, 'high')).toBe('placeholder')
  expect(result.tokens).toBeLessThanOrEqual(220)
})

test('S2.31: LOW is summarised before NORMAL', () => {
  for (const budget of BUDGETS) {
    const result = rendered(LADDER, { budget })
    if (kindOf(result, 'normal') !== 'full') expect(kindOf(result, 'low'), `budget ${budget}`).not.toBe('full')
  }
  const states = BUDGETS.map((budget) => kinds(rendered(LADDER, { budget })))
  expect(states.some((state) => state.includes('low:summary normal:full'))).toBe(true)
})

test('S2.32: BACKGROUND is omitted first, before anything is summarised', () => {
  for (const blocks of [LADDER, BARE]) {
    for (const budget of BUDGETS) {
      const result = rendered(blocks, { budget })
      const best = result.blocks.every(({ priority, decision }) => priority === 'background' || decision.kind === 'full')
      if (!best) expect(kindOf(result, 'background'), `budget ${budget}`).toBe('omit')
    }
  }
})

test('S2.15: a background block has its line when everything above is full, and is counted in one closing line before that', () => {
  const whole = rendered(LADDER).tokens
  const result = rendered(LADDER, { budget: whole - 150 })
  expect(kinds(result)).toBe('background:placeholder low:full normal:full high:full critical:full')
  const tight = rendered(blocksOf([{ priority: 'background' }, { priority: 'background' }, { summary: true }]), { budget: 60 })
  expect(tight.text.split('\n').at(-1)).toBe('[omitted: 2 more ~312tok]')
})

test('S2.33: blocks without summaries get placeholders when over budget', () => {
  const result = rendered(BARE, { budget: 260 })
  expect(kinds(result)).toBe('background:omit low:placeholder normal:placeholder high:placeholder critical:full')
})

describe('S2.34: placeholders as each mode writes them', () => {
  const cases = [
    ['xml', /^<omitted type="code" path="src\/high3\.rs" tokens="\d+" \/>$/m],
    ['markdown', /^_\[Omitted: code src\/high3\.rs, ~\d+ tokens\]_$/m],
    ['minimal', /^\[omitted: code src\/high3\.rs ~\d+tok\]$/m],
  ] as const
  test.each(cases)('%s', (mode, expected) => expect(rendered(BARE, { mode, budget: 270 }).text).toMatch(expected))
})

test('S2.17: a placeholder tells the type, the description and the tokens', () => {
  const { decision } = rendered(BARE, { budget: 260 }).blocks[3] ?? {}
  expect(decision).toEqual({ kind: 'placeholder', blockType: 'code', description: 'src/high3.rs', omittedTokens: codeaware.count(body('high3')) })
})

test('S2.36: the text exceeds the budget by at most one CRITICAL block, and only because of it', () => {
  const frame = codeaware.count('<context>\n\n</context>') + 1
  for (const mode of MODE_NAMES) {
    for (const blocks of [LADDER, BARE]) {
      const alone = rendered(blocks.slice(-2), { mode, verbosity: 'full' }).tokens
      for (const budget of BUDGETS) {
        const { tokens, overrun } = rendered(blocks, { mode, budget })
        expect(overrun).toBe(Math.max(0, tokens - budget))
        expect(tokens - budget).toBeLessThanOrEqual(alone + frame)
        if (budget >= alone + frame) expect(overrun).toBe(0)
      }
    }
  }
})

describe('S2.37: priorities are read from annotations', () => {
  const code: TypedBlock = { type: 'code', lang: 'rust', path: 'a.rs', content: bytesOf('x') }
  const say = (target: number, value: Uint8Array): TypedBlock => ({ type: 'annotation', target, kind: 'priority', value })
  test('the last one wins, and annotations count in the numbering', () => {
    expect(prioritiesOf([code, say(0, Uint8Array.of(1)), code, say(0, Uint8Array.of(5)), say(2, Uint8Array.of(2))])).toEqual(['background', 'normal', 'high', 'normal', 'normal'])
  })
  test('a number that is no priority, a target that is not there, and other kinds change nothing', () => {
    expect(prioritiesOf([code, say(0, Uint8Array.of(9)), say(0, Uint8Array.of(0)), say(99, Uint8Array.of(1)), say(0, new Uint8Array(0)), { type: 'annotation', target: 0, kind: 'tag', value: Uint8Array.of(1) }])[0]).toBe('normal')
  })
})

test('S2.38: blocks without annotations are NORMAL', () => {
  expect(rendered(blocksOf([{}, {}])).blocks.map(({ priority }) => priority)).toEqual(['normal', 'normal'])
})

describe('S2.39: five blocks of mixed priorities in ever tighter budgets', () => {
  const cases: [number, string][] = [
    [5000, 'background:full low:full normal:full high:full critical:full'],
    [592, 'background:omit low:full normal:full high:full critical:full'],
    [482, 'background:omit low:summary normal:full high:full critical:full'],
    [361, 'background:omit low:summary normal:summary high:full critical:full'],
    [260, 'background:omit low:summary normal:summary high:summary critical:full'],
    [205, 'background:omit low:placeholder normal:placeholder high:placeholder critical:full'],
    [0, 'background:omit low:omit normal:omit high:omit critical:full'],
  ]
  test.each(cases)('budget %i', (budget, expected) => expect(kinds(rendered(LADDER, { budget }))).toBe(expected))
})

test('S2.18: one decision for each block, in the original order', () => {
  expect(rendered(LADDER, { budget: 300 }).blocks.map(({ index }) => index)).toEqual([0, 2, 4, 6, 8])
})

test('S2.20: annotations are never rendered', () => {
  const blocks = blocksOf([{ priority: 'high', content: 'x' }])
  expect(rendered(blocks, { mode: 'xml' }).text).toBe('<context>\n<code lang="rust" path="src/high0.rs">\nx\n</code>\n</context>')
})

test('an annotation gives a summary to a block that brings none', () => {
  const blocks: TypedBlock[] = [...blocksOf([{}]), { type: 'annotation', target: 0, kind: 'summary', value: bytesOf('twelve calls') }]
  expect(rendered(blocks, { verbosity: 'summary' }).text).toBe('--- src/plain0.rs [rust] (summary) ---\ntwelve calls')
})

test('S2.49: an empty list is an error, and so is a list of annotations', () => {
  expect(() => rendered([])).toThrow('no blocks to render')
  expect(() => rendered(LADDER.filter(({ type }) => type === 'annotation'))).toThrow('no blocks to render')
  expect(() => rendered(LADDER, { types: ['diff'] })).toThrow('no blocks to render')
})

test('telling of many that matter little does not take the place of what matters', () => {
  const many = blocksOf([{ priority: 'high' }, ...Array.from({ length: 300 }, () => ({ priority: 'low' as const }))])
  const result = rendered(many, { budget: 400 })
  expect(result.blocks[0]?.decision.kind).toBe('full')
  expect(result.text).toMatch(/\[omitted: \d+ more ~\d+tok\]$/)
})
