import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Seen, Stamp } from '../core/ports.ts'
import { fileLedger } from './ledger.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-ledger-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let made = 0
const place = (): string => join(home, `below/l${made++}`)

const NOW = 1_000_000
const STAMP: Stamp = { modified: 500_000.25, changed: 500_001.5, size: 12, inode: 7 }
const SEEN: Seen = { sha256: 'ab'.repeat(32), md5: 'cd'.repeat(16) }

function noted(rows: Readonly<Record<string, readonly [Stamp, Seen]>>, file = place(), now = NOW): string {
  const ledger = fileLedger(file, { now })
  for (const [path, [stamp, seen]] of Object.entries(rows)) ledger.note(path, stamp, seen)
  ledger.flush()
  return file
}

const find = (file: string, path: string, stamp: Stamp = STAMP): Seen | undefined => fileLedger(file, { now: NOW }).find(path, () => stamp)

test('what was seen is found as long as nothing of the stamp differs', () => {
  const odd: Seen = { ...SEEN, stub: 'binary', encoding: 'latin1', redacted: [1, 30] }
  const file = noted({ 'a b/ü\n.ts': [STAMP, SEEN], 'c.bin': [STAMP, odd] })
  expect(find(file, 'a b/ü\n.ts')).toEqual(SEEN)
  expect(find(file, 'c.bin')).toEqual(odd)
  expect(find(file, 'other')).toBe(undefined)
  for (const part of ['modified', 'changed', 'size', 'inode'] as const) expect([part, find(file, 'c.bin', { ...STAMP, [part]: STAMP[part] + 1 })]).toEqual([part, undefined])
})

test('a file that changed while it was being looked at, or just before, is not trusted: it may change again within the same tick', () => {
  const [late, whole, old] = [{ ...STAMP, modified: NOW - 5.5 }, { ...STAMP, modified: NOW - 1000, changed: NOW - 1000 }, { ...STAMP, modified: NOW - 1000.5, changed: NOW - 1000.5 }]
  const file = noted({ late: [late, SEEN], whole: [whole, SEEN], renamed: [{ ...old, changed: NOW }, SEEN], old: [old, SEEN] })
  expect([find(file, 'late', late), find(file, 'whole', whole), find(file, 'renamed', { ...old, changed: NOW }), find(file, 'old', old)]).toEqual([undefined, undefined, undefined, SEEN])
})

test('asked to verify, it finds nothing, and asks no disk for a path that it does not know', () => {
  const file = noted({ a: [STAMP, SEEN] })
  expect(fileLedger(file, { now: NOW, verify: true }).find('a', () => STAMP)).toBe(undefined)
  expect(fileLedger(file, { now: NOW }).find('b', () => { throw new Error('asked') })).toBe(undefined)
})

test('a run over a part keeps what it did not meet, until that is nearly everything', () => {
  const file = noted({ a: [STAMP, SEEN], b: [STAMP, SEEN] })
  noted({ c: [STAMP, SEEN] }, file)
  expect(['a', 'b', 'c'].map((path) => find(file, path))).toEqual([SEEN, SEEN, SEEN])
  noted(Object.fromEntries(Array.from({ length: 200_050 }, (_, i) => [`old/${i}`, [STAMP, SEEN] as const])), file)
  noted({ d: [STAMP, SEEN] }, file)
  expect(['a', 'old/3', 'd'].map((path) => find(file, path))).toEqual([undefined, undefined, SEEN])
})

test('a few changes among known files give the bytes that writing everything gives', () => {
  const odd: Seen = { ...SEEN, stub: 'binary', encoding: 'latin1' }
  const [other, later]: [Seen, Stamp] = [{ sha256: '12'.repeat(32), md5: '34'.repeat(16) }, { ...STAMP, modified: NOW, size: 13 }]
  const file = noted({ a: [STAMP, SEEN], 'ü': [STAMP, odd], c: [STAMP, odd], d: [STAMP, SEEN] })
  noted({ d: [later, odd], 'ü': [STAMP, other] }, file)
  expect(readFileSync(file)).toEqual(readFileSync(noted({ a: [STAMP, SEEN], 'ü': [STAMP, other], c: [STAMP, odd], d: [later, odd] })))
  expect(['a', 'ü', 'c'].map((path) => find(file, path))).toEqual([SEEN, other, odd])
})

test('a broken file is an empty one, and is written anew', () => {
  const file = noted({ a: [STAMP, SEEN] })
  const bytes = readFileSync(file)
  for (const broken of [Buffer.alloc(0), bytes.subarray(0, 50), Buffer.from('{}'), Buffer.concat([bytes, bytes])]) {
    writeFileSync(file, broken)
    expect(find(file, 'a')).toBe(undefined)
    noted({ a: [STAMP, SEEN] }, file)
    expect(find(file, 'a')).toEqual(SEEN)
  }
})

test('a file in which a disk altered one bit is forgotten, because what it says is believed unseen', () => {
  const file = noted({ 'a.ts': [STAMP, SEEN], 'b.ts': [STAMP, SEEN] })
  const bytes = readFileSync(file)
  for (const at of [32, 32 + 64, bytes.length - 1]) {
    const altered = Buffer.from(bytes)
    altered[at] = (altered[at] as number) ^ 1
    writeFileSync(file, altered)
    expect(find(file, 'b.ts')).toBeUndefined()
  }
  writeFileSync(file, bytes)
  expect(find(file, 'b.ts')).toEqual(SEEN)
})

test('an MD5 that nobody asked for is unknown, and known once it is noted', () => {
  const file = place()
  const open = (): ReturnType<typeof fileLedger> => fileLedger(file, { now: NOW })
  const first = open()
  first.note('a.ts', STAMP, { sha256: SEEN.sha256 })
  first.flush()
  const second = open()
  expect(second.find('a.ts', () => STAMP)).toEqual({ sha256: SEEN.sha256 })
  second.note('a.ts', STAMP, SEEN)
  second.flush()
  expect(open().find('a.ts', () => STAMP)).toEqual(SEEN)
})
