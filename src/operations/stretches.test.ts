import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Entry } from '../core/ports.ts'
import { keptStretch, stretchesOf, stretchFrom } from './stretches.ts'

const member = (text: string): { entry: Entry } => ({ entry: { path: text, sha256: createHash('sha256').update(text).digest('hex') } as Entry })
const names = (members: readonly { entry: Entry }[]): string => members.map(({ entry }) => entry.path).join(' ')

test('every file is in one stretch, in order; a file that comes, goes or changes makes other stretches of those around it alone', () => {
  const members = Array.from({ length: 6000 }, (_, i) => member(`file ${i}`))
  const stretches = [...stretchesOf(members)]
  expect(stretches.flat()).toEqual(members)
  expect(stretches.length).toBeGreaterThan(12)
  for (const stretch of stretches) expect(stretch.length).toBeLessThanOrEqual(512)
  const before = new Set(stretches.map(names))
  for (const edited of [members.toSpliced(3000, 1), members.toSpliced(3000, 0, member('new')), members.with(3000, member('other'))]) {
    const fresh = [...stretchesOf(edited)].filter((stretch) => !before.has(names(stretch)))
    expect(fresh.length).toBeGreaterThan(0)
    expect(fresh.length).toBeLessThan(stretches.length / 2)
  }
  expect([...stretchesOf([])]).toEqual([])
})

test('a stretch is read back as it was kept, and nothing else is one', () => {
  const stretch = { bytes: new Uint8Array(Buffer.from('one\n\ntwo\n')), diagnostics: [{ code: 'parse/coarse', severity: 'info' as const, message: 'a\nb' }] }
  const read = stretchFrom(keptStretch(stretch))
  expect({ ...read, bytes: Buffer.from(read?.bytes ?? []).toString() }).toEqual({ ...stretch, bytes: 'one\n\ntwo\n' })
  for (const odd of ['', 'text', '{}\nx', '[\nx']) expect(stretchFrom(Buffer.from(odd))).toBeUndefined()
  expect(stretchFrom(undefined)).toBeUndefined()
})
