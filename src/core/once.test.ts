import { expect, test, vi } from 'vitest'
import { lately, once, remembered } from './once.ts'

test('what follows from a name is worked out once, where only the last is remembered once in a row, and what follows from nothing once', () => {
  for (const [keeping, times] of [[remembered, 2], [lately, 3]] as const) {
    const make = vi.fn((name: string) => `${name}!`)
    const keep = keeping(make)
    expect(['a', 'a', 'b', 'b', 'a'].map(keep)).toEqual(['a!', 'a!', 'b!', 'b!', 'a!'])
    expect(make).toHaveBeenCalledTimes(times)
  }
  const make = vi.fn(() => undefined)
  const keep = once(make)
  expect([keep(), keep()]).toEqual([undefined, undefined])
  expect(make).toHaveBeenCalledTimes(1)
})
