// Damaged and hostile text in every language: nothing throws, tiles stay sound, and a healthy text reads afterwards as it did before. The seed is fixed and the
// number of texts too, so that a run is the same everywhere and ends.
import { describe, expect, test } from 'vitest'
import type { Language, Parsed } from '../../src/core/ports.ts'
import { LANGUAGES } from '../../src/languages/index.ts'
import { openParser, parseAs } from '../cases/parser.ts'
import { flawsOf, samplesOf } from '../kit/tiles.ts'

const parser = openParser()
/** Damaged texts for each language; more for a long night. */
const MUTANTS = Number(process.env['FOVEA_FUZZ'] ?? 16)

/** A die that falls the same way on every run. */
function die(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return below <= 0 ? 0 : Math.floor((state / 2 ** 32) * below)
  }
}

const NASTY = [
  '{', '}', '(', ')', '[', ']', '<', '>', '"', "'", '`', '"""', '/*', '*/', '//', '#', '--', '\\', '\0', '\u202e', '\ud800', '\r', '\t', '\f', '=', ';', ',', ':', '\n', '${', '<<EOF\n', '@', '?',
  '#if x\n', 'end\n', '…',
]

/** One way of damaging a text: cut, doubled, mixed with another, torn off, with a sign too many. */
function damaged(texts: readonly string[], roll: (below: number) => number): string {
  const text = texts[roll(texts.length)] as string
  const other = texts[roll(texts.length)] as string
  const [at, width] = [roll(text.length), 1 + roll(60)]
  switch (roll(6)) {
    case 0: return text.slice(0, at) + text.slice(at + width)
    case 1: return text.slice(0, at) + text.slice(at, at + width) + text.slice(at)
    case 2: return text.slice(0, at) + other.slice(roll(other.length))
    case 3: return text.slice(0, at)
    case 4: return text.slice(at)
    default: return `${text.slice(0, at)}${(NASTY[roll(NASTY.length)] as string).repeat(1 + roll(3))}${text.slice(at)}`
  }
}

/** Texts that no person writes: deep, endless, unclosed. */
function* hostile(sample: string): Iterable<string> {
  const line = sample.split('\n').find((one) => /[{([:]\s*$/.test(one)) ?? 'if (x) {'
  for (const sign of ['(', '[', '{', '<', '((a', '{"a":', '- ', '> ', '/*', '`', '${`', '<a>', 'a.', 'a(', '!', '-']) yield sign.repeat(2_000)
  yield `${line}\n`.repeat(1_000)
  yield Array.from({ length: 300 }, (_, i) => ' '.repeat(i) + line).join('\n')
  yield `x = "${'a'.repeat(300_000)}"\n`
  yield 'a '.repeat(100_000)
  yield sample.replaceAll('\n', ' ').repeat(20).slice(0, 100_000)
}

async function sound(language: Language, text: string): Promise<void> {
  expect(flawsOf((await parseAs(parser, language, text)).tiles, text)).toEqual([])
}

describe.each(LANGUAGES.map((language) => [language.name, language] as const))('%s', (name, language) => {
  const samples = samplesOf(name)
  const healthy = samples[0] as string
  const healthyTiles = (): Promise<Parsed> => parseAs(parser, language, healthy)

  test('damaged text', async () => {
    const before = await healthyTiles()
    const roll = die(name.length * 7919 + (name.codePointAt(0) ?? 0))
    for (let i = 0; i < MUTANTS; i++) await sound(language, damaged(samples, roll))
    expect(await healthyTiles()).toEqual(before)
  })

  test('hostile text', async () => {
    const before = await healthyTiles()
    for (const text of hostile(healthy)) await sound(language, text)
    expect(await healthyTiles()).toEqual(before)
  })
})
