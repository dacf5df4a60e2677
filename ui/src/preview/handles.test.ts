import { expect, test } from 'vitest'
import { handlesIn } from './handles.ts'

const targets = (line: string): string[] => handlesIn(line).map(({ target }) => target)

test('handles are found as pages write them', () => {
  expect(targets('zoom src/a.ts#Sessions.closeAll@9f8e7d6c; then @00000000, A.ADR1@d00dad42')).toEqual(['src/a.ts#Sessions.closeAll@9f8e7d6c', '@00000000', 'A.ADR1@d00dad42'])
  expect(targets('<file path="src/a.ts" alias="A.ADR1@d00dad42">')).toEqual(['A.ADR1@d00dad42'])
  expect(targets('cut: out@9f8e7d6c:120-180.')).toEqual(['out@9f8e7d6c:120-180'])
})

test('what only looks like one is text', () => {
  expect(targets('uses: actions/checkout@8f4b7f84864484a7bf31766abe9204da3cbe65b3')).toEqual([])
  expect(targets('a@b.c, @param, name@deadbee, name@deadbeefs')).toEqual([])
})

test('places are those of the line', () => {
  const line = 'see  src/a.ts@9f8e7d6c now'
  expect(handlesIn(line).map(({ start, end }) => line.slice(start, end))).toEqual(['src/a.ts@9f8e7d6c'])
})

test('a long line costs no more than it is long', () => {
  expect(handlesIn(`${'a'.repeat(400_000)}@9f8e7d6c`)[0]?.target.length).toBeLessThan(500)
  expect(handlesIn('@'.repeat(400_000))).toEqual([])
})
