import { expect, test } from 'vitest'
import { censorOf, remembering } from './hidden-words.ts'

const SENTENCE = 'How much did you earn in the last twelve months before taxes and other things'
const censor = censorOf(['hr.salaries', 'zip', '§§', SENTENCE, 'Straße'])

test.each<[string, boolean]>([
  ['select * from "hr"."salaries"', true], ['hrSalaries', true], ['HR_SALARIES', true], ['hr and salaries', false], ['salaries', false],
  ['the zip of a place', true], ['zips', false], ['unzip', false], ['a §§ b', true], ['a § b', false], ['STRASSE', false], ['die Straße', true],
  [`Answers to "${SENTENCE}"`, true], ['How much did you earn', false], ['', false],
])('%s: %s', (text, named) => {
  expect(censor(text)).toBe(named)
  expect(remembering(censor)(text)).toBe(named)
})

test('no names hide nothing', () => expect(censorOf([])('anything')).toBe(false))

test('a text without end is judged in time that grows with it, however many names there are', () => {
  const many = censorOf(Array.from({ length: 20_000 }, (_, at) => `column ${at} of a long survey about everything that people do in a week and why`))
  expect(many('column '.repeat(50_000))).toBe(false)
  expect(many('column 77 of a long survey about everything that people do in a week and why')).toBe(true)
})
