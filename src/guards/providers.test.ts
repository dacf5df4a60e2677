import { expect, test } from 'vitest'
import { MAKERS, providerIn } from './providers.ts'

// The pattern is made of the words that are in a name; a pattern of all words must say the same.
const every = new RegExp(`(?<![a-z])(${MAKERS.join('|')})(?=$|[^a-z]|[A-Z])`)

test.each([
  ['stripe_key', 'stripe'], ['STRIPE_KEY', 'stripe'], ['mySentryToken', 'sentry'], ['squarespaceApiKey', 'squarespace'], ['square_space_key', 'square'],
  ['newRelicKey', 'newrelic'], ['LINKED_IN_SECRET', 'linkedin'], ['restriped', undefined], ['stripe_color', undefined], ['sen_try_key', undefined], ['s-l-a-c-k', undefined],
])('%s is a name of %s', (name, maker) => {
  expect(providerIn(name)).toBe(maker)
})

test('every maker is found by its word', () => {
  for (const word of MAKERS) expect(providerIn(`${word}_key`), word).toBe(every.exec(`${word}_key`)?.[1])
})
