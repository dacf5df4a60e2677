import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Changed } from '../core/changed.ts'
import type { Redact } from '../core/entry/reading.ts'
import type { Entry, Ledger, Legible, Seen, Stamp } from '../core/ports.ts'
import { filesSource, type FilesOptions } from './files.ts'
import { Texts } from './texts.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-lazy-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let made = 0

function folder(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(home, `r${made++}-`))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
  return root
}

async function read(root: string, options: FilesOptions): Promise<{ entries: Entry[]; codes: string[] }> {
  const source = filesSource(root, options)
  const entries: Entry[] = []
  for await (const entry of source.entries()) entries.push(entry)
  return { entries, codes: source.diagnostics.map(({ code, path }) => `${code} ${path}`) }
}

/** A ledger that trusts every stamp it has seen. */
function trusting(): Ledger & { readonly rows: Map<string, { stamp: Stamp; seen: Seen }> } {
  const rows = new Map<string, { stamp: Stamp; seen: Seen }>()
  return {
    rows,
    find: (path, stamp) => (rows.has(path) && JSON.stringify(stamp()) === JSON.stringify(rows.get(path)?.stamp) ? rows.get(path)?.seen : undefined),
    note: (path, stamp, seen) => void rows.set(path, { stamp, seen }),
  }
}

const redact = ({ text }: Legible): ReturnType<Redact> => (text.includes('secret') ? { text: text.replaceAll('secret', '***'), found: [{ line: 1 }] } : undefined)

test('what the ledger knows gives the same entries and remarks, and is not read before its text is asked for', async () => {
  const root = folder({ 'a.txt': 'plain', 'b.txt': 'a secret', 'c.bin': 'x\0y', 'yarn.lock': 'lock' })
  const ledger = trusting()
  const first = await read(root, { ledger, redact })
  let searched = 0
  const second = await read(root, { ledger, redact: (legible) => { searched++; return redact(legible) } })
  expect(second.codes).toEqual(['source/redacted b.txt'])
  // Neither texts nor names.
  expect(searched).toBe(0)
  expect(second).toEqual(first)
  // A text without secrets is not searched again; one with secrets never comes out as it was written.
  expect([second.entries.map(({ text }) => text), searched]).toEqual([['plain', 'a ***', '', ''], 1])
})

test('a file with another stamp is read again', async () => {
  const root = folder({ 'a.txt': 'one' })
  const ledger = trusting()
  await read(root, { ledger })
  writeFileSync(join(root, 'a.txt'), 'two')
  utimesSync(join(root, 'a.txt'), 1, 1)
  expect((await read(root, { ledger })).entries.map(({ text }) => text)).toEqual(['two'])
})

test('a text that is no longer what the entry says is an error that names the file, never another text', async () => {
  for (const spoil of [(file: string) => writeFileSync(file, 'other'), unlinkSync]) {
    const root = folder({ 'a.txt': 'one' })
    const ledger = trusting()
    await read(root, { ledger })
    const { entries: [entry] } = await read(root, { ledger })
    spoil(join(root, 'a.txt'))
    expect(() => entry?.text).toThrow(Changed)
    expect(() => entry?.text).toThrow('a.txt changed while it was being read')
  }
})

test('beyond a bound the oldest texts are let go, and come back from the disk', async () => {
  const texts = new Texts(10)
  const shelves = ['one', 'two', 'three', 'four'].map((text) => {
    const shelf = {}
    texts.hold(shelf, text)
    return shelf as { text?: string }
  })
  expect(shelves.map(({ text }) => text)).toEqual([undefined, undefined, 'three', 'four'])
  texts.hold(shelves[0] as object, 'longer than all')
  expect(shelves.map(({ text }) => text)).toEqual([undefined, undefined, undefined, undefined])
})

test('the stamp is that of the file that was read', async () => {
  const root = folder({ 'a.txt': 'one' })
  const ledger = trusting()
  await read(root, { ledger })
  const { mtimeMs, ctimeMs, size, ino } = statSync(join(root, 'a.txt'))
  expect(ledger.rows.get('a.txt')?.stamp).toEqual({ modified: mtimeMs, changed: ctimeMs, size, inode: ino })
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one')
})

