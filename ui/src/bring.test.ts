import { expect, test } from 'vitest'
import { isOutOfSight } from './bring.ts'

test.each([[0, false], [400, false], [680, false], [681, true], [888, true], [-1, true]])('a panel that begins at %i of 800 pixels is out of sight: %s', (top, out) => {
  expect(isOutOfSight(top, 800)).toBe(out)
})
