import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSettled } from './stamp.ts'

test('a stamp is settled some ticks after both of its times, and two seconds after where the disk counts in seconds', () => {
  const times = fc.oneof(fc.integer({ min: 0, max: 9 }).map((seconds) => seconds * 1000), fc.double({ min: 0, max: 9999, noNaN: true }))
  fc.assert(fc.property(times, times, times, (modified, changed, moment) => {
    const window = modified % 1000 === 0 && changed % 1000 === 0 ? 2000 : 30
    expect(isSettled(modified, changed, moment)).toBe(modified < moment - window && changed < moment - window)
  }))
})
