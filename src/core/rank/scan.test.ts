import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/kit/core.ts'
import { queryOf } from './query.ts'
import { scannerFor } from './scan.ts'
import { stemsOf, WORD } from './terms.ts'

const found = (task: string, text: string): string[] => {
  const query = queryOf(task)
  const places = scannerFor(query).places(text)
  return places.flatMap((number, i) => (i % 2 > 0 ? [] : [`${number < 0 ? query.names[-1 - number]?.name : query.terms[number]?.stem}@${places[i + 1]}`]))
}

test('the parts of identifiers are found, whatever their case and ending, at the word that holds them', () => {
  expect(found('session expiry', 'closeSessions SESSION_EXPIRES')).toEqual(['session@0', 'session@14', 'expir@14', 'session expir@14'])
})

test('a name is found as it is written, and so are its words', () => {
  expect(found('closeAll', 'closeAll closeall')).toEqual(['clos@0', 'clos all@0', 'closeAll@0'])
})

test('a word in the middle of another is not found', () => {
  expect(found('port', 'import transport')).toEqual([])
})

test('a task that asks nothing finds nothing, but words are counted', () => {
  const scanner = scannerFor(queryOf(''))
  expect([scanner.passing('two words').words, scanner.places('two words')]).toEqual([2, []])
})

test('counts and places are those of a naive search', () => {
  const word = fc.constantFrom('session', 'Sessions', 'closeAll', 'CLOSE', 'expiry', '__proto__', 'constructor', 'x', '$', '.', '(', ' ', '\n', 'größe', '🧵', 'toString')
  const text = fc.array(word, { maxLength: 40 }).map((parts) => parts.join(' '))
  fc.assert(fc.property(text, text, (task, body) => {
    const query = queryOf(task)
    const scanner = scannerFor(query)
    const [scan, places] = [scanner.passing(body), scanner.places(body)]
    expect(scanner.kept({ text: body })).toEqual(scan)
    const said = body.match(WORD()) ?? []
    expect(scan.words).toBe(said.length)
    query.terms.forEach(({ stem }, i) => { expect(scan.terms[i]).toBe(said.flatMap((one) => stemsOf(one)).filter((one) => one === stem).length) })
    query.names.forEach(({ name }, i) => { expect(scan.names[i]).toBe(said.filter((one) => one === name).length) })
    expect(places.length / 2).toBe([...scan.terms, ...scan.names].reduce((sum, count) => sum + count, 0))
    const offsets = places.filter((_, i) => i % 2 > 0)
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  }), runs(300))
})

test('a text that is kept is read once, and serves every task', () => {
  let reads = 0
  const holder = { get text() { reads++; return 'session login' } }
  expect([queryOf('session'), queryOf('login'), queryOf('router')].map((query) => scannerFor(query).kept(holder).terms[0])).toEqual([1, 1, 0])
  expect(reads).toBe(1)
})
