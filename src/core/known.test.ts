import { expect, test } from 'vitest'
import { ask, entryOf, sketch, sketchTiles, words } from '../../test/kit/core.ts'
import { gather } from './gather.ts'
import { knownOf, languageOf, outlineOf, parsedOf, tallyOf } from './known.ts'
import type { Entry, Memory, Parser } from './ports.ts'
import { Tally } from './tally.ts'

/** A memory in which a test can look and write. */
function remembering(): Memory & { readonly kept: Map<string, string | Uint8Array> } {
  const kept = new Map<string, string | Uint8Array>()
  return {
    kept,
    recall: (kind, sha256) => kept.get(`${kind} ${sha256}`) as Uint8Array | undefined,
    keep: (kind, sha256, value) => void kept.set(`${kind} ${sha256}`, value),
    recallText: (kind, sha256) => kept.get(`${kind} ${sha256}`) as string | undefined,
    keepText: (kind, sha256, value) => void kept.set(`${kind} ${sha256}`, value),
  }
}

const parser: Parser = {
  languageOf: (path) => (path.endsWith('.sk') ? sketch : undefined), languageNamed: () => sketch, prepare: async () => {},
  parse: (_, text) => ({ tiles: sketchTiles(text) }), outline: () => [{ kind: 'function', name: 'a', line: 1, end: 2, depth: 0 }],
}

/** An entry whose text may be read this often. */
function readable(text: string, times: number): Entry {
  let left = times
  const facts = entryOf('a.sk', '')
  return { ...facts, get text() { if (left-- <= 0) throw new Error('read again'); return text } }
}

test('what is known of a text is known without it the next time', async () => {
  const by = { parser, meter: words, memory: remembering() }
  const first = readable('fn a\n  body\n', 100)
  const known = knownOf(first, by, true)
  const parsed = await parsedOf(first, sketch, by)
  const outline = outlineOf(first, by)
  const again = readable('', 0)
  expect(knownOf(again, by, true)).toMatchObject({ language: 'sketch', tokens: known.tokens, words: known.words })
  expect([languageOf(again, by), await parsedOf(again, sketch, by), outlineOf(again, by)]).toEqual([sketch, parsed, outline])
  expect(known.tokens).toBe(3)
})

test('without a memory everything is worked out from the text, each time', () => {
  expect(() => knownOf(readable('fn a\n', 0), { parser, meter: words }, false)).toThrow('read again')
})

test('tokens are kept for each meter', () => {
  const by = { parser, meter: words, memory: remembering() }
  knownOf(readable('fn a\n', 100), by, false)
  expect(knownOf(readable('fn a\n', 100), { ...by, meter: { ...words, name: 'other', count: () => 77 } }, false).tokens).toBe(77)
})

test('values that cannot be what was kept are made again', async () => {
  const memory = remembering()
  const by = { parser, meter: words, memory }
  const entry = readable('fn a\n', 100)
  const good = { known: knownOf(entry, by, true), parsed: await parsedOf(entry, sketch, by), outline: outlineOf(entry, by) }
  for (const key of memory.kept.keys()) if (!key.startsWith('language')) memory.kept.set(key, key.startsWith('tokens') || key.startsWith('words') ? new Uint8Array(3) : '{"uiles":[]}')
  expect({ known: knownOf(entry, by, true), parsed: await parsedOf(entry, sketch, by), outline: outlineOf(entry, by) }).toEqual(good)
})

test('a tally is made where the meter has one, and known without the text afterwards', () => {
  const by = { parser, memory: remembering(), meter: { ...words, tally: (text: string) => new Tally(words.count(text), new Uint8Array()) } }
  expect(tallyOf(readable('fn a\n', 1), by)?.tokens).toBe(2)
  expect(tallyOf(readable('', 0), by)?.tokens).toBe(2)
  expect(tallyOf(readable('', 0), { ...by, meter: words })).toBe(undefined)
})

test('what is parsed for a page is priced from its tally', async () => {
  const meter = { ...words, tally: (text: string) => new Tally(words.count(text), new Uint8Array()) }
  for (const task of ['', 'body']) {
    const { files } = await gather([entryOf('a.sk', 'fn a\n  body\n'), entryOf('b.txt', 'plain')], ask({ task, budget: 100 }), { parser, meter, utility: new Map() })
    expect(files.map(({ tally }) => tally?.tokens)).toEqual([3, undefined])
  }
})

test('what a parser could not do for a reason that need not lie in the text is not kept', async () => {
  const memory = remembering()
  let fails = true
  const shaky: Parser = { ...parser, parse: (_, text) => (fails ? { tiles: [], problem: 'the parser failed', passing: true } : { tiles: sketchTiles(text) }) }
  const entry = entryOf('a.sk', 'fn a\n  body\n')
  expect((await parsedOf(entry, sketch, { parser: shaky, memory })).passing).toBe(true)
  fails = false
  expect((await parsedOf(entry, sketch, { parser: shaky, memory })).tiles).not.toEqual([])
})

test('a file that is called like a language has the language of its text', () => {
  const [shell, python] = ['shell', 'python'].map((name) => ({ ...sketch, name })) as [typeof sketch, typeof sketch]
  const byText: Parser = { ...parser, languageOf: (path) => (path === 'python' ? python : shell), languageNamed: (name) => (name === 'python' ? python : name === 'shell' ? shell : undefined) }
  const by = { parser: byText, memory: remembering() }
  for (let round = 0; round < 2; round++) for (const [path, language] of [['pip', shell], ['pip2', shell], ['shell', shell], ['python', python]] as const) expect([path, languageOf({ ...entryOf(path, 'text'), path }, by)?.name]).toEqual([path, language.name])
  for (let i = 0; i < 300; i++) expect(languageOf({ ...entryOf('x', 'text'), path: `name ${i}` }, by)?.name).toBe('shell')
})

test('tokens and words of a text that lies in bytes are found there, and are those of the text', () => {
  const said = 'close naïveSession, “quoted” twice twice\n'
  const named = { ...parser, languageOfName: () => sketch }
  const meter = { ...words, countBytes: (utf8: Uint8Array) => words.count(Buffer.from(utf8).toString()) }
  const inBytes: Entry = Object.assign(readable('', 0), { utf8: () => Buffer.from(said) })
  const { tokens, words: found } = knownOf(inBytes, { parser: named, meter }, true)
  const { tokens: counted, words: read } = knownOf(entryOf('a.sk', said), { parser: named, meter: words }, true)
  expect([tokens, found]).toEqual([counted, read])
  expect(tokens).toBe(5)
})
