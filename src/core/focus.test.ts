import { describe, expect, test } from 'vitest'
import { entriesOf, packEntries, requestFor } from '../../test/kit/pack.ts'
import { about, ask, corpusOf, entryOf, sketch, sketchTiles, tiny, words } from '../../test/kit/core.ts'
import { compile } from './compile.ts'
import type { CorpusFile } from './corpus.ts'
import { focusOn, glance, type Tree } from './focus.ts'
import type { OutlineItem } from './outline.ts'
import { queryOf } from './rank/query.ts'
import type { Request } from './request.ts'
import { fileBlock } from './tile.ts'

const page = (files: Readonly<Record<string, string>>, more: Partial<Request>): string =>
  compile(corpusOf(files, ask(more)), ask(more), { format: tiny, meter: words, about: about(more.budget ?? 0) }).parts.join('')

describe('what is needed is shown, however much lies around it', () => {
  const body = (word: string): string => `  # what it is for\n${`  ${word} of the thing and more\n`.repeat(6)}`
  const names = ['open', 'write', 'login', 'read', 'close']
  const text = names.map((name) => `fn ${name}(x)\n${body(name === 'login' ? 'password' : 'paper')}`).join('')

  test('one function comes in full inside a file that stays a skeleton', () => {
    const shown = page({ 'src/a.sk': text, 'src/b.sk': text.replaceAll('password', 'paper').replaceAll('login', 'other') }, { task: 'the login refuses the password', budget: 75 })
    expect(shown).toContain(body('password'))
    expect(shown).not.toContain('  paper of')
    expect(words.count(shown)).toBeLessThanOrEqual(75)
  })

  test('a file of nothing that is needed is not opened before one of something', () => {
    for (let budget = 10; budget < 100; budget++) {
      const shown = page({ 'src/a.sk': text, 'src/z.sk': text.replaceAll('password', 'paper').replaceAll('login', 'other') }, { task: 'the login refuses the password', budget })
      if (shown.includes('> src/z.sk')) expect(shown, `budget ${budget}`).toContain('> src/a.sk')
    }
  })

  test('everything comes where everything fits, byte by byte', () => {
    const out = compile(corpusOf({ 'src/a.sk': text }, ask({ task: 'login' })), ask({ task: 'login', budget: 10_000 }), { format: tiny, meter: words, about: about(10_000) })
    expect(out.page.files.map((_, i) => out.page.bodyOf(i))).toEqual([text])
  })
})

test('types and signatures that a needed function uses come before those it does not use', async () => {
  const filler = (name: string): string => `export function ${name}(input: string): string {\n${'  input = input.trim()\n'.repeat(12)}  return input\n}\n`
  const entries = entriesOf([
    { path: 'src/refund.ts', content: "import { Money, roundUp } from './money.ts'\n\nexport function refund(amount: Money): Money {\n  // the customer gets the refund back\n  const refunded = roundUp(amount)\n  return refunded\n}\n" },
    { path: 'src/money.ts', content: `export interface Money {\n  readonly cents: number\n}\n\nexport function roundUp(amount: Money): Money {\n${'  amount = { cents: amount.cents }\n'.repeat(12)}  return amount\n}\n` },
    ...['paper', 'pencil', 'ruler', 'stapler'].map((name) => ({ path: `src/${name}.ts`, content: `export interface Sheet${name} {\n  readonly size: number\n}\n\n${filler(name)}` })),
  ])
  const shown = (await packEntries(entries, requestFor({ task: 'the refund of a customer is wrong', budget: 170 }), 'minimal')).parts.join('')
  expect(shown).toContain('const refunded = roundUp(amount)')
  expect(shown).toMatch(/interface Money|function roundUp/)
  expect(shown).not.toContain('amount = { cents')
  expect(shown).not.toMatch(/interface Sheet/)
})

describe('the two halves', () => {
  const task = 'the login refuses the password'
  const request = ask({ task, budget: 100 })
  const ask_ = { query: queryOf(task), request, evidence: { utility: new Map<string, number>() } }
  const priced = [['a.sk', 'fn login\n  password\n'], ['b.sk', 'fn other\n  x\n'], ['c.txt', 'the password of a login'], ['d.bin', '']].map(([path = '', text = '']) => ({
    entry: entryOf(path, text, path === 'd.bin' ? { stub: 'binary' } : {}), language: path.endsWith('.sk') ? 'sketch' : 'text', remark: ['// ', ''] as const, tokens: words.count(text),
  }))
  const treeOf = ({ entry }: CorpusFile): Tree => ({ block: fileBlock(entry.path, entry.text, sketchTiles(entry.text)), language: sketch, ...(entry.path === 'b.sk' ? { problem: 'cannot be read' } : {}) })
  const seen = glance(priced, ask_)
  const of = (paths: readonly string[]) => focusOn(seen, new Map(seen.files.filter(({ entry }) => paths.includes(entry.path)).map((file) => [file, treeOf(file)])), ask_)

  test('a glance ranks files by their texts, in their order', () => {
    expect(seen.files.map(({ entry }) => entry.path)).toEqual(['a.sk', 'b.sk', 'c.txt', 'd.bin'])
    const [a = 0, b = 0] = seen.files.map(({ score }) => score.value)
    expect(a).toBeGreaterThan(b)
  })

  test('a glance knows what files define, when it is told', () => {
    const two = ['x.sk', 'y.sk'].map((path) => ({ entry: entryOf(path, 'the password\n'), language: 'sketch', remark: ['// ', ''] as const, tokens: 2 }))
    const defines = (path: string): OutlineItem[] => (path === 'y.sk' ? [{ kind: 'function', name: 'password', line: 1, end: 1, depth: 0 }] : [])
    const [x = 0, y = 0] = glance(two, { ...ask_, outlineOf: ({ entry }) => defines(entry.path) }).files.map(({ score }) => score.value)
    expect(y).toBeGreaterThan(x)
  })

  test('what was parsed has parts, text stays whole with a score, and a parse that went wrong says so', () => {
    const { files, focused } = of(['a.sk', 'b.sk'])
    expect(focused).toBe(true)
    expect(files.map(({ parts }) => parts !== undefined)).toEqual([true, true, false, false])
    expect(files[1]?.parts?.problem).toBe('cannot be read')
    expect(files[2]?.score.value).toBeGreaterThan(0)
    expect(files[2]?.score.signals.length).toBeGreaterThan(0)
  })

  test('what was not looked into ranks below everything that was', () => {
    const { files } = of(['b.sk'])
    const [unseen = 0, looked = 0] = files.map(({ score }) => score.value)
    expect(unseen).toBeLessThan(looked)
  })

  test('no file at all is a corpus too', () => {
    expect(focusOn(glance([], ask_), new Map(), ask_)).toEqual({ focused: true, files: [] })
  })
})
