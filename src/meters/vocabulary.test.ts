import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildVocabulary, loadVocabulary, writeVocabularies } from '../../scripts/build-vocab.mjs'
import { NO_RANK, readVocabulary } from './vocabulary.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('vocabulary', () => {
  test('finds tokens by their bytes, at any place of a text', async () => {
    const vocabulary = readVocabulary(await loadVocabulary('o200k_base'))
    expect(vocabulary.size).toBe(199_998)
    expect(vocabulary.longest).toBe(128)
    const text = bytes('xx hello')
    expect(vocabulary.rankOf(text, 2, 8)).toBe(40_617)
    expect(vocabulary.rankOf(text, 0, 8)).toBe(NO_RANK)
    expect(vocabulary.pairs[(104 << 8) | 101]).toBe(vocabulary.rankOf(bytes('he'), 0, 2))
  })

  test('finds every token of a written vocabulary under its own rank', async () => {
    const data = await loadVocabulary('cl100k_base')
    const vocabulary = readVocabulary(data)
    let at = 12 + vocabulary.size
    let wrong = 0
    for (let rank = 0; rank < vocabulary.size; rank++) {
      const length = data[12 + rank]!
      if (vocabulary.rankOf(data, at, at + length) !== rank) wrong++
      at += length
    }
    expect(wrong).toBe(0)
    expect(at).toBe(data.length)
  })

  test('is written compressed and read back the same, the usual one laid out too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vocab-'))
    await writeFile(join(folder, 'left by an older build.bin'), '')
    const paths = await writeVocabularies(folder)
    expect(await readdir(folder)).toHaveLength(paths.length)
    expect(paths.map((path) => path.slice(folder.length + 1))).toEqual(['o200k_base.bin.gz', 'o200k_base.laid', 'cl100k_base.bin.gz'])
    expect((await stat(join(folder, 'o200k_base.laid'))).size).toBeGreaterThan((await loadVocabulary('o200k_base', folder)).length)
    const built = await buildVocabulary('cl100k_base')
    expect(built.equals(await loadVocabulary('cl100k_base', folder))).toBe(true)
    await rm(folder, { recursive: true })
  })

  test('is built in memory where nothing has been written', async () => {
    const built = await buildVocabulary('cl100k_base')
    expect(built.equals(await loadVocabulary('cl100k_base', join(tmpdir(), 'no-such-folder')))).toBe(true)
  })

  test('says what is wrong with damaged data', async () => {
    const data = await loadVocabulary('cl100k_base')
    expect(() => readVocabulary(bytes('gzip?'))).toThrow(/does not begin with fovea-v1.*build-vocab/)
    expect(() => readVocabulary(data.subarray(0, data.length - 1))).toThrow(/bytes of tokens where/)
    expect(() => readVocabulary(data.subarray(0, 20))).toThrow(TypeError)
    expect(() => readVocabulary(bytes('fovea-v1\0\0\0\0'))).toThrow(/it claims 0 tokens/)
  })
})
