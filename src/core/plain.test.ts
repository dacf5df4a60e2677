import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryOf, runs, words } from '../../test/kit/core.ts'
import { FORMATS } from '../formats/index.ts'
import { firstCut, firstCutIn, lastCut, lastCutIn } from './cuts.ts'
import type { Entry } from './ports.ts'
import { type Plain, plainOf } from './plain.ts'
import { visible } from './visible.ts'
import { wholeOf } from './whole.ts'

const look = (text: string): Plain => plainOf(Buffer.from(text)) as Plain

/** Texts with a little of everything, some of them longer than what is looked at together. */
const text = fc.array(fc.oneof(
  { arbitrary: fc.constantFrom('\n', '\t', ' ', 'let a = b[c[0]]', ']]', ']]>', '>', '// ', '/', 'x'.repeat(15), '\n\n', 'Generated', 'generate', 'd', '…', '’', 'é', 'ɵ', '中', '😀', '→'), weight: 6 },
  { arbitrary: fc.constantFrom('\r', '\r\n', '\0', '\x1b', '\x7f', '\u0080', '\u00ad', '\u200b', '\u200d', '\u202e', '\u2060', '\u3164', '\ufe0f', '\ufeff', '\uffff', '\u{e0041}', '\u115f', '\u17b4', '\u180e', '\u034f', '\u061c', '\uffa0', '\ufffa'), weight: 1 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 3 }), weight: 1 },
), { maxLength: 40 }).map((parts) => parts.join('').toWellFormed())

test('what is said of a text from its bytes is true of the text', () => {
  fc.assert(fc.property(text, (one) => {
    const { lineFeeds, isPlain, isTame, closes, maySayGenerated } = look(one)
    expect({ lineFeeds, isPlain, closes }).toEqual({ lineFeeds: one.split('\n').length - 1, isPlain: /^[\t\n\x20-\x7e]*$/.test(one), closes: one.includes(']]>') })
    if (isTame) expect([visible(one), one.includes('\r')]).toEqual([one, false])
    if (isPlain) expect(isTame).toBe(true)
    if (/generated/i.test(one) && isPlain) expect(maySayGenerated).toBe(true)
  }), runs(20_000))
})

test('every character that acts or hides makes a text wild, and letters of other scripts do not', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const one = `a${String.fromCodePoint(code)}b`
    if (visible(one) !== one || one.includes('\r')) expect(look(one).isTame, code.toString(16)).toBe(false)
  }
  for (const tame of ['naïve', 'ɵɵdefineComponent', '“quoted” — …', '日本語', '你好，世界（一）。', '한국어', 'مرحبا بالعالم', 'សួស្តី', 'ᠮᠣᠩᠭᠣᠯ', 'ㅏㅓ', 'кириллица', '😀', '→ ✅']) expect(look(tame).isTame, tame).toBe(true)
})

test('the word is found in the first 6,144 bytes only, wherever it stands there', () => {
  for (const at of [0, 1, 7, 8, 15, 16, 500, 2047, 6135, 6143]) expect(look(`${'x'.repeat(at)}GeNeRated`).maySayGenerated, String(at)).toBe(true)
  for (const at of [6144, 6159, 9000]) expect(look(`${'x'.repeat(at)}generated`).maySayGenerated, String(at)).toBe(false)
  expect(look('generate d').maySayGenerated).toBe(false)
})

test('cuts in bytes are those of the text', () => {
  fc.assert(fc.property(text, (one) => {
    const bytes = Buffer.from(one)
    const place = (at: number | undefined): number | undefined => (at === undefined ? undefined : bytes.subarray(0, at).toString().length)
    const [first, last] = [firstCut(one), lastCut(one)]
    expect(place(firstCutIn(bytes, Infinity))).toBe(first === one.length ? undefined : first)
    expect(place(lastCutIn(bytes, Infinity))).toBe(last === 0 ? undefined : last)
  }), runs(5000))
})

describe.each(FORMATS.filter(({ tame }) => tame).map((format) => [format.name, format] as const))('%s', (_, format) => {
  test('a text is the same from outside whether it is read or lies in bytes', () => {
    const inBytes = (one: string): Entry => ({ ...entryOf('a', one), utf8: () => Buffer.from(one) })
    fc.assert(fc.property(text, (one) => { expect(wholeOf(inBytes(one), { format, meter: words })).toEqual(wholeOf(entryOf('a', one), { format, meter: words })) }), runs(3000))
  })

  test('a format with another body is asked for every text, also when it was made from this one', () => {
    const bent = { ...format, body: (one: string) => one.replaceAll('let', 'LET') }
    const entry: Entry = { ...entryOf('a', 'let a\nlet b\nlet c\n'), utf8: () => Buffer.from('let a\nlet b\nlet c\n') }
    expect(wholeOf(entry, { format: bent, meter: words })).toBeUndefined()
  })

  test('a tame text in bytes is not read', () => {
    const unread: Entry = { ...entryOf('a', ''), get text(): string { throw new Error('it was read') }, utf8: () => Buffer.from('let a = “1”\nlet b\nlet c\n') }
    expect(wholeOf(unread, { format, meter: words })).toEqual({ lines: 4, gist: '', head: 'let a = “1”\n', tail: 'let c\n', ends: 6 })
  })
})
