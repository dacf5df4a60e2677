import { expect, test } from 'vitest'
import { hintFor } from './target.ts'

test.each([
  ['claude-opus-4', 'xml', 'claude'],
  ['anthropic/claude-sonnet', 'xml', 'claude'],
  ['gpt-4o-mini', 'markdown', 'o200k_base'],
  ['gpt-4.1', 'markdown', 'o200k_base'],
  ['gpt-5', 'markdown', 'o200k_base'],
  ['o3', 'markdown', 'o200k_base'],
  ['gpt-4-turbo', 'markdown', 'cl100k_base'],
  ['gpt-3.5-turbo', 'markdown', 'cl100k_base'],
])('%s reads %s and is counted by %s', (model, mode, meter) => expect(hintFor(model)).toEqual({ mode, meter }))

test('of a model that nobody knows nothing is said', () => expect(hintFor('llama-4')).toBe(undefined))
