import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/kit/core.ts'
import { sightFor } from '../../../test/kit/rank.ts'
import { Arrows, spread } from './graph.ts'

interface Arrow {
  readonly from: number
  readonly to: number
  readonly weight: number
}

const listed = ({ size, from, to, weight }: Arrows): Arrow[] => Array.from({ length: size }, (_, i) => ({ from: from[i] as number, to: to[i] as number, weight: weight[i] as number }))

function asArrows(list: readonly Arrow[]): Arrows {
  const arrows = new Arrows()
  for (const { from, to, weight } of list) arrows.add(from, to, weight)
  return arrows
}

function arrows(files: Readonly<Record<string, string>>, links: Readonly<Record<string, readonly string[]>> = {}): Record<string, number> {
  const sight = sightFor(files, 'anything', { links })
  const called = (i: number): string => `${sight.files[sight.units[i]?.file ?? 0]?.facts.path}#${sight.units[i]?.name}`
  return Object.fromEntries(listed(sight.arrows).map(({ from, to, weight }) => [`${called(from)} ${called(to)}`, weight]))
}

test('a name leads to the definition in its own file, else in an imported one, else anywhere', () => {
  const files = { 'a.sk': 'fn main\n  helper()\nfn helper\n  x\n', 'b.sk': 'fn other\n  helper()\n', 'c.sk': 'fn helper\n  x\n' }
  expect(Object.keys(arrows(files, { 'b.sk': ['c.sk'] }))).toEqual(['a.sk#main a.sk#helper', 'b.sk#other c.sk#helper'])
  expect(Object.keys(arrows(files))).toEqual(['a.sk#main a.sk#helper', 'b.sk#other a.sk#helper', 'b.sk#other c.sk#helper'])
})

test('of several definitions elsewhere the nearest is meant, and tests only where there is nothing else', () => {
  const files = { 'x/a.sk': 'fn main\n  helper()\n', 'x/b.sk': 'fn helper\n  x\n', 'y/c.sk': 'fn helper\n  x\n' }
  expect(Object.keys(arrows(files))).toEqual(['x/a.sk#main x/b.sk#helper'])
  expect(Object.keys(arrows({ 'x/a.sk': 'fn main\n  helper()\n', 'x/test_b.py': 'fn helper\n  x\n', 'y/c.py': 'fn helper\n  x\n' }))).toEqual(['x/a.sk#main y/c.py#helper'])
})

test('an import is surer than a name, a call surer than a mention', () => {
  const files = { 'a.sk': 'fn main\n  helper()\nfn plain\n  helper\n', 'c.sk': 'fn helper\n  x\n' }
  const [linked, loose] = [arrows(files, { 'a.sk': ['c.sk'] }), arrows(files)]
  expect(linked['a.sk#main c.sk#helper']).toBeGreaterThan(loose['a.sk#main c.sk#helper'] as number)
  expect(linked['a.sk#main c.sk#helper']).toBeGreaterThan(linked['a.sk#plain c.sk#helper'] as number)
})

test('a name that everybody has leads nowhere, and nothing leads to itself', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}.sk`, 'fn get\n  x\n']))
  expect(arrows({ ...many, 'a.sk': 'fn main\n  get()\n' })).toEqual({})
  expect(arrows({ 'a.sk': 'fn again\n  again()\n' })).toEqual({})
})

const graph = fc.integer({ min: 1, max: 8 }).chain((size) => fc.record({
  arrows: fc.array(fc.record({ from: fc.nat(size - 1), to: fc.nat(size - 1), weight: fc.double({ min: 0.01, max: 1, noNaN: true }) }), { maxLength: 20 }),
  seeds: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: size, maxLength: size }).map((values) => Float64Array.from(values)),
}))

test('nothing is taken away by spreading, what nobody uses gets nothing, and more seed is never less', () => {
  fc.assert(fc.property(graph, ({ arrows: all, seeds }) => {
    const { used, using } = spread(asArrows(all), seeds)
    for (const values of [used, using]) expect(values.every((value) => value >= 0 && Number.isFinite(value))).toBe(true)
    used.forEach((value, i) => { if (!all.some(({ to }) => to === i)) expect(value).toBe(0) })
    using.forEach((value, i) => { if (!all.some(({ from }) => from === i)) expect(value).toBe(0) })
    expect(spread(asArrows(all), seeds.map((seed) => seed * 2)).used.every((value, i) => value >= (used[i] as number))).toBe(true)
    expect([...spread(asArrows(all), seeds, () => false).used]).toEqual([...seeds].map(() => 0))
  }), runs(300))
})

test('there is room for any number of arrows', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({ from: i % 7, to: i % 11, weight: 1 + i }))
  expect(listed(asArrows(many))).toEqual(many)
})

test('a unit that uses everything gives little to each', () => {
  const fan = (count: number): Arrows => asArrows(Array.from({ length: count }, (_, i) => ({ from: 0, to: i + 1, weight: 1 })))
  const seeds = (count: number): Float64Array => Float64Array.from({ length: count + 1 }, (_, i) => Number(i === 0))
  expect(spread(fan(50), seeds(50)).used[1]).toBeLessThan((spread(fan(1), seeds(1)).used[1] as number) / 3)
})
