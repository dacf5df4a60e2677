import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs, sketchText, tiledText } from '../../../test/kit/core.ts'
import { parsedTexts, sightFor } from '../../../test/kit/rank.ts'
import { type Block, walk } from '../block.ts'
import { fileBlock } from '../tile.ts'
import { fileFacts } from './files.ts'
import { queryOf } from './query.ts'
import { scannerFor } from './scan.ts'
import { type ParsedText, type Unit, unitsOf, unitWords } from './units.ts'

const unitsIn = (text: string, task: string): Unit[] => unitsOf(parsedTexts({ 'a.sk': text }, queryOf(task)), queryOf(task))

test('blocks come in reading order, each after what holds it', () => {
  const units = unitsIn('fn one\n  x\nclass Two\n  fn three\n    x\n  fn four\n    x\n', 'x')
  expect(units.map(({ name, holder, parent }) => [name, holder, parent]).filter(([name]) => name !== '')).toEqual([['one', '', -1], ['Two', '', -1], ['three', 'Two', 1], ['four', 'Two', 1]])
})

test('the size of what holds others is that of its own text', () => {
  const text = 'class Two\n  fn three\n    a long body of many words\n'
  const [two, three] = unitsIn(text, 'x') as [Unit, Unit]
  expect(two.size).toBe('class Two\n'.length)
  expect(three.size).toBe(text.length - two.size)
})

/** The smallest block around a place, found by looking at every one. */
function naive(block: Block, place: number): Block | undefined {
  const around = [...walk(block)].slice(1).filter(({ start, end }) => start <= place && end > place)
  return around.reduce<Block | undefined>((best, one) => (best === undefined || one.end - one.start <= best.end - best.start ? one : best), undefined)
}

function agrees({ facts, text, block }: ParsedText, task: string): void {
  const query = queryOf(task)
  const units = unitsOf([{ facts, text, block, links: [] }], query)
  const wanted = new Map(units.map((unit) => [unit.block, { terms: query.terms.map(() => 0), names: query.names.map(() => 0) }]))
  const places = scannerFor(query).places(text)
  places.forEach((number, i) => {
    if (i % 2 > 0) return
    const holder = naive(block, places[i + 1] as number)
    const counts = holder === undefined ? undefined : wanted.get(holder)
    if (counts === undefined) return
    if (number >= 0) counts.terms[number] = (counts.terms[number] ?? 0) + 1
    else counts.names[-1 - number] = (counts.names[-1 - number] ?? 0) + 1
  })
  for (const unit of units) expect({ terms: [...unit.terms], names: [...unit.names] }).toEqual(wanted.get(unit.block))
}

test('every word belongs to the innermost block around it, as a naive search finds it', () => {
  fc.assert(fc.property(sketchText, (text) => {
    const task = 'parse the session token of route and cache'
    const [file] = parsedTexts({ 'a.sk': text }, queryOf(task))
    agrees(file as ParsedText, task)
  }), runs(300))
})

test('the same for any tiles', () => {
  fc.assert(fc.property(tiledText, ({ text, tiles }) => {
    const task = 'w1 w2 w3 w5 w8 w13 w21'
    const [facts] = fileFacts([{ path: 'a', text }], queryOf(task))
    agrees({ facts: facts as ParsedText['facts'], text, block: fileBlock('a', text, tiles), links: [] }, task)
  }), runs(300))
})

test('several files do not count each other\'s words', () => {
  const query = queryOf('login')
  const units = unitsOf(parsedTexts({ 'a.sk': 'fn one\n  login\n', 'b.sk': 'fn two\n  other\n', 'c.sk': 'fn three\n  login login\n' }, query), query)
  expect(units.map(({ file, terms }) => [file, terms[0]])).toEqual([[0, 1], [1, 0], [2, 2]])
})

test('a unit is scored by its own text, its name and its signature', () => {
  const query = queryOf('login')
  const units = unitsIn('fn login(x)\n  y\nfn two(login)\n  y\nfn three(x)\n  login\nfn four(x)\n  y\n', 'login')
  const { words, name, signature } = unitWords(units, query)
  expect([...words].map((value) => value > 0)).toEqual([true, true, true, false])
  expect([...name].map((value) => value > 0)).toEqual([true, false, false, false])
  expect([...signature].map((value) => value > 0)).toEqual([true, true, false, false])
})

test('a unit that says more of the task covers more of it, however often it repeats itself', () => {
  const query = queryOf('login session')
  const units = unitsIn('fn one()\n  login session\nfn two()\n  login login login login\nfn three()\n  x\n', 'login session')
  const { cover } = unitWords(units, query)
  expect(cover[0]).toBeGreaterThan(cover[1] as number)
  expect(cover[2]).toBe(0)
})

test('one rare word outweighs a common one, and a class lends its members what it says as a whole', () => {
  const texts = { 'a.sk': 'class Ledger\n  fn one\n    refund\n  fn two\n    x\nfn three\n  order\nfn four\n  order\nfn five\n  order\n' }
  const { units, words } = sightFor(texts, 'a refund of an order')
  const at = (name: string): number => units.findIndex((unit) => unit.name === name)
  expect(words.rare[at('one')]).toBeGreaterThan(words.rare[at('three')] as number)
  expect([words.around[at('two')], words.around[at('three')]]).toEqual([1, 0])
})
