import { expect, test } from 'vitest'
import { commitSource } from './commit-files.ts'
import type { CommitTree } from './commit.ts'

test('a path that no disk could hold is told and left, and the rest is read', async () => {
  const rows = ['a.ts', `${'a/'.repeat(100_000)}b.ts`].map((path) => ({ path, oid: '0'.repeat(40), kind: 'file' as const, odd: false }))
  const tree: CommitTree = { id: '0'.repeat(40), rows, below: [], rowsAt: async () => [], blobs: async (wanted, _most, take) => { for (const row of wanted) take(row, { bytes: Buffer.from('x'), size: 1 }) } }
  const source = commitSource(tree)
  const paths: string[] = []
  for await (const { path } of source.entries()) paths.push(path)
  expect(paths).toEqual(['a.ts'])
  expect(source.diagnostics).toMatchObject([{ message: expect.stringMatching(/^(a\/){50}… was left out: its path is longer/) }])
})
