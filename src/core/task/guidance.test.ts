import { expect, test } from 'vitest'
import { guidanceFor } from './guidance.ts'
import type { Scene } from './roles.ts'

const scene = (named: readonly string[]): Scene => ({ paths: ['src/a.ts', 'src/b.ts', 'src/huge.ts'], named, traced: [], likely: [], pairs: new Map(), commits: [['src/b.ts'], ['src/a.ts', 'src/b.ts']], imports: new Map(), importers: new Map() })
const wishes = { request: 'x', room: 1000, costOf: (path: string) => (path.includes('huge') ? 5000 : 300) }

test('what the work is about has a floor where it fits beside the rest, and a cap where it does not', () => {
  expect(guidanceFor('implement', scene(['src/a.ts', 'src/b.ts', 'src/huge.ts']), wishes).rules).toEqual([
    { match: '/src/a.ts', atLeast: 'full', why: 'the request is about it' },
    { match: '/src/b.ts', cap: 650, why: 'the request is about it; it is large, and what surrounds it needs room too' },
    { match: '/src/huge.ts', cap: 650, why: 'the request is about it; it is large, and what surrounds it needs room too' },
  ])
})

test('a guess has no floor', () => {
  expect(guidanceFor('implement', { ...scene([]), likely: ['src/a.ts'] }, wishes).rules).toEqual([])
})

test('ages count from the newest commit that changed a file', () => {
  expect([...guidanceFor('debug', scene([]), wishes).occasion.ages].sort()).toEqual([['src/a.ts', 1], ['src/b.ts', 0]])
})

test('files that were asked for by pattern have a part', () => {
  expect(guidanceFor('explore', scene([]), { ...wishes, asked: ['src/b.ts'] }).occasion.roles).toContainEqual({ path: 'src/b.ts', role: 'asked', priority: 'HIGH', why: 'its pattern was given' })
})
