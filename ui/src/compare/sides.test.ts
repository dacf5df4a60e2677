import { beforeAll, expect, test, vi } from 'vitest'
import type * as Sides from './sides.ts'

let sides: typeof Sides
beforeAll(async () => {
  vi.stubGlobal('location', { pathname: '/', search: '' })
  vi.stubGlobal('addEventListener', () => {})
  sides = await import('./sides.ts')
})

const read = (text: string): URLSearchParams => new URLSearchParams(text)
const said = (change: object): string => JSON.stringify(change)

test('what a side says beats what is said for both, and an empty word takes it back', () => {
  const query = read('budget=32k&a.budget=8k&task=fix&b.task=&file=x')
  expect(String(sides.sideIn(query, 'a'))).toBe('budget=8k&task=fix')
  expect(String(sides.sideIn(query, 'b'))).toBe('budget=32k')
  expect(String(sides.sidesIn(query))).toBe('budget=32k&a.budget=8k&task=fix&b.task=')
})

test('what both say alike is said once, what they say apart is said twice', () => {
  expect(said(sides.chosenFor(read('budget=8k'), 'b', { name: 'budget', value: '32k' }))).toBe('{"b.budget":["32k"],"a.budget":["8k"]}')
  expect(said(sides.chosenFor(read('a.budget=8k&b.budget=32k'), 'b', { name: 'budget', value: '8k' }))).toBe('{"budget":["8k"]}')
  expect(said(sides.chosenFor(read('task=fix'), 'a', { name: 'task', value: '' }))).toBe('{"a.task":[],"b.task":["fix"]}')
})

test('sides change places, with what they share', () => {
  expect(said(sides.swapped(read('task=fix&a.budget=8k&b.budget=32k')))).toBe('{"a.budget":["32k"],"b.budget":["8k"]}')
  expect(said(sides.swapped(read('budget=32k&a.budget=8k')))).toBe('{"a.budget":["32k"],"b.budget":["8k"]}')
})

test('half the budget of what is chosen', () => {
  expect(String(sides.halved(read('budget=8k&task=fix'), 8000))).toBe('task=fix&a.budget=8k&b.budget=4000')
  expect(String(sides.halved(read('budget=none'), 'none'))).toBe('a.budget=none&b.budget=32k')
})

test.each([
  ['--a.budget: a budget looks like 8000, not "lots"', 'A: a budget looks like 8000, not "lots"', [true, false]],
  ['B: there is no commit "lots" here', 'B: there is no commit "lots" here', [false, true]],
  ['--budget: a budget looks like 8000, not "lots"', 'a budget looks like 8000, not "lots"', [true, true]],
  ['the server does not answer', 'the server does not answer', [false, false]],
])('%s names its side', (message, text, at) => {
  const fault = sides.faultIn(message)
  expect(fault.text).toBe(text)
  expect(sides.SIDES.map((side) => sides.isAtFault(fault, side, 'lots'))).toEqual(at)
  expect(sides.isAtFault(fault, 'a', '')).toBe(false)
})
