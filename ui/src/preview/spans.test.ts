import hljs from 'highlight.js/lib/core'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../src/languages/index.ts'
import { GRAMMARS, grammarsFor, PLAIN } from './languages.ts'
import { coloured, packed, SpanEmitter } from './spans.ts'

async function spansOf(language: string, text: string): Promise<{ names: readonly string[]; at: Int32Array }> {
  hljs.configure({ __emitter: SpanEmitter })
  for (const name of grammarsFor(language)) hljs.registerLanguage(name, (await (GRAMMARS[name] as NonNullable<(typeof GRAMMARS)[string]>)()).default)
  return packed((hljs.highlight(text, { language: grammarsFor(language)[0] as string, ignoreIllegals: true })._emitter as unknown as SpanEmitter).found)
}

test('stretches of a line give the line back, with the innermost name for each', async () => {
  const text = 'const a = `x ${1 + 1}` // why\nlet b = 2\n'
  const spans = await spansOf('typescript', text)
  const pieces = coloured(text, [0, text.indexOf('\n')], spans)
  expect(pieces.map((piece) => piece.text).join('')).toBe('const a = `x ${1 + 1}` // why')
  expect(pieces.filter(({ colour }) => colour !== undefined).map((piece) => [piece.colour, piece.text])).toEqual([
    ['keyword', 'const'], ['string', '`x '], ['subst', '${'], ['number', '1'], ['subst', ' + '], ['number', '1'], ['subst', '}'], ['string', '`'], ['comment', '// why'],
  ])
  expect(coloured(text, [text.indexOf('let'), text.length - 1], spans)[0]).toEqual({ text: 'let', colour: 'keyword' })
})

test('another language inside keeps its own colours', async () => {
  const text = '<p>hi</p>\n<script>\nconst deep = 1\n</script>\n'
  const spans = await spansOf('html', text)
  const at = text.indexOf('const')
  expect(coloured(text, [at, text.indexOf('\n', at)], spans)[0]).toEqual({ text: 'const', colour: 'keyword' })
})

test('a text without colours is one stretch', () => {
  expect(coloured('plain', [0, 5], undefined)).toEqual([{ text: 'plain' }])
  expect(coloured('plain', [2, 2], undefined)).toEqual([])
})

test('every language of ours is coloured, or known to be plain', () => {
  const unknown = LANGUAGES.map(({ name }) => name).filter((name) => grammarsFor(name).length === 0 && !PLAIN.has(name))
  expect(unknown).toEqual([])
})

test('every grammar that a language needs is there', async () => {
  const needed = LANGUAGES.flatMap(({ name }) => grammarsFor(name))
  expect(needed.filter((name) => !Object.hasOwn(GRAMMARS, name))).toEqual([])
  for (const name of new Set(needed)) expect(typeof (await (GRAMMARS[name] as NonNullable<(typeof GRAMMARS)[string]>)()).default).toBe('function')
})
