import fc from 'fast-check'
import { expect, test } from 'vitest'
import { about, ask, corpusOf, runs, someFiles, tiny, words } from '../../test/kit/core.ts'
import { allocate, ordered } from './allocate.ts'
import { compile } from './compile.ts'
import type { Corpus } from './corpus.ts'
import { emptyPage } from './page.ts'
import { type Plan, planOf } from './plan.ts'
import { pricerFor, unlimited } from './price.ts'
import { INCLUDE_OR_DROP, type Request } from './request.ts'
import { stepsOf } from './steps.ts'
import { everything } from './everything.ts'

/** The same by the market. */
function bought(corpus: Corpus, request: Request): Plan {
  const steps = stepsOf(corpus, request, unlimited(pricerFor(tiny, words, emptyPage(about(Infinity), words))))
  return planOf(corpus, steps, allocate(ordered(steps.market), Infinity))
}

/** Files as text alone: nothing was parsed. */
const unparsed = (files: Readonly<Record<string, string>>, request: Request): Corpus =>
  ({ files: corpusOf(files, request).files.map((file, i) => {
    const { parts, ...rest } = file
    return parts !== undefined && i % 4 === 3 ? { ...rest, entry: { ...rest.entry, stub: 'binary' } } : rest
  }) })

const shown = ({ head, files, folders, complete, value, overrun }: Plan): unknown =>
  ({ head, folders: [...folders], complete, value, overrun, files: files.map(({ file, listed, opened, bare }) => [file.entry.path, listed, opened, bare]) })

test('an endless budget shows what the market would sell it', () => {
  const ladders = fc.constantFrom<Partial<Request>>({}, { ladder: INCLUDE_OR_DROP }, { ladder: ['line'] }, { rules: [{ match: 'src/**', atMost: 'line', why: 'told' }] })
  fc.assert(fc.property(someFiles(8), ladders, (files, more) => {
    const request = ask({ budget: Infinity, ...more })
    const corpus = unparsed(files, request)
    const plan = everything(corpus, request, { hasLines: true, priced: () => bought(corpus, request) })
    expect(shown(plan as Plan)).toEqual(shown(bought(corpus, request)))
    expect(plan?.picks).toEqual(bought(corpus, request).picks)
  }), runs(100))
})

test('a cap, or a file that is shown in part, is left to the market', () => {
  const request = ask({ budget: Infinity })
  const parsed = corpusOf({ 'a.sk': 'fn a\n  body\n' }, request)
  const priced = (): Plan => bought(parsed, request)
  expect(everything(parsed, request, { hasLines: true, priced })).toBeUndefined()
  expect(everything({ files: [] }, ask({ budget: Infinity, rules: [{ match: '**', cap: 10, why: 'little' }] }), { hasLines: true, priced })).toBeUndefined()
})

test('nothing is priced unless somebody asks', () => {
  let counted = 0
  const meter = { ...words, count: (text: string) => { counted += text.length; return words.count(text) } }
  const request = ask({ budget: Infinity })
  const corpus = unparsed(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}.txt`, 'some text\n'.repeat(100)])), request)
  const compiled = compile(corpus, request, { format: { ...tiny, gist: () => '' }, meter, about: about(Infinity) })
  const before = counted
  expect([compiled.plan.picks.length > 40, compiled.least > 0]).toEqual([true, true])
  expect(counted).toBeGreaterThan(before)
  expect(before).toBeLessThan(10_000)
})

test('folders are looked for only where somebody asks for them', () => {
  const request = ask({ budget: Infinity })
  let asked = 0
  const corpus: Corpus = { files: unparsed({ 'src/a.txt': 'a\n', 'src/b.txt': 'b\n', 'c.txt': 'c\n' }, request).files.map((file) => ({ ...file, entry: { ...file.entry, get path() { asked++; return file.entry.path } } })) }
  const plan = everything(corpus, request, { hasLines: true, priced: () => { throw new Error('priced') } })
  expect(asked).toBe(0)
  expect([...plan?.folders ?? []]).toEqual(['./', 'src/'])
  expect(plan?.folders).toBe(plan?.folders)
})
