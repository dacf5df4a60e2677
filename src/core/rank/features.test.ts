import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs, someFiles } from '../../../test/kit/core.ts'
import { byName, sightFor } from '../../../test/kit/rank.ts'
import { featuresOf, SIGNALS, signalOf } from './features.ts'
import { WEIGHTS } from './weights.ts'

const history = { commits: [{ id: 'a', time: 1, message: 'session cache', paths: ['src/cache.sk', 'src/core/route.sk'] }] }

test('every feature is a column of finite numbers, one for each unit, and belongs to a signal', () => {
  fc.assert(fc.property(someFiles(5), fc.constantFrom('fix the session cache', 'x', 'at parse (src/core/route.sk:1:1)', '`token` in "alpha beta gamma"'), (files, task) => {
    const sight = sightFor(files, task, { history })
    for (const [name, column] of featuresOf(sight)) {
      expect(column, name).toHaveLength(sight.units.length)
      expect(column.every(Number.isFinite), name).toBe(true)
      expect(SIGNALS, name).toContain(signalOf(name))
    }
  }), runs(100))
})

test('every signal has features, and no weight is for a feature that is not there', () => {
  const names = [...featuresOf(sightFor({ 'a.sk': 'fn one\n' }, 'one')).keys()]
  expect(new Set(names.map(signalOf))).toEqual(new Set(SIGNALS))
  expect(Object.keys(WEIGHTS).filter((name) => !names.includes(name))).toEqual([])
  expect(Object.values(WEIGHTS).every(Number.isFinite)).toBe(true)
})

test('a method is named by the class that holds it', () => {
  const sight = sightFor({ 'a.sk': 'class Sessions\n  fn close\n    x\nclass Doors\n  fn close\n    x\n' }, '`Sessions` cannot `close`')
  const both = featuresOf(sight).get('mention.both') as Float64Array
  expect(sight.units.map(({ name, holder }, i) => [holder, name, both[i]]).filter(([holder]) => holder !== '')).toEqual([['Sessions', 'close', 1], ['Doors', 'close', 0]])
})

test('what a block is', () => {
  const sight = sightFor({ 'a.sk': 'class Box\n  fn open\n    x\nfn _hidden\n  x\n' }, 'x')
  const column = (name: string) => byName(sight, featuresOf(sight).get(name) as Float64Array)
  expect(column('place.function')).toEqual({ Box: 0, open: 1, _hidden: 1 })
  expect(column('place.container')).toEqual({ Box: 1, open: 0, _hidden: 0 })
  expect(column('place.private')).toEqual({ Box: 0, open: 0, _hidden: 1 })
})

test('the block that says most in its file leads it, whatever the file is worth', () => {
  const sight = sightFor({ 'a.sk': 'fn one\n  login login session\nfn two\n  login\nfn three\n  x\n', 'b.sk': 'fn four\n  session\n' }, 'login session')
  const leading = byName(sight, featuresOf(sight).get('words.leading') as Float64Array)
  expect([leading['one'], leading['three'], leading['four']]).toEqual([1, 0, 1])
  expect(leading['two']).toBeLessThan(1)
})

test('what everybody uses is famous', () => {
  const sight = sightFor({ 'a.sk': 'fn one\n  helper()\nfn two\n  helper()\nfn helper\n  x\n' }, 'x')
  const column = (name: string) => byName(sight, featuresOf(sight).get(name) as Float64Array)
  expect(column('graph.fame')['helper']).toBeGreaterThan(0)
  expect(column('graph.fame')['one']).toBe(0)
  expect(column('graph.reach')['one']).toBeGreaterThan(column('graph.reach')['helper'] as number)
})
