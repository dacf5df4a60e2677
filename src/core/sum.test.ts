import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { loadVocabulary } from '../../scripts/build-vocab.mjs'
import { entryOf, quarters, tiny } from '../../test/kit/core.ts'
import { exactMeter, type ExactMeter } from '../meters/index.ts'
import { Sum } from './sum.ts'
import { type Whole, wholeOf } from './whole.ts'

const meters: ExactMeter[] = []
beforeAll(async () => { for (const name of ['o200k_base', 'cl100k_base'] as const) meters.push(exactMeter(name, await loadVocabulary(name))) })

const ATOMS = ['word', ' ', '  ', '\n', '\n', '\n\n', '\r\n', '/', '//', '/* a */', ' * a', '.', ');', '}', '<file>', '--- a ---', '\t', '\u00a0', 'é', '中', '🎉', '\u2028', "'s", '1']
const part = fc.record({ text: fc.array(fc.constantFrom(...ATOMS), { maxLength: 14 }).map((atoms) => atoms.join('')), isKnown: fc.boolean() })
const seen = (text: string, meter: ExactMeter): Whole => wholeOf(entryOf('a', text), { format: { ...tiny, gist: () => '' }, meter }) as Whole

test('parts add up to what their whole counts, wherever they meet and whichever are known', () => {
  for (const meter of meters) {
    fc.assert(fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const sum = new Sum(meter)
      for (const { text, isKnown } of parts) {
        if (isKnown) sum.addWhole(seen(text, meter), meter.count(text))
        else sum.add(text)
      }
      expect(sum.total).toBe(meter.count(parts.map(({ text }) => text).join('')))
    }), { numRuns: 5000, seed: 5 })
  }
})

test('more than is counted at once adds up too', () => {
  const [meter] = meters as [ExactMeter]
  const [line, text] = ['</file>\n<file>\n//\n', `${'some words\n'.repeat(9000)}\n\n// and more\n`]
  const sum = new Sum(meter)
  for (let i = 0; i < 5000; i++) sum.add(line)
  sum.add(text)
  sum.addWhole(seen(text, meter), meter.count(text))
  expect(sum.total).toBe(meter.count(line.repeat(5000) + text + text))
})

test('what is known is not counted again, but for its first and last lines', () => {
  const [meter] = meters as [ExactMeter]
  const asked: string[] = []
  const body = 'first line\nsecond line\nthird line\n'
  const whole = seen(body, meter)
  const sum = new Sum({ ...meter, count: (text) => { asked.push(text); return meter.count(text) } })
  sum.add('<file>\n')
  sum.addWhole(whole, meter.count(body))
  sum.add('</file>\n')
  expect(sum.total).toBe(meter.count(`<file>\n${body}</file>\n`))
  expect(asked.join('')).not.toContain('second line')
})

test('an estimator is added part by part', () => {
  const sum = new Sum(quarters)
  sum.add('abcde')
  sum.addWhole({ lines: 1, gist: '', head: 'fgh', tail: '', ends: 1 }, 7)
  sum.add('')
  expect(sum.total).toBe(2 + 7)
})
