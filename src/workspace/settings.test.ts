import { expect, test } from 'vitest'
import { UsageError } from '../core/field.ts'
import { settle } from './settings.ts'

test.each([['8k', 8000], ['none', Infinity], [500, 500], [0, 0], [Infinity, Infinity]])('a program may give the budget %s', (budget, tokens) => {
  expect(settle({ budget }, []).budget).toEqual({ value: tokens, origin: 'flags' })
})

test.each([['lots'], [Number.NaN], [-5], ['']])('a budget of %s is refused, not taken for none', (budget) => {
  expect(() => settle({ budget }, [])).toThrow(new UsageError(`a budget looks like 8000, 32k or 1m, not "${budget}"`))
})

test('a repository may say what is allowed anyway, and is named for it', () => {
  const layer = { origin: 'fovea.config.json', config: { budget: '32k' }, narrowing: true }
  expect(settle({}, [layer]).budget).toEqual({ value: 32_000, origin: 'fovea.config.json' })
  expect(settle({}, [{ ...layer, config: { budget: '64k' } }]).budget).toEqual({ value: 32_000, origin: 'default' })
})

test('a pin may name a definition whose own name has a hash in it', () => {
  const { rules } = settle({ pin: ['src/a.ts#Sessions.#close', 'docs/c#.md', '#x'] }, [])
  expect(rules.value.map(({ match, block }) => [match, block])).toEqual([
    ['src/a.ts#Sessions.#close', undefined], ['src/a.ts', 'Sessions.#close'], ['src/a.ts#Sessions.', 'close'], ['docs/c#.md', undefined], ['docs/c', '.md'], ['#x', undefined],
  ])
})
