// S2.35: on English prose the quick estimate is within a factor of two of the exact count.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadVocabulary } from '../../scripts/build-vocab.mjs'
import { createMeter, heuristic } from './index.ts'

const exact = await createMeter('o200k_base', loadVocabulary)

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/guide/agents.md'])('%s', (path) => {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const ratio = heuristic.count(text) / exact.count(text)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})
