import fc from 'fast-check'
import { expect, test } from 'vitest'
import { globOf, matcherOf, partsOf, Patterns, placesOf } from './patterns.ts'

test.each([
  ['user:123:cart', 'user:{id}:cart'], ['session:9f8e7d6c-1a2b-4c3d-8e9f-0a1b2c3d4e5f', 'session:{uuid}'], ['stats:2024-05-01', 'stats:{date}'], ['stats:20240501', 'stats:{date}'], ['cache:9f8e7d6c5b4a', 'cache:{hash}'],
  ['mail:ann@example.org', 'mail:{email}'], ['rate:10.0.0.1', 'rate:{ip}'], ['queue:shard12', 'queue:shard{n}'], ['{user1}:cart', '{tag}:cart'], ['config', 'config'], ['tok:Ab3dEf6hIj9kLm2n', 'tok:{token}'], ['a\u0001b', '{bytes}'],
  ['sms:+4915112345678', 'sms:{phone}'], ['gift:HX7Q-99PL-ZT4M', 'gift:{code}'], ['s:kJsdFhPqZxVbNmTwLr', 's:{token}'], ['user:billingAddressLineOfTheCustomer', 'user:billingAddressLineOfTheCustomer'], ['enc:SHA-256', 'enc:SHA-{n}'],
])('%s is %s', (key, pattern) => expect(partsOf(key).join(':')).toBe(pattern))

test('many words at one place are names, few are kept apart', () => {
  const patterns = new Patterns(2)
  for (let i = 0; i < 30; i++) patterns.add(`user:n${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i)}:cart`)
  for (const kind of ['book', 'food', 'toy']) for (let i = 0; i < 5; i++) patterns.add(`stock:${kind}:${i}`)
  expect(patterns.all().map(({ pattern, keys, samples }) => [pattern.join(':'), keys, samples.length])).toEqual([['user:{name}:cart', 30, 2], ['stock:book:{id}', 5, 2], ['stock:food:{id}', 5, 2], ['stock:toy:{id}', 5, 2]])
})

test('prefixes with many keys each stay apart, however many they are', () => {
  const patterns = new Patterns(1)
  for (let i = 0; i < 50; i++) for (let j = 0; j < 20; j++) patterns.add(`app:${'p'.repeat(i + 1)}:${j}`)
  expect(patterns.all()).toHaveLength(50)
})

test('places have names, and keys give them back', () => {
  const pattern = ['user', '{id}', 'order', '{id}', 'shard{n}']
  expect(placesOf(pattern)).toEqual(['id', 'id_2', 'n'])
  expect(matcherOf(pattern)('user:7:order:-3:shard12')).toEqual(['7', '-3', '12'])
  expect(matcherOf(pattern)('user:x:order:3:shard12')).toBeUndefined()
  expect(globOf(['a*[b]', '{id}'])).toBe('a\\*\\[b\\]:*')
})

test('every key matches its own pattern', () => {
  const key = fc.string({ unit: fc.constantFrom('a', '1', ':', '-', '*', '[', ']', '{', '}', '.', '(', '\\', '^', '/', '\n', 'é'), maxLength: 20 })
  fc.assert(fc.property(key, (one) => { expect(matcherOf(partsOf(one))(one)).toBeDefined() }))
})