test('the bytes of a file are given where they are its text, and only as long as they are the ones that were seen', async () => {
  const root = folder({ 'a.txt': 'plain', 'b.txt': 'a secret', 'c.txt': '\uFEFFmark' })
  writeFileSync(join(root, 'd.txt'), Buffer.from([0xe9, 0x74, 0xe9]))
  const ledger = trusting()
  for (const _ of ['read', 'known']) {
    const { entries } = await read(root, { ledger, redact })
    expect(entries.map((entry) => { const bytes = entry.utf8?.(); return bytes === undefined ? undefined : Buffer.from(bytes).toString() })).toEqual(['plain', undefined, '\uFEFFmark', undefined])
  }
  const [entry] = (await read(root, { ledger, redact })).entries as [Entry]
  // The same bytes with another stamp are the same text.
  utimesSync(join(root, 'a.txt'), 1, 1)
  expect(entry.utf8?.()?.length).toBe(5)
  writeFileSync(join(root, 'a.txt'), 'other')
  expect(() => entry.utf8?.()).toThrow(Changed)
  unlinkSync(join(root, 'a.txt'))
  expect(() => entry.utf8?.()).toThrow(Changed)
})

test('what will be printed is read once: its bytes outlive the file; of what is only looked at that holds for a few megabytes, and then a file that is gone has changed', async () => {
  const root = folder({ 'a.txt': 'plain é\n', 'b.txt': 'a secret', ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`c${i}.txt`, 'line\n'.repeat(200_000)])) })
  const printed = (await read(root, { redact, isPrinted: true })).entries
  const looked = (await read(root, { redact })).entries
  rmSync(root, { recursive: true })
  expect(printed.slice(0, 2).map((entry) => entry.utf8?.()).map((bytes) => bytes && Buffer.from(bytes).toString())).toEqual(['plain é\n', undefined])
  expect(printed.at(-1)?.text).toHaveLength(1_000_000)
  expect([looked[0]?.text, looked[2]?.utf8?.()?.length]).toEqual(['plain é\n', 1_000_000])
  expect(() => looked[8]?.utf8?.()).toThrow(Changed)
})

test('what was seen of bytes is told of the text that they are, while it was just read', async () => {
  const root = folder({ 'a.txt': 'one\n', 'b.txt': 'a secret' })
  writeFileSync(join(root, 'c.txt'), Buffer.from([0xe9, 0x74, 0xe9]))
  const lines: unknown[] = []
  const entries: Entry[] = []
  for await (const entry of filesSource(root, { redact }).entries()) {
    lines.push(entry.plain?.lineFeeds)
    entries.push(entry)
  }
  expect(lines).toEqual([1, undefined, undefined])
  expect(entries[0]?.plain).toBeUndefined()
})

test('bytes of what was just read are at hand until something else is read', async () => {
  const root = folder({ 'a.txt': 'one', 'b.txt': 'two' })
  const read8 = (entry: Entry): string => Buffer.from(entry.utf8?.() ?? []).toString()
  const seen: string[] = []
  const before: Entry[] = []
  for await (const entry of filesSource(root, {}).entries()) {
    seen.push(String(entry.atHand), read8(entry))
    before.push(entry)
  }
  expect(seen).toEqual(['true', 'one', 'true', 'two'])
  expect([before[0]?.atHand, read8(before[0] as Entry), read8(before[1] as Entry), before[0]?.text]).toEqual([false, 'one', 'two', 'one'])
})

test('the MD5 of a file is worked out when a page will tell it, or when it is asked for, and noted then', async () => {
  const root = folder({ 'a.txt': 'one', 'c.bin': 'x\0y' })
  const ledger = trusting()
  const md5 = (): (string | undefined)[] => [...ledger.rows.values()].map(({ seen }) => seen.md5)
  await read(root, { ledger, checksums: true })
  // A line has no room for it.
  expect(md5()).toEqual(['f97c5d29941bfb1b2fdab0874906ab82', undefined])
  ledger.rows.clear()
  const { entries } = await read(root, { ledger })
  expect(md5()).toEqual([undefined, undefined])
  expect(entries.map((entry) => entry.md5)).toEqual(['f97c5d29941bfb1b2fdab0874906ab82', createHash('md5').update('x\0y').digest('hex')])
  expect(md5()).toEqual(entries.map((entry) => entry.md5))
  const again = (await read(root, { ledger })).entries
  rmSync(join(root, 'a.txt'))
  expect(again[0]?.md5).toBe('f97c5d29941bfb1b2fdab0874906ab82')
})
