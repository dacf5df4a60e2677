import { strToU8, type Zippable, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { Candidate } from '../../docs/playground/src/candidate.ts'
import { gathered } from '../../docs/playground/src/gather.ts'
import { MOST_OF_FILE } from '../../docs/playground/src/limits.ts'
import { candidatesInZip } from '../../docs/playground/src/zip.ts'

const zip = (files: Zippable): Uint8Array => zipSync(files)
const texts = async (bytes: Uint8Array): Promise<Record<string, string>> =>
  Object.fromEntries(await Promise.all(candidatesInZip(bytes).map(async ({ path, read }) => [path, new TextDecoder().decode(await read(MOST_OF_FILE))])))

/** Where the directory of a zip begins. */
const directory = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 22 + 16, true)
function changed(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = bytes.slice()
  new DataView(copy.buffer).setUint32(at, value, true)
  return copy
}

describe('a zip is judged by its directory', () => {
  test('files come without the folder that holds them all, links are known, foreign folders are not read', async () => {
    const bytes = zip({ 'r-main/src/a.ts': strToU8('a'), 'r-main/b.md': [strToU8('b'), { level: 0 }], 'r-main/node_modules/x.js': strToU8('x'), 'r-main/l': [strToU8('src/a.ts'), { os: 3, attrs: 0o120777 << 16 }] })
    expect(await texts(bytes)).toEqual({ 'src/a.ts': 'a', 'b.md': 'b', l: 'src/a.ts' })
    expect(candidatesInZip(bytes).filter(({ link }) => link).map(({ path }) => path)).toEqual(['l'])
    expect(Object.keys(await texts(zip({ 'a/x': strToU8(''), 'b/x': strToU8('') })))).toEqual(['a/x', 'b/x'])
  })

  const good = zip({ 'a.txt': strToU8('hello '.repeat(1000)) })
  test.each([
    ['no zip', strToU8('PK nothing of the sort'), 'it has no directory'],
    ['cut off', good.slice(0, -30), 'it has no directory'],
    ['damaged', changed(good, directory(good), 0), 'its directory is damaged'],
    ['a directory beyond its end', changed(good, good.length - 22 + 16, 0xfffffff0), 'its directory is damaged'],
    ['encrypted', changed(good, directory(good) + 8, 0x00080001), '"a.txt" is encrypted'],
    ['too large', changed(good, directory(good) + 24, 0xfffffffe), 'it would be 4096.0 MB unpacked, and 2048.0 MB is the most'],
    ['too dense', changed(good, directory(good) + 24, 100 << 20), 'it would grow from 0.0 MB to 100.0 MB, as only bombs do'],
    ['longer than it is', changed(good, directory(good) + 20, 1 << 20), 'it is shorter than its directory says'],
    ['zip64', changed(good, directory(good) + 24, 0xffffffff), 'it is written in the large form (zip64)'],
    ['longer than any path', zip({ [`${'a/'.repeat(3000)}b`]: strToU8(''), c: strToU8('') }), 'a path in it has 6001 characters, and no disk has one of more than 4096'],
    ['leading out', zip({ '../a': strToU8('') , b: strToU8('') }), '"../a" leads out of it'],
  ])('%s is refused in a sentence', (_, bytes, why) => {
    expect(() => candidatesInZip(bytes)).toThrow(`This zip is not opened: ${why}`)
  })

  test('entries that share their bytes are a bomb', () => {
    const two = zip({ 'a.txt': strToU8('a'.repeat(500)), 'b.txt': strToU8('b'.repeat(500)) })
    const second = directory(two) + 46 + 5
    expect(() => candidatesInZip(changed(two, second + 42, 0))).toThrow('lies over another entry, as only in bombs')
  })

  test('what does not hold what its directory says is told when it is read, and never grows beyond it', async () => {
    const [short] = candidatesInZip(changed(good, directory(good) + 24, 10)) as [Candidate]
    await expect(short.read(MOST_OF_FILE)).rejects.toThrow('"a.txt" in this zip is damaged')
    const [long] = candidatesInZip(changed(good, directory(good) + 24, 7000)) as [Candidate]
    await expect(long.read(MOST_OF_FILE)).rejects.toThrow('"a.txt" in this zip is damaged')
    const [other] = candidatesInZip(changed(good, directory(good) + 8, 0x000c0000)) as [Candidate]
    await expect(other.read(MOST_OF_FILE)).rejects.toThrow('packed in a way that no browser knows (method 12)')
  })

  test('of a large file only its beginning is inflated', async () => {
    const [large] = candidatesInZip(zip({ 'a.txt': strToU8('0123456789'.repeat(300_000)) })) as [Candidate]
    expect((await large.read(MOST_OF_FILE)).length).toBe(MOST_OF_FILE)
    expect(large.size).toBe(3_000_000)
  })
})

describe('what is read', () => {
  const candidate = (path: string, text = '', size = text.length): Candidate & { reads: number } => {
    const one = { path, size, reads: 0, read: async () => { one.reads++; return new TextEncoder().encode(text) } }
    return one
  }

  test('what an ignore file names is never read', async () => {
    const [kept, built] = [candidate('src/a.ts', 'a'), candidate('target/x', 'x')]
    const told: number[] = []
    const files = await gathered([candidate('.gitignore', 'target/\n'), kept, built], (done) => told.push(done))
    expect(files.map(({ path }) => path)).toEqual(['.gitignore', 'src/a.ts'])
    expect([kept.reads, built.reads, told]).toEqual([1, 0, [2]])
  })

  test('too much is refused before it is read', async () => {
    const many = Array.from({ length: 50_001 }, (_, i) => candidate(`f${i}`))
    await expect(gathered(many, () => {})).rejects.toThrow('This folder has 50,001 files that count, and 50,000 is the most for a page: name more in .foveaignore, or use the command "fovea pack".')
    const large = Array.from({ length: 600 }, (_, i) => candidate(`f${i}`, '', 2 << 20))
    await expect(gathered(large, () => {})).rejects.toThrow('The files that count are 600.0 MB, and 512.0 MB is the most for a page')
    expect(large[0]?.reads).toBe(0)
  })
})
