import { describe, expect, test } from 'vitest'
import { testPairs } from '../rank/pairs.ts'
import { INTENTS } from './intent.ts'
import { rolesFor, type Scene, targetsOf } from './roles.ts'

const PATHS = ['README.md', 'package.json', 'docs/guide.md', 'src/index.ts', 'src/cart.ts', 'src/price.ts', 'src/types.ts', 'src/checkout.ts', 'test/cart.test.ts', 'test/fixtures/carts.json', 'test/helpers.ts', 'other/fixtures/x.json']
const scene = (said: Partial<Scene> = {}): Scene => ({
  paths: PATHS, named: [], traced: [], likely: [], pairs: testPairs(PATHS), commits: [],
  imports: new Map([['src/cart.ts', ['src/types.ts', 'src/price.ts']]]), importers: new Map([['src/cart.ts', ['src/checkout.ts']]]), ...said,
})
const of = (intent: (typeof INTENTS)[number], said: Partial<Scene>): string[] => rolesFor(intent, scene(said)).map(({ role, priority, path }) => `${role} ${priority} ${path}`)

test('S4.13: implement has its target, interfaces, related files and tests', () => {
  expect(of('implement', { named: ['src/cart.ts'] })).toEqual(['target CRITICAL src/cart.ts', 'interface HIGH src/types.ts', 'interface HIGH src/price.ts', 'related MEDIUM src/checkout.ts', 'test HIGH test/cart.test.ts'])
})

test('S4.14: debug has the place of the error, the files of the trace and recent changes', () => {
  expect(of('debug', { traced: ['src/price.ts', 'src/cart.ts', 'src/index.ts'], commits: [['src/cart.ts'], ['README.md']] }))
    .toEqual(['error CRITICAL src/price.ts', 'trace HIGH src/cart.ts', 'trace HIGH src/index.ts', 'recent MEDIUM src/cart.ts', 'recent MEDIUM README.md'])
  expect(of('debug', { named: ['src/cart.ts'] })).toEqual(['target CRITICAL src/cart.ts'])
})

test('S4.15: refactor has the file, its dependents and its tests', () => {
  expect(of('refactor', { named: ['src/cart.ts'] })).toEqual(['target CRITICAL src/cart.ts', 'dependent HIGH src/checkout.ts', 'dependency MEDIUM src/types.ts', 'dependency MEDIUM src/price.ts', 'test HIGH test/cart.test.ts'])
})

test('S4.16: test has the module under test, existing tests and fixtures, whichever of them is named', () => {
  const fixtures = ['fixture MEDIUM test/fixtures/carts.json', 'fixture MEDIUM test/helpers.ts', 'fixture MEDIUM other/fixtures/x.json']
  expect(of('test', { named: ['src/cart.ts'] })).toEqual(['target CRITICAL src/cart.ts', 'test HIGH test/cart.test.ts', ...fixtures])
  expect(of('test', { named: ['test/cart.test.ts'] })).toEqual(expect.arrayContaining(['target CRITICAL test/cart.test.ts', 'target CRITICAL src/cart.ts']))
})

test('S4.17: analyze has structure, entry points and dependencies', () => {
  expect(of('analyze', { likely: ['src/cart.ts'] })).toEqual([
    'structure MEDIUM README.md', 'structure MEDIUM package.json', 'structure MEDIUM src/index.ts', 'target HIGH src/cart.ts', 'dependency MEDIUM src/types.ts', 'dependency MEDIUM src/price.ts',
  ])
})

test('document, review and explore', () => {
  expect(of('document', { named: ['src/cart.ts'] })).toEqual(expect.arrayContaining(['target CRITICAL src/cart.ts', 'document MEDIUM README.md', 'document MEDIUM docs/guide.md']))
  expect(of('review', { commits: [['src/cart.ts'], ['src/price.ts']] })).toEqual(['changed CRITICAL src/cart.ts', 'changed HIGH src/price.ts', 'test HIGH test/cart.test.ts'])
  expect(of('explore', { likely: ['src/cart.ts'] })[0]).toBe('target HIGH src/cart.ts')
})

describe('the target', () => {
  test('is what is named, then where the error is, then what speaks most of the request', () => {
    expect(targetsOf({ named: ['a'], traced: ['b', 'c'], likely: ['d'] })).toEqual(['a', 'b'])
    expect(targetsOf({ named: [], traced: [], likely: ['d', 'e', 'f'] })).toEqual(['d', 'e'])
  })
})

test('every part has a reason, and nobody has more files than a choice can be made from', () => {
  const many = Array.from({ length: 100 }, (_, i) => `src/part${i}/index.ts`)
  for (const intent of INTENTS) {
    const roles = rolesFor(intent, scene({ paths: [...PATHS, ...many], named: many, commits: [many, many] }))
    for (const role of new Set(roles.map((each) => each.role))) expect(roles.filter((each) => each.role === role).length).toBeLessThanOrEqual(36)
    expect(roles.every(({ why }) => why.length > 5)).toBe(true)
  }
})
