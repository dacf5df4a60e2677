import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folderMemory } from './memory.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-memory-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let made = 0
const place = (): string => join(home, `m${made++}`)
const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

function keep(folder: string, kind: string, texts: readonly string[]): void {
  const memory = folderMemory(folder)
  for (const text of texts) memory.keepText(kind, sha(text), text)
  memory.close()
}

function recall(folder: string, kind: string, texts: readonly string[]): (string | undefined)[] {
  const memory = folderMemory(folder)
  const found = texts.map((text) => memory.recallText(kind, sha(text)))
  memory.close()
  return found
}

test('what was kept is recalled at once and by the next run, each kind for itself', () => {
  const folder = place()
  const memory = folderMemory(folder)
  memory.keepText('words', sha('a'), 'a')
  expect([memory.recallText('words', sha('a')), memory.recallText('tiles', sha('a'))]).toEqual(['a', undefined])
  memory.close()
  expect(recall(folder, 'words', ['a', 'b'])).toEqual(['a', undefined])
  expect(recall(folder, 'tiles', ['a'])).toEqual([undefined])
})

test('what is kept twice is recalled as it was kept last, beside short and long values', () => {
  const folder = place()
  const memory = folderMemory(folder)
  const long = 'é'.repeat(100_000)
  for (const [key, value] of [['a', 'first'], ['b', long], ['c', ''], ['a', 'last'], ['d', 'x'.repeat(60_000)], ['b', 'short'], ['e', long]] as const) memory.keepText('words', sha(key), value)
  expect(memory.recallText('words', sha('a'))).toBe('last')
  memory.close()
  const again = folderMemory(folder)
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => again.recallText('words', sha(key)))).toEqual(['last', 'short', '', 'x'.repeat(60_000), long])
  again.close()
})

test('nothing kept writes nothing', () => {
  const folder = place()
  expect(recall(folder, 'words', ['a'])).toEqual([undefined])
  expect(() => readdirSync(folder)).toThrow()
})

test('many runs leave few files and forget nothing', () => {
  const folder = place()
  const texts = Array.from({ length: 30 }, (_, i) => `text ${i}`)
  for (const text of texts) keep(folder, 'words', [text])
  expect(recall(folder, 'words', texts)).toEqual(texts)
  expect(readdirSync(folder).length).toBeLessThan(9)
})

test('two runs at once both keep what they found', () => {
  const folder = place()
  const [one, two] = [folderMemory(folder), folderMemory(folder)]
  one.keepText('words', sha('a'), 'a')
  two.keepText('words', sha('b'), 'b')
  one.close()
  two.close()
  expect(recall(folder, 'words', ['a', 'b'])).toEqual(['a', 'b'])
})

test('two runs that both write one file in place of many lose nothing and fail in nothing', () => {
  const folder = place()
  const texts = Array.from({ length: 6 }, (_, i) => `old ${i}`)
  for (const text of texts) keep(folder, 'words', [text])
  const both = [folderMemory(folder), folderMemory(folder)]
  for (const [i, memory] of both.entries()) {
    memory.recallText('words', sha('old 0'))
    memory.keepText('words', sha(`new ${i}`), `new ${i}`)
  }
  for (const memory of both) memory.close()
  for (const memory of both) memory.close()
  expect(recall(folder, 'words', [...texts, 'new 0', 'new 1'])).toEqual([...texts, 'new 0', 'new 1'])
})

test('files that vanish or break are forgotten, the others are not', () => {
  const folder = place()
  keep(folder, 'words', ['a'])
  keep(folder, 'words', ['b'])
  const [first = ''] = readdirSync(folder).sort()
  writeFileSync(join(folder, first), 'broken')
  writeFileSync(join(folder, 'words-zzz'), Buffer.alloc(64, 255))
  expect(recall(folder, 'words', ['a', 'b'])).toEqual([undefined, 'b'])
})

