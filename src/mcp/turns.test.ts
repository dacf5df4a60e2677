import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const all = (turns: Turns<string>): string[] => {
  const order: string[] = []
  for (let thing = turns.next(); thing !== undefined; thing = turns.next()) order.push(thing)
  return order
}

test('whoever asks for much waits for it, and the others do not', () => {
  const turns = new Turns<string>()
  for (let i = 1; i <= 4; i++) turns.add('greedy', `g${i}`)
  turns.add('b', 'b1')
  turns.add('c', 'c1')
  turns.add('b', 'b2')
  expect(all(turns)).toEqual(['g1', 'b1', 'c1', 'g2', 'b2', 'g3', 'g4'])
})

test('whoever comes while others wait is next after one of each', () => {
  const turns = new Turns<string>()
  for (let i = 1; i <= 100; i++) turns.add('greedy', `g${i}`)
  expect(turns.next()).toBe('g1')
  turns.add('late', 'l1')
  expect([turns.next(), turns.next(), turns.next()]).toEqual(['g2', 'l1', 'g3'])
})

test('what is taken back is not done, and a line that is empty has no turn', () => {
  const turns = new Turns<string>()
  turns.add('a', 'a1')
  turns.add('b', 'b1')
  turns.remove('a', 'a1')
  turns.remove('nobody', 'x')
  expect(all(turns)).toEqual(['b1'])
  turns.add('a', 'a2')
  turns.add('b', 'b2')
  expect(turns.clear()).toEqual(['a2', 'b2'])
  expect(turns.next()).toBe(undefined)
})
