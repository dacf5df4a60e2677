import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sectionAt, sharedPrefix } from './prefix.ts'

test('the shared beginning, and where it stops', () => {
  expect(sharedPrefix('a\nb\nc', 'a\nb\nd')).toEqual({ length: 4, lines: 2 })
  expect(sharedPrefix('', 'a')).toEqual({ length: 0, lines: 0 })
  expect(sharedPrefix('same\n', 'same\n')).toEqual({ length: 5, lines: 1 })
})

test('a character is not cut in two', () => {
  expect(sharedPrefix('a😀', 'a😁').length).toBe(1)
  expect(sharedPrefix('a😀', 'a😀').length).toBe(3)
})

test('both begin so, and not longer', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (head, a, b) => {
    const { length } = sharedPrefix(head + a, head + b)
    expect((head + a).slice(0, length)).toBe((head + b).slice(0, length))
    expect(length).toBeGreaterThanOrEqual(head.length)
  }))
})

test('the file in which a line stands', () => {
  const pack = { sections: [{ path: '', level: 'none' as const, sha8: '', lines: 2 }, { path: 'a.ts', level: 'full' as const, sha8: '', lines: 3 }] }
  expect([0, 1, 2, 4, 5].map((line) => sectionAt(pack, line))).toEqual(['', '', 'a.ts', 'a.ts', ''])
})
