import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { loadVocabulary } from '../../scripts/build-vocab.mjs'
import { quarters } from '../../test/kit/core.ts'
import { exactMeter, type ExactMeter } from '../meters/index.ts'
import { Sum } from './sum.ts'

let meter: ExactMeter
beforeAll(async () => { meter = exactMeter('o200k_base', await loadVocabulary('o200k_base')) })

const ATOMS = ['word', ' ', '  ', '\n', '\n', '\n\n', '\r\n', '/', '//', '/* a */', '.', ');', '}', '<file>', '--- a ---', '\t', '\u00a0', 'é', '中', '🎉']
const part = fc.record({ text: fc.array(fc.constantFrom(...ATOMS), { maxLength: 14 }).map((atoms) => atoms.join('')), isKnown: fc.boolean() })

test('parts add up to what their whole counts, wherever they meet and whichever are known', () => {
  fc.assert(fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
    const sum = new Sum(meter)
    for (const { text, isKnown } of parts) sum.add(text, isKnown ? meter.count(text) : undefined)
    expect(sum.total).toBe(meter.count(parts.map(({ text }) => text).join('')))
  }), { numRuns: 5000, seed: 5 })
})

test('what is known is not counted again, but for its first and last lines', () => {
  const asked: string[] = []
  const sum = new Sum({ ...meter, count: (text) => { asked.push(text); return meter.count(text) } })
  const body = 'first line\nsecond line\nthird line\n'
  sum.add('<file>\n')
  sum.add(body, meter.count(body))
  sum.add('</file>\n')
  expect(sum.total).toBe(meter.count(`<file>\n${body}</file>\n`))
  expect(asked.join('')).not.toContain('second line')
})

test('an estimator is added part by part', () => {
  const sum = new Sum(quarters)
  sum.add('abcde')
  sum.add('fgh', 7)
  sum.add('')
  expect(sum.total).toBe(2 + 7)
})
