import { expect, test } from 'vitest'
import { jsonLine, row, singleLine, visible } from './visible.ts'

test('controls, escapes, bidi marks, zero-width and tag characters are shown by their number', () => {
  expect(visible('\x1B[31mred\0')).toBe('⟨U+001B⟩[31mred⟨U+0000⟩')
  expect(visible('a\x7F\x9Bb\x0C')).toBe('a⟨U+007F⟩⟨U+009B⟩b⟨U+000C⟩')
  expect(visible('if (x\u202E)\u2066')).toBe('if (x⟨U+202E⟩)⟨U+2066⟩')
  expect(visible('a\u200Bb\u2060c\u2028d')).toBe('a⟨U+200B⟩b⟨U+2060⟩c⟨U+2028⟩d')
  expect(visible('x\u{E0041}y')).toBe('x⟨U+E0041⟩y')
})

test('so are marks of direction, fillers, and joiners and forms that join and form nothing', () => {
  expect(visible('a\u061Cb\u00ADc\u3164')).toBe('a⟨U+061C⟩b⟨U+00AD⟩c⟨U+3164⟩')
  expect(visible('pass\u200Dword \u200C\u200D')).toBe('pass⟨U+200D⟩word ⟨U+200C⟩⟨U+200D⟩')
  expect(visible('x\uFE0F 1\uFE0F\u20E3 ❤\uFE0F\uFE01')).toBe('x⟨U+FE0F⟩ 1\uFE0F\u20E3 ❤\uFE0F⟨U+FE01⟩')
  expect(visible('葛\u{E0100} 😀\u{E0101}\u{E0102} a\u{E0103}')).toBe('葛\u{E0100} 😀\u{E0101}⟨U+E0102⟩ a⟨U+E0103⟩')
})

test('half a surrogate pair is shown, a whole one stays', () => {
  expect(visible('\uD83C 🎉 \uDF89\uDB40')).toBe('⟨U+D83C⟩ 🎉 ⟨U+DF89⟩⟨U+DB40⟩')
})

test('a carriage return alone is shown, CRLF stays', () => expect(visible('a\r\nb\rc\r')).toBe('a\r\nb⟨U+000D⟩c⟨U+000D⟩'))

test('a byte order mark is left out where it opens a line and shown elsewhere, and in names everywhere', () => {
  expect(visible('\uFEFFa\uFEFF\n\uFEFFb\uFEFF\n\uFEFF\uFEFFc')).toBe('a⟨U+FEFF⟩\nb⟨U+FEFF⟩\n⟨U+FEFF⟩c')
  expect([visible('\uFEFF'), visible('a\n\uFEFF'), visible('\uFEFF\r\n')]).toEqual(['⟨U+FEFF⟩', 'a\n⟨U+FEFF⟩', '⟨U+FEFF⟩\r\n'])
  expect([singleLine('\uFEFFa'), row('\uFEFFa')]).toEqual(['⟨U+FEFF⟩a', '⟨U+FEFF⟩a'])
})

test('joiners, emoji, tabs and every script stay', () => {
  const text = 'می‌خواهم 👩‍💻\tÄ 好\n'
  expect(visible(text)).toBe(text)
})

test('a name is one line', () => expect(singleLine(' a\nb\tc\r\nd ')).toBe('⟨U+0020⟩a⟨U+000A⟩b⟨U+0009⟩c⟨U+000D⟩⟨U+000A⟩d⟨U+0020⟩'))

test('JSON hides nothing and reads back the same', () => {
  const text = '\x1B\u202E\uD800\u{E0041}\u009B"\\\uFEFF🎉'
  expect(jsonLine(text)).toBe(String.raw`"\u001b\u202e\ud800\udb40\udc41\u009b\"\\\ufeff🎉"`)
  expect(JSON.parse(jsonLine(text))).toBe(text)
})
