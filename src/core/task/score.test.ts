import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ask, entryOf } from '../../../test/kit/core.ts'
import { mentionsOf } from '../rank/mention.ts'
import type { ContextChunk } from './chunk.ts'
import { INTENTS, type Intent } from './intent.ts'
import type { Role, RoleName } from './roles.ts'
import { basePriority, BOOSTS, intentSignal, type Occasion, priorityIn, scoreChunk, strengthOf, valueOf } from './score.ts'

const chunk = (said: Partial<ContextChunk> = {}): ContextChunk => ({ content: '', source: 'src/a.ts', chunk_type: 'file', priority: 'MEDIUM', tokens: 100, metadata: {}, ...said })
const role = (name: RoleName): Role => ({ path: 'src/a.ts', role: name, priority: 'HIGH', why: 'because' })
const occasion = (intent: Intent, said: Partial<Occasion> = {}): Occasion => ({ intent, roles: [], mentions: mentionsOf(''), ages: new Map(), prioritizers: [], ...said })

describe('S4.23: the boosts of the protocol', () => {
  test.each<[Intent, RoleName, number]>([
    ['debug', 'error', 300], ['debug', 'trace', 300], ['test', 'test', 250], ['test', 'fixture', 250], ['implement', 'target', 400], ['refactor', 'dependency', 200], ['refactor', 'dependent', 200],
  ])('%s: a file that is %s has %d more', (intent, name, points) => {
    expect(scoreChunk(chunk(), occasion(intent, { roles: [role(name)] })).points).toBe(500 + points)
  })
  test('a part in another kind of work counts nothing', () => expect(scoreChunk(chunk(), occasion('debug', { roles: [role('fixture')] })).points).toBe(500))
  test('every intent has one', () => expect(Object.keys(BOOSTS).sort()).toEqual([...INTENTS].sort()))
})

test('S4.22: base + task + recency + mention - size', () => {
  const { points, parts } = scoreChunk(chunk({ priority: 'HIGH', tokens: 8000 }), occasion('debug', { roles: [role('error')], ages: new Map([['src/a.ts', 1]]), mentions: mentionsOf('look at src/a.ts') }))
  expect(parts.map(({ name, points: each }) => [name, each])).toEqual([['base', 800], ['task', 300], ['recency', 50], ['mention', 200], ['size', -100]])
  expect(points).toBe(1250)
})

test('size costs more the larger it is, and never more than 200', () => {
  const penalty = (tokens: number): number => scoreChunk(chunk({ tokens }), occasion('explore')).points - 500
  expect([0, 100, 4000, 5657, 8000, 16_000, 1_000_000].map(penalty)).toEqual([0, 0, 0, -50, -100, -200, -200])
})

test('S4.48: points of somebody else are part of the score', () => {
  const domain = ({ source }: ContextChunk): { name: string; points: number; why: string } | undefined => (source.includes('domain/models') ? { name: 'domain', points: 200, why: 'the heart of it' } : undefined)
  expect(scoreChunk(chunk({ source: 'src/domain/models/order.ts' }), occasion('explore', { prioritizers: [domain] })).points).toBe(700)
  expect(scoreChunk(chunk(), occasion('explore', { prioritizers: [domain] })).points).toBe(500)
})

test('points map onto the one score', () => {
  expect([valueOf(1000), valueOf(800), valueOf(1400), valueOf(-5)]).toEqual([1, 0.8, 1, 0])
  expect([strengthOf(500), strengthOf(800), strengthOf(1300), strengthOf(1600), strengthOf(100)]).toEqual([0, 0.3, 0.8, 1, 0])
  fc.assert(fc.property(fc.integer({ min: -500, max: 3000 }), fc.integer({ min: 0, max: 500 }), (points, more) => {
    expect(valueOf(points + more)).toBeGreaterThanOrEqual(valueOf(points))
    expect(strengthOf(points + more)).toBeGreaterThanOrEqual(strengthOf(points))
  }), { seed: 42 })
})

test('S4.12: what a path is worth by itself, and by its strongest part', () => {
  expect(['src/a.ts', 'tsconfig.json', 'docs/a.md', 'examples/a.ts'].map(basePriority)).toEqual(['MEDIUM', 'MEDIUM', 'LOW', 'LOW'])
  expect(priorityIn('src/a.ts', [role('test'), { ...role('error'), priority: 'CRITICAL' }])).toBe('CRITICAL')
})

test('as a signal, only what stands above an ordinary file speaks, and says why', () => {
  const signal = intentSignal(occasion('debug', { roles: [{ ...role('error'), priority: 'CRITICAL' }] }))
  const file = (path: string): Parameters<typeof signal>[0] => ({ entry: entryOf(path, 'x'), language: 'text', remark: ['', ''], tokens: 1 })
  expect(signal(file('src/a.ts'), ask())).toEqual({ name: 'intent', strength: 0.8, why: 'debug: 1300 points (base 1000, task 300); because' })
  expect(signal(file('src/b.ts'), ask())).toBeUndefined()
})
