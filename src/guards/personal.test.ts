import { expect, test } from 'vitest'
import { redactSecrets, redactWith } from './secrets.ts'

const glue = (...parts: readonly string[]): string => parts.join('')
const found = (text: string): string[] => redactWith({ pii: true }, text).found.map(({ rule }) => rule)
const card = glue('4111 1111 ', '1111 1111')
const account = glue('DE89 3704 0044 ', '0532 0130 00')

test('numbers of people are found by their checksums, or by the name beside them', () => {
  expect(found(`card: ${glue('4539 1488 ', '0343 6467')}`)).toEqual(['card-number'])
  expect(found(`x=${glue('378282', '246310005')}`)).toEqual(['card-number'])
  expect(found(`IBAN ${account}`)).toEqual(['iban'])
  expect(found(`iban="${account.replaceAll(' ', '')}"`)).toEqual(['iban'])
  expect(found(`"ssn": "${glue('219-', '09-', '9999')}"`)).toEqual(['social-security-number'])
})

test('what only looks like them stays', () => {
  for (const text of [card, '4539 1488 0343 6468', 'DE89 3704 0044 0532 0130 01', '219-09-9999', 'id 1234567890123456', 'v4.1111.1111', 'a@example.org', '0x4539148803436467']) expect(found(text), text).toEqual([])
})

test('nobody looks for them unless asked', () => {
  expect(redactSecrets(`IBAN ${account}`).found).toEqual([])
})

test('texts made to be slow are read to their end', () => {
  for (const seed of ['4', '4111 ', '4111-', 'DE89', 'DE89 ', 'A1 ', 'ssn:', 'ssn ', '219-09-']) expect(redactWith({ pii: true }, seed.repeat(200_000)).text).toHaveLength(seed.length * 200_000)
})