test('a folder that cannot be written costs nothing but what would have been kept', () => {
  const folder = place()
  mkdirSync(folder)
  chmodSync(folder, 0o500)
  writeFileSync(join(home, 'file'), '')
  for (const unwritable of [join(home, 'file', 'below'), ...(process.getuid?.() === 0 ? [] : [folder])]) {
    keep(unwritable, 'words', ['a'])
    expect(recall(unwritable, 'words', ['a'])).toEqual([undefined])
  }
})

test('what is new is written before there is too much of it', () => {
  const folder = place()
  const memory = folderMemory(folder)
  for (let i = 0; i < 40_001; i++) memory.keep('words', sha(String(i)), Uint8Array.of(i & 255))
  expect(readdirSync(folder)).toHaveLength(1)
  expect([memory.recall('words', sha('7')), memory.recall('words', sha('40000'))]).toEqual([Uint8Array.of(7), Uint8Array.of(64)])
  memory.close()
})

test('kinds that wait together are written before they are too much, the fullest first', () => {
  const folder = place()
  const memory = folderMemory(folder)
  const long = 'x'.repeat(80_000)
  const kinds = ['words', 'tiles', 'lines', 'marks']
  let [i, written] = [0, [] as string[]]
  for (; written.length === 0 && i < 200; i++) {
    for (const kind of kinds) if (kind === 'tiles' || i % 4 !== 0) memory.keepText(kind, sha(`${kind} ${i}`), `${i} ${long}`)
    written = existsSync(folder) ? readdirSync(folder) : []
  }
  // All of them are 8 MB at the most, and no kind had 4 MB.
  expect(i * 80_000).toBeLessThan(4 << 20)
  expect(written.map((name) => name.slice(0, name.indexOf('-')))).toEqual(['tiles'])
  for (let at = 0; at < i; at++) expect(memory.recallText('tiles', sha(`tiles ${at}`))).toBe(`${at} ${long}`)
  expect(memory.recallText('words', sha('words 1'))).toBe(`1 ${long}`)
  memory.close()
})

test('many kinds with little in them write nothing before the end', () => {
  const folder = place()
  const memory = folderMemory(folder)
  for (let i = 0; i < 2000; i++) memory.keepText(`kind${i % 90}`, sha(String(i)), 'little')
  expect(existsSync(folder)).toBe(false)
  memory.close()
  expect(readdirSync(folder)).toHaveLength(90)
})

test('files of one kind do not become ever more: of many large ones the smaller half is written as one', () => {
  const folder = place()
  const memory = folderMemory(folder)
  for (let i = 0; i < 40; i++) {
    memory.keepText('words', sha(String(i)), `${i} ${'x'.repeat(1_100_000)}`)
    memory.flush()
  }
  expect(readdirSync(folder).length).toBeLessThanOrEqual(24)
  for (let i = 0; i < 40; i++) expect(memory.recallText('words', sha(String(i)))?.slice(0, 3)).toBe(`${i} x`.slice(0, 3))
  memory.close()
})

test('of more than is to be kept, only what was asked for in this run stays', () => {
  const folder = place()
  const texts = Array.from({ length: 6 }, (_, i) => `text ${i}`.repeat(100))
  for (const text of texts) keep(folder, 'words', [text])
  const memory = folderMemory(folder, 1000)
  memory.recallText('words', sha(texts[1] as string))
  for (const text of ['new', 'newer']) {
    memory.keepText('words', sha(text), text)
    memory.flush()
  }
  memory.close()
  expect(recall(folder, 'words', [...texts, 'new', 'newer'])).toEqual([undefined, texts[1], undefined, undefined, undefined, undefined, 'new', 'newer'])
})

test('small files are written as one, and large ones are not copied for that', () => {
  const folder = place()
  const large = 'a'.repeat(5 << 20)
  keep(folder, 'words', [large])
  const [first] = readdirSync(folder)
  const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`)
  for (const text of texts) keep(folder, 'words', [text])
  expect(readdirSync(folder)).toContain(first)
  expect(readdirSync(folder).length).toBeLessThan(10)
  expect(recall(folder, 'words', [large, ...texts])).toEqual([large, ...texts])
})
