import { expect, test } from 'vitest'
import { MAKERS, providerIn } from './providers.ts'

// The pattern is made of the words that are in a name; a pattern of all words must say the same.
const every = new RegExp(`(?<![a-z])(${MAKERS.join('|')})(?=$|[^a-z]|[A-Z])|(?:^|[a-z_.-])(${MAKERS.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('|')})(?![a-z])`)

test.each([
  ['stripe_key', 'stripe'], ['STRIPE_KEY', 'stripe'], ['mySentryToken', 'sentry'], ['squarespaceApiKey', 'squarespace'], ['square_space_key', 'square'],
  ['newRelicKey', 'newrelic'], ['LINKED_IN_SECRET', 'linkedin'], ['restriped', undefined], ['stripe_color', undefined], ['sen_try_key', undefined], ['s-l-a-c-k', undefined],
])('%s is a name of %s', (name, maker) => {
  expect(providerIn(name)).toBe(maker)
})

test('every maker is found by its word, in small letters and with a capital', () => {
  for (const word of MAKERS) {
    for (const name of [`${word}_key`, `my${word[0]!.toUpperCase()}${word.slice(1)}Key`]) {
      const match = every.exec(name)
      expect(providerIn(name), name).toBe((match?.[1] ?? match?.[2])?.toLowerCase())
    }
  }
})
