import { expect, test } from 'vitest'
import { diffLines, diffOf } from './diff.ts'
import type { Column, Resource } from './record.ts'
import { resourceOf } from './resource.ts'

const table = (name: string, columns: Column[]): Resource => resourceOf({ kind: 'tabular', place: { ns: 'db', engine: 'pg', source: 'main', path: [name] }, columns, cap: ['scan'] }, '2026-02-01T00:00:00Z')

test('what came, what went, what differs, and what breaks', () => {
  const before = [table('a', [{ name: 'x', type: 'int' }]), table('b', []), table('d', [])]
  const after = [table('a', [{ name: 'y', type: 'text' }]), table('c', []), table('d', [])]
  expect([...diffLines(diffOf(before, after))]).toEqual(['! ~ res:db.pg.main.a', '!     -x', '      +y:str', '! - res:db.pg.main.b', '  + res:db.pg.main.c'])
  expect(diffOf(before, before)).toEqual([])
})
