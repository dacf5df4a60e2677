import { describe, expect, test } from 'vitest'
import { packFiles } from '../browser/index.ts'
import { createMeter } from '../meters/index.ts'
import { asset } from '../workspace/assets.ts'
import { decode, encode } from './codec/index.ts'
import { blocksOfPlan } from './pack.ts'
import { prioritiesOf } from './priority.ts'
import { render } from './render.ts'
import { textOf } from './text.ts'
import type { TypedBlock } from './typed.ts'

const meter = await createMeter('o200k_base', (encoding) => asset(`vocab/${encoding}.bin`))
const unit = (name: string, i: number): string => `/** Says what ${name} number ${i} does, at some length. */\nexport function ${name}${i}(a: number): number {\n  const doubled = a * 2 + ${i}\n  return doubled > 10 ? doubled - 1 : doubled + 1\n}\n\n`
const source = (name: string, count: number): string => Array.from({ length: count }, (_, i) => unit(name, i)).join('')
const FILES = [
  { path: 'README.md', content: '# Doubling\n\nIt doubles.\n' },
  { path: 'src/long.ts', content: source('long', 60) },
  { path: 'src/session.ts', content: source('session', 6) },
  { path: 'src/small.ts', content: 'export const one = 1\n' },
  { path: 'src/inner/other.py', content: 'def other():\n    """Other."""\n    return [i for i in range(10)]\n'.repeat(8) },
]

const blocksFor = async (budget: string, task = ''): Promise<TypedBlock[]> => blocksOfPlan((await packFiles(FILES, { budget, task, format: 'minimal', load: asset })).plan, () => undefined)
const nameOf = (block: TypedBlock): string => (block.type === 'code' ? block.path : block.type === 'document' ? block.title : block.type)
const contentOf = (block: TypedBlock): string => ('content' in block ? textOf(block.content) : '')

describe('a plan as blocks', () => {
  test('a plan that shows everything gives everything back, a long file in parts', async () => {
    const blocks = (await blocksFor('100k')).filter(({ type }) => type !== 'annotation')
    for (const { path, content } of FILES) expect(blocks.filter((block) => nameOf(block) === path || nameOf(block).startsWith(`${path}:`)).map(contentOf).join('')).toBe(content)
    const parts = blocks.filter((block) => nameOf(block).startsWith('src/long.ts:')) as Extract<TypedBlock, { type: 'code' }>[]
    expect(parts.length).toBeGreaterThan(2)
    let next = 1
    for (const { path, lines, content } of parts) {
      expect(path).toBe(`src/long.ts:${lines?.[0]}-${lines?.[1]}`)
      expect(lines?.[0]).toBe(next)
      next += textOf(content).split('\n').length - 1
    }
  })

  test('a long class is cut between its members, each part with the frame of the class', async () => {
    const methods = Array.from({ length: 60 }, (_, i) => `  /** Member ${i}. */\n  member${i}(a: number): number {\n    const doubled = a * 2 + ${i}\n    return doubled > 10 ? doubled - 1 : doubled + 1\n  }\n`)
    const content = `/** All about many things. */\nexport class Many {\n${methods.join('\n')}}\n`
    const { plan } = await packFiles([{ path: 'many.ts', content }], { budget: '100k', format: 'minimal', load: asset })
    const parts = blocksOfPlan(plan, () => undefined).filter((block) => block.type === 'code')
    expect(parts.length).toBeGreaterThan(1)
    parts.forEach((part, i) => {
      const text = textOf(part.content)
      expect(text.startsWith(i === 0 ? '/** All about many things. */\nexport class Many {\n' : 'export class Many')).toBe(true)
      expect(text.trimEnd().endsWith('}')).toBe(true)
      expect(text.length).toBeLessThan(4400)
      const [first = 0, last = 0] = part.lines ?? []
      expect(content.split('\n').slice(first - 1, last).join('\n')).toContain(/member\d+/.exec(text)?.[0])
    })
    const shown = parts.map((part) => textOf(part.content)).join('')
    for (const method of methods) expect(shown).toContain(method)
    expect(parts[0]?.lines?.[0]).toBe(1)
    expect(parts.at(-1)?.lines?.[1]).toBe(content.trimEnd().split('\n').length)
  })

  test('the summary is the text one level lower', async () => {
    const session = (await blocksFor('100k')).find((block) => nameOf(block) === 'src/session.ts')
    expect(session?.summary).toContain('Says what session number 0 does')
    expect(session?.summary).toContain('export function session0(a: number): number')
    expect(session?.summary).not.toContain('doubled')
  })

  test('what is only listed is a tree', async () => {
    const tree = (await blocksFor('260')).find(({ type }) => type === 'file_tree')
    expect(JSON.stringify(tree)).toMatch(/"name":"(?:src|inner|long\.ts)"/)
  })

  test('a task decides the priorities: every block has one, the best is high', async () => {
    const blocks = await blocksFor('100k', 'session3 gives the wrong number')
    const priorities = prioritiesOf(blocks)
    const told = blocks.flatMap((block, i) => (block.type === 'annotation' ? [] : [[nameOf(block), priorities[i]] as const]))
    expect(new Map(told).get('src/session.ts')).toBe('high')
    expect(new Set(told.map(([, priority]) => priority))).toEqual(new Set(['high', 'normal', 'low']))
    expect(blocks.filter(({ type }) => type === 'annotation')).toHaveLength(told.length)
  })
})

test('fitted again into any budget: never over it, and everything when it fits', async () => {
  const blocks = decode(encode(await blocksFor('5000', 'session3 gives the wrong number')))
  for (const mode of ['xml', 'markdown', 'minimal'] as const) {
    const whole = render(blocks, { mode, meter })
    for (let budget = 100; budget < whole.tokens + 400; budget += 150) {
      const fitted = render(blocks, { mode, meter, budget })
      expect(fitted.tokens).toBeLessThanOrEqual(budget)
      if (budget >= whole.tokens) expect(fitted.text).toBe(whole.text)
    }
  }
  const { text } = render(blocks, { mode: 'minimal', meter })
  for (const block of blocks) if ('content' in block) expect(text).toContain(contentOf(block))
})
