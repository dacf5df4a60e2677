import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvParser } from './csv-parser.ts'
import { delimiterOf, hasHeader } from './dialect.ts'

/** Rows of a text that arrives in parts. */
function rowsOf(parts: readonly string[], delimiter = ','): string[][] {
  const parser = new CsvParser(delimiter)
  return [...parts.flatMap((part) => parser.feed(part)), ...parser.finish()]
}

const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', ',', '\n', '\r', '1'), maxLength: 6 })
const written = (row: readonly string[], end: string): string => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',') + end

test('rows that are written and read again are the same, wherever the text is cut', () => {
  fc.assert(fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }), fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(80), { maxLength: 5 }), (rows, end, cuts) => {
    const text = rows.map((row) => written(row, end)).join('')
    const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
    const parts = places.slice(1).map((to, i) => text.slice(places[i], to))
    expect(rowsOf(parts)).toEqual(rows)
  }))
})

test('quotes are read with patience', () => {
  expect(rowsOf(['a,"b ""x"" c",d"e\n'])).toEqual([['a', 'b "x" c', 'd"e']])
  expect(rowsOf(['"a"b,c\n'])).toEqual([['ab', 'c']])
  expect(rowsOf(['a,b\n\n\r\nc,d'])).toEqual([['a', 'b'], ['c', 'd']])
  expect(rowsOf(['a,'])).toEqual([['a', '']])
})

test('any text gives the same rows wherever it is cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' '), maxLength: 40 })
  fc.assert(fc.property(text, fc.array(fc.nat(40), { maxLength: 8 }), (whole, cuts) => {
    const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length]
    expect(rowsOf(places.slice(1).map((to, i) => whole.slice(places[i], to)))).toEqual(rowsOf([whole]))
  }), { numRuns: 2000 })
})

test('a row of many cells is given up like one of a single cell, and one that is shorter is not', () => {
  const part = 'xxxxxxx,'.repeat(128 * 1024)
  const parser = new CsvParser(',')
  for (let i = 0; i < 7; i++) expect(parser.feed(part)).toEqual([])
  expect(parser.tooLong).toBe(false)
  expect(parser.feed('\n').map((row) => row.length)).toEqual([7 * 128 * 1024 + 1])
  for (let i = 0; i < 9; i++) parser.feed(part)
  expect(parser.tooLong).toBe(true)
  expect(parser.finish()).toEqual([])
})

test('a row that never ends is given up before memory is full', () => {
  const parser = new CsvParser(',')
  const part = 'x'.repeat(1024 * 1024)
  for (let i = 0; i < 20; i++) expect(parser.feed(part)).toEqual([])
  expect(parser.tooLong).toBe(true)
  expect(parser.finish()).toEqual([])
})

test.each([['a,b\n1,2\n', ','], ['a\tb\n1\t2\n', '\t'], ['a;b\n"1;1,5";2\n', ';'], ['a|b|c\n1|2|3\n', '|'], ['a,b;c\n1,2;3\n4,5;6\n', ',']])('the sign between cells of %j is %j', (text, sign) => {
  expect(delimiterOf(text, 'x.csv')).toBe(sign)
})

test('text without any sign follows its ending', () => {
  expect(delimiterOf('a\nb\n', 'x.tsv')).toBe('\t')
  expect(delimiterOf('a\nb\n', 'x.csv')).toBe(',')
})

test.each([
  ['names above numbers', [['id', 'n'], ['1', '2']], true],
  ['numbers above numbers', [['1', '2.5'], ['3', '4']], false],
  ['texts above texts', [['city', 'land'], ['Rome', 'Italy']], true],
  ['years above numbers', [['land', '1990', '1991', '1992'], ['Italy', '1', '2', '3']], true],
  ['an empty name of an index', [['', 'n'], ['0', '5']], true],
  ['a single row of names', [['id', 'name']], true],
  ['a single row of values', [['1', 'x']], false],
])('%s', (_, rows, expected) => expect(hasHeader(rows)).toBe(expected))
