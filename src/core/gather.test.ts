import { expect, test } from 'vitest'
import { ask, entryOf, sketchTiles, words } from '../../test/kit/core.ts'
import type { CorpusFile } from './corpus.ts'
import { choosesRoughly, gather } from './gather.ts'
import type { Language, Parser } from './ports.ts'
import { INCLUDE_OR_DROP } from './request.ts'

const sketch: Language = { name: 'sketch', title: 'Sketch', family: 'code', extensions: ['.sk'], remark: ['// ', ''] }

/** A parser that remembers what it was asked. */
function recorder(): Parser & { readonly prepared: string[]; readonly parsed: string[] } {
  const prepared: string[] = []
  const parsed: string[] = []
  return {
    prepared, parsed,
    languageOf: (path) => (path.endsWith('.sk') ? sketch : undefined),
    languageNamed: () => sketch,
    prepare: async ({ name }) => { prepared.push(name) },
    outline: () => [],
    parse: (_, text) => {
      parsed.push(text)
      return text.includes('broken') ? { tiles: [], problem: 'cannot be read' } : { tiles: sketchTiles(text) }
    },
  }
}
const entries = [entryOf('a.sk', 'fn a\n  login\n'), entryOf('b.sk', 'fn b\n'), entryOf('c.txt', 'three plain words'), entryOf('d.sk', 'fn broken\n')]
const tools = (parser: Parser) => ({ parser, meter: words, utility: new Map<string, number>() })

test('files are counted, ranked and parsed', async () => {
  const parser = recorder()
  const { files } = await gather(entries, ask({ task: 'login', budget: 100 }), tools(parser))
  expect(files.map(({ entry, language, remark, tokens }) => [entry.path, language, remark, tokens])).toEqual([
    ['a.sk', 'sketch', ['// ', ''], 3], ['b.sk', 'sketch', ['// ', ''], 2], ['c.txt', 'text', ['', ''], 3], ['d.sk', 'sketch', ['// ', ''], 2],
  ])
  expect(files.map(({ parts }) => parts?.block.children.map(({ name }) => name))).toEqual([['a'], ['b'], undefined, ['']])
  expect(files[0]?.score.value).toBeGreaterThan(files[1]?.score.value as number)
  expect(new Set(parser.prepared)).toEqual(new Set(['sketch']))
})

test('entries may come in any order', async () => {
  for (const task of ['', 'login']) {
    const [files, other] = await Promise.all([entries, entries.toReversed()].map(async (list) => (await gather(list, ask({ task, budget: 100 }), tools(recorder()))).files.map(({ entry, score }) => [entry.path, score.value])))
    expect(other).toEqual(files)
  }
})

test('a parse that went wrong says so, and the file is there', async () => {
  const { files } = await gather(entries, ask({ budget: 100 }), tools(recorder()))
  expect(files.map(({ parts }) => parts?.problem)).toEqual([undefined, undefined, undefined, 'cannot be read'])
})

test('blocks are scored by the task', async () => {
  const [file] = (await gather([entryOf('a.sk', 'fn one\n  login\nfn two\n  other\n')], ask({ task: 'login', budget: 100 }), tools(recorder()))).files as [CorpusFile]
  const [one, two] = [...(file.parts?.scores.entries() ?? [])].filter(([block]) => block.kind === 'function').map(([, score]) => score)
  expect(one).toBeGreaterThan((two as number) * 2)
})

test('a lens decides what is looked at', async () => {
  const lens = { name: 'x', doc: 'x', exclude: ['*.txt'], rules: [] }
  expect((await gather(entries, ask({ lens }), tools(recorder()))).files.map(({ entry }) => entry.path)).toEqual(['a.sk', 'b.sk', 'd.sk'])
})

test('nothing is parsed when no skeleton can be shown', async () => {
  const parser = recorder()
  const { files } = await gather(entries, ask({ budget: 100, ladder: INCLUDE_OR_DROP }), tools(parser))
  expect([parser.parsed, parser.prepared, files.filter(({ parts }) => parts !== undefined)]).toEqual([[], [], []])
})

test('a file in an unknown language stays whole', async () => {
  for (const task of ['', 'plain words']) {
    const parser = recorder()
    const { files } = await gather([entryOf('c.txt', 'plain words')], ask({ task, budget: 10 }), tools(parser))
    expect(files.map(({ parts }) => parts)).toEqual([undefined])
    expect([parser.prepared, parser.parsed]).toEqual([[], []])
  }
})

test('the size of a file that a task has not looked into is told in the unit of the meter', async () => {
  const many = Array.from({ length: 900 }, (_, i) => entryOf(`f${i}.sk`, `fn ${i < 300 ? 'login' : 'other'}`.padEnd(320)))
  for (const [bytesPerToken, about] of [[undefined, 80], [4, 80], [2, 160]] as const) {
    const { files } = await gather(many, ask({ task: 'login', budget: 100 }), { ...tools(recorder()), meter: { ...words, bytesPerToken } })
    expect(new Set(files.flatMap((file) => file.about ?? []))).toEqual(new Set([about]))
  }
})

test('a task is answered roughly where there is something to look for and a budget', () => {
  const asked = { task: 'login', budget: 100 }
  expect([asked, { ...asked, budget: Infinity }, { ...asked, task: '' }, { ...asked, task: '?!' }].map((one) => choosesRoughly(ask(one)))).toEqual([true, false, false, false])
})
