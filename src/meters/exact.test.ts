import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countTokens as gptCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as gptO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { get_encoding } from 'tiktoken'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildVocabulary, loadVocabulary } from '../../scripts/build-vocab.mjs'
import { ENCODINGS, exactMeter, type Encoding, type ExactMeter } from './exact.ts'
import { RUNS } from './unicode.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const utf8 = new TextEncoder()

// tiktoken is the reference. gpt-tokenizer is a second, independent opinion wherever its pattern means the same.
const reference = { o200k_base: get_encoding('o200k_base'), cl100k_base: get_encoding('cl100k_base') }
const tiktoken = (encoding: Encoding, text: string): number => reference[encoding].encode(text, [], []).length
const gpt = (encoding: Encoding, text: string): number =>
  (encoding === 'o200k_base' ? gptO200k : gptCl100k)(text, { disallowedSpecial: new Set<string>() })

// Its \s has U+FEFF and lacks U+0085, its 's has no long s, and its cl100k pattern takes white space at the very end in one piece,
// newlines included.
const gptAgrees = (encoding: Encoding, text: string): boolean =>
  !/[\ufeff\u0085\u017f]/.test(text) && (encoding === 'o200k_base' || !/[\r\n]\s*[^\S\r\n]$/.test(text))

const meters = {} as Record<Encoding, ExactMeter>
let files: { path: string; text: string }[] = []

beforeAll(async () => {
  files = realFiles(400)
  for (const encoding of ENCODINGS) meters[encoding] = exactMeter(encoding, await loadVocabulary(encoding))
})

