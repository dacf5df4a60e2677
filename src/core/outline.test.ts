import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeOutline, encodeOutline, type OutlineItem } from './outline.ts'

const item = fc.record({
  kind: fc.constantFrom('module', 'class', 'interface', 'enum', 'type', 'function', 'method', 'field', 'constant'),
  name: fc.string({ minLength: 1 }).filter((name) => !/[\t\n]/.test(name)),
  step: fc.nat(100_000), more: fc.nat(100_000), depth: fc.nat(30),
})

test('an outline comes back from its text', () => {
  fc.assert(fc.property(fc.array(item), (parts) => {
    let line = 0
    const items = parts.map(({ kind, name, step, more, depth }): OutlineItem => ({ kind, name, line: line += step, end: line + more, depth })) as OutlineItem[]
    expect(decodeOutline(encodeOutline(items))).toEqual(items)
  }))
})

test('it is short: a kind, a name and three small numbers', () => {
  expect(encodeOutline([{ kind: 'class', name: 'Session', line: 3, end: 40, depth: 0 }, { kind: 'method', name: 'close', line: 5, end: 9, depth: 1 }])).toBe('cSession\t0 3 11\ndclose\t1 2 4')
})

test('a damaged text is no outline, and nothing is thrown', () => {
  for (const text of ['x', 'cA\t1 2', 'cA\t1 2 -', 'c\t0 1 1', '?A\t0 1 1', 'cA\t0 1 1\n', 'cA\t0 99999999999 1']) expect(decodeOutline(text)).toBe(undefined)
  fc.assert(fc.property(fc.string(), (text) => { decodeOutline(text) }))
})
