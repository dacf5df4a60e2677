import { expect, test } from 'vitest'
import { entriesOf, packEntries, requestFor } from '../../test/kit/pack.ts'
import { budgetStats } from './stats.ts'

test('every file is counted once, and what skeletons saved is what they hide', async () => {
  const code = (name: string, lines: number): string => `export function ${name}() {\n${'  call(1, 2, 3)\n'.repeat(lines)}}\n`
  const entries = entriesOf([{ path: 'src/a.ts', content: code('a', 3) }, { path: 'src/b.ts', content: code('b', 400) }, { path: 'docs/c.txt', content: 'words '.repeat(900) }])
  const compiled = await packEntries(entries, requestFor({ budget: 700 }), 'plusminus')
  const stats = budgetStats(compiled)
  const { L0, L1, L2, L3 } = stats.compression_breakdown
  expect(L0 + L1 + L2 + L3).toBe(3)
  expect(stats.files_included + stats.files_dropped).toBe(3)
  expect(stats.files_skeletonized).toBe(L1 + L2)
  expect(stats.files_skeletonized).toBeGreaterThan(0)
  expect(stats.tokens_saved_by_skeleton).toBeGreaterThan(1000)
  expect(stats.total_tokens).toBe(compiled.tokens)
})