describe.each(ENCODINGS)('%s', (encoding) => {
  test('counts real files as tiktoken and gpt-tokenizer do', () => {
    expect(files.length).toBeGreaterThan(200)
    for (const { path, text } of files) {
      const counted = meters[encoding].count(text)
      expect(counted, path).toBe(tiktoken(encoding, text))
      if (gptAgrees(encoding, text)) expect(counted, path).toBe(gpt(encoding, text))
    }
  })

  test('counts 20,000 hostile strings as tiktoken and gpt-tokenizer do, from text and from bytes', () => {
    const random = randomFrom(20_240_517)
    let asked = 0
    for (let i = 0; i < 20_000; i++) {
      const text = hostile(random)
      const counted = meters[encoding].count(text)
      const expected = tiktoken(encoding, text)
      if (counted !== expected) expect(counted, JSON.stringify(text)).toBe(expected)
      const fromBytes = meters[encoding].countBytes(utf8.encode(text))
      if (fromBytes !== expected) expect(fromBytes, JSON.stringify(text)).toBe(expected)
      if (!gptAgrees(encoding, text)) continue
      asked++
      const second = gpt(encoding, text)
      if (counted !== second) expect(counted, JSON.stringify(text)).toBe(second)
    }
    expect(asked).toBeGreaterThan(10_000)
  })

  test('knows the kind of the characters at both ends of every run of Unicode', () => {
    for (const point of edges()) {
      const c = String.fromCodePoint(point)
      const text = `x${c}y's ${c}A1${c}\n${c}  ${c}\n /${c}'s..${c}/\n${c}'s`
      const counted = meters[encoding].count(text)
      if (counted !== tiktoken(encoding, text)) expect.fail(`U+${point.toString(16)} is of another kind`)
    }
  })

  test.each([
    ['letters', 'a'], ['brackets', '['], ['spaces', ' '], ['capitals', 'A'], ['newlines', '\n'], ['Chinese', '中文字符測試'],
    ['accents', 'e\u0301'], ['words', 'antidisestablishmentarianism'], ['base64', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ'],
  ])('counts a run of %s longer than a window as tiktoken does', (_, unit) => {
    const run = unit.repeat(Math.ceil(10_000 / utf8.encode(unit).length))
    expect(meters[encoding].count(run)).toBe(tiktoken(encoding, run))
  })

  test('counts a long run of random letters, where the windows must agree at their seams', () => {
    const random = randomFrom(3)
    const run = Array.from({ length: 15_000 }, () => String.fromCharCode(97 + random(26))).join('')
    expect(meters[encoding].count(run)).toBe(tiktoken(encoding, run))
  })

  test('takes special tokens as text', () => {
    for (const text of ['<|endoftext|>', 'a<|endofprompt|>b', '<|fim_prefix|><|endoftext|>']) {
      expect(meters[encoding].count(text)).toBe(tiktoken(encoding, text))
      expect(meters[encoding].count(text)).toBeGreaterThan(3)
    }
  })

  test('counts nothing as nothing', () => {
    expect(meters[encoding].count('')).toBe(0)
    expect(meters[encoding].countBytes(new Uint8Array(0))).toBe(0)
  })

  test('counts bytes at an odd place in a shared buffer', () => {
    const text = 'unaligned words and numbers 12345'
    const buffer = new Uint8Array(200)
    buffer.set(utf8.encode(text), 7)
    expect(meters[encoding].countBytes(buffer.subarray(7, 7 + text.length))).toBe(meters[encoding].count(text))
  })

  test('comes to an end on bytes that are not UTF-8', () => {
    const random = randomFrom(11)
    const bytes = Uint8Array.from({ length: 50_000 }, () => random(256))
    expect(meters[encoding].countBytes(bytes)).toBeGreaterThan(0)
  })

  test('remembers without mixing pieces up: a second count is the first', () => {
    const text = files.slice(0, 60).map((file) => file.text).join('\n')
    const fresh = meters[encoding].count(text)
    expect(meters[encoding].count(text)).toBe(fresh)
    expect(fresh).toBe(tiktoken(encoding, text))
  })
})

test('the vocabulary of another encoding is refused by name', async () => {
  const other = await buildVocabulary('cl100k_base')
  expect(() => exactMeter('o200k_base', other)).toThrow(/o200k_base has 199998 tokens; the vocabulary handed in has 100256/)
})

/** A generator of whole numbers below a limit, the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const ATOMS: readonly (readonly string[])[] = [
  ['a', 'b', 'hello', 'World', 'HTTP', 'camelCase', 'ABCdef', 'zzz', 'ing', 'q'],
  ["'s", "'S", "'t", "'re", "'VE", "'ll", "'lL", "'d", "'M", "'", "''", "'x", "'\u017f", '\u2019s'],
  ['1', '12', '1234567', '٣', '४५६', '൧൨൩൪', '²', '½', 'Ⅷ', '𝟘𝟙𝟚𝟛', '㊿'],
  [' ', '  ', '   ', '\t', '\t\t', '\u00a0', '\u2003', '\u3000', '\u0085', '\u000b', '\u000c', '\u1680'],
  ['\n', '\r\n', '\r', '\n\n', '\r\r\n', '\n \n', '\u2028', '\u2029', '\n\t'],
  ['.', ',', '!!', '/', '//', '/*', '*/', '</', '{}', '[[', '_', '__', '--', '=>', '#', '"', '\\', '$', '|>', '<|endoftext|>'],
  ['\u0301', '\u0308\u0301', '\u20dd', '\ufe0f', '\u200d', '\u0941', '\u0e31', '\u{e0100}'],
  ['é', 'ß', 'Ω', 'ж', 'Ж', 'Ǆ', 'ǅ', 'ǆ', 'ᾼ', 'ŉ', 'ﬁ', 'İ', 'ı'],
  ['中', '文字', 'かな', 'カナ', '한국', 'ไทย', 'हिन्दी', 'עברית', 'العربية', 'ʰ', 'ª', 'º', 'ـ', 'ゝ'],
  ['🎉', '👩‍👩‍👧', '🇩🇪', '𝒜', '𐐀', '𐐨', '𠀀', '\u{10ffff}', '\u{1e900}\u{1e922}'],
  ['\ufeff', '\ud800', '\udc00', '\udc00\ud800', '\u0000', '\u007f', '\ufffd', '\u200b', '\u00ad', '\u061c'],
]

function hostile(random: (below: number) => number): string {
  // A few kinds of atoms at a time make their meetings frequent.
  const kinds = Array.from({ length: 1 + random(4) }, () => ATOMS[random(ATOMS.length)]!)
  return Array.from({ length: 1 + random(24) }, () => {
    const atoms = kinds[random(kinds.length)]!
    return atoms[random(atoms.length)]
  }).join('')
}

/** The first and the last code point of every run of characters of one kind. */
function edges(): number[] {
  let at = 0
  const points: number[] = []
  for (const [, , length] of RUNS.matchAll(/([A-Z])([0-9a-z]*)/g)) {
    const end = at + (length === '' ? 1 : Number.parseInt(length!, 36))
    points.push(at, end - 1)
    at = end
  }
  expect(at).toBe(0x110000)
  return points.filter((point) => point < 0xd800 || point > 0xdfff)
}

/** Files of the packages this project installs, spread over all of them, the same on every run. */
function realFiles(wanted: number): { path: string; text: string }[] {
  const paths = readdirSync(join(ROOT, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.') && /\.(js|mjs|cjs|ts|md|json)$/.test(path))
    .sort()
  const step = Math.max(1, Math.floor(paths.length / wanted))
  return paths
    .filter((_, index) => index % step === 0)
    .map((path) => join(ROOT, 'node_modules', path))
    .filter((path) => statSync(path).isFile() && statSync(path).size < 40_000)
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}
