import { expect, test } from 'vitest'
import { contextChunk, higherPriority, PRIORITIES, priorityNamed } from './chunk.ts'

test('S4.11: five priorities with the numbers of the protocol', () => {
  expect(PRIORITIES).toEqual({ CRITICAL: 1000, HIGH: 800, MEDIUM: 500, LOW: 200, MINIMAL: 100 })
})

test('S4.9, S4.10: a chunk has its fields and is counted once, when it is made', () => {
  let counted = 0
  const chunk = contextChunk({ content: 'one two', source: 'a.ts', chunk_type: 'file', priority: 'HIGH' }, (text) => (counted++, text.split(' ').length))
  expect(chunk).toEqual({ content: 'one two', source: 'a.ts', chunk_type: 'file', priority: 'HIGH', tokens: 2, metadata: {} })
  expect(counted).toBe(1)
})

test('points have a name', () => {
  expect([1400, 1000, 999, 800, 500, 499, 200, 100, 0].map(priorityNamed)).toEqual(['CRITICAL', 'CRITICAL', 'HIGH', 'HIGH', 'MEDIUM', 'LOW', 'LOW', 'MINIMAL', 'MINIMAL'])
  expect([higherPriority('LOW', 'HIGH'), higherPriority('CRITICAL', 'HIGH')]).toEqual(['HIGH', 'CRITICAL'])
})
