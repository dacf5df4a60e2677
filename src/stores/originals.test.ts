import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { originalsIn } from './originals.ts'
import { packsIn } from './packs.ts'

const fresh = (): string => join(mkdtempSync(join(tmpdir(), 'fovea-originals-')), 'cache')

test('outputs and packs of one id lie side by side', () => {
  const folder = fresh()
  expect([originalsIn(folder).keep('9f8e7d6c', 'an output'), packsIn(folder).keep('9f8e7d6c', '{}')]).toEqual([true, true])
  expect([originalsIn(folder).find('9f8e7d6c'), packsIn(folder).find('9f8e7d6c')]).toEqual(['an output', '{}'])
})

test('an output that is too large is not kept, and sixty-four are the most', () => {
  const originals = originalsIn(fresh())
  expect(originals.keep('00000000', 'x'.repeat((16 << 20) + 1))).toBe(false)
  const ids = Array.from({ length: 70 }, (_, i) => (i + 1).toString(16).padStart(8, '0'))
  for (const id of ids) originals.keep(id, id)
  expect(ids.filter((id) => originals.find(id) !== undefined)).toHaveLength(64)
})
