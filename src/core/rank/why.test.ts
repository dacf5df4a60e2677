import { expect, test } from 'vitest'
import { sightFor } from '../../../test/kit/rank.ts'
import { SIGNALS } from './features.ts'
import { whyOf } from './why.ts'

const sight = sightFor({ 'a.sk': 'glue of the login\nfn login\n  password password password login closeAll\n' }, 'the login refuses the password in `closeAll`')
const unit = sight.units.findIndex(({ name }) => name === 'login')

test('every signal has a reason in words, for a definition and for what lies between', () => {
  for (const index of sight.units.keys()) for (const signal of SIGNALS) expect(whyOf(signal, sight, index), signal).toMatch(/^\S+ .*\S$/)
})

test('words and names are those that stand there, the most frequent first', () => {
  expect(whyOf('words', sight, unit)).toMatch(/^function login speaks of password, login/)
  expect(whyOf('names', sight, unit)).toContain('closeAll')
})

test('little words are no reason', () => {
  const spoken = sightFor({ 'a.sk': 'fn login\n  the the the closeAll\n' }, 'the login refuses the password in `closeAll`')
  const why = whyOf('names', spoken, spoken.units.findIndex(({ name }) => name === 'login'))
  expect(why).toContain('closeAll')
  expect(why).not.toMatch(/\bthe\b,|, the\b/)
})
