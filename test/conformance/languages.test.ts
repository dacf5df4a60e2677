// One suite judges every language: full gives the text back, tiles are in order, nest, and never read longer than what they stand for, ids are distinct
// and do not depend on position, and a skeleton is a text of its language again.
import { describe, expect, test } from 'vitest'
import { walk } from '../../src/core/block.ts'
import type { Language, Parsed } from '../../src/core/ports.ts'
import { skeletonOf } from '../../src/core/skeleton.ts'
import { fileBlock } from '../../src/core/tile.ts'
import { write } from '../../src/core/write.ts'
import { LANGUAGES } from '../../src/languages/index.ts'
import { openParser, parseAs } from '../cases/parser.ts'
import { flawsOf, samplesOf } from '../kit/tiles.ts'

const parser = openParser()

/** Deterministic noise: the same damage on every run. */
function* mutants(text: string, count: number): Iterable<string> {
  let seed = 20_260_101
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return below === 0 ? 0 : seed % below
  }
  for (let i = 0; i < count; i++) {
    const at = next(text.length)
    const width = 1 + next(12)
    yield [text.slice(0, at), text.slice(0, at) + text.slice(at + width), `${text.slice(0, at)}{("'\`#${text.slice(at)}`][i % 3] as string
  }
}

/** Judges one language by its samples and by damaged copies of them. */
export function languageBehaves(language: Language, samples: readonly string[]): void {
  const parse = (text: string): Promise<Parsed> => parseAs(parser, language, text)
  const idsOf = async (text: string): Promise<string[]> => [...walk(fileBlock('a', text, (await parse(text)).tiles))].map(({ id }) => id)
  /** What has no name of its own is called by its neighbours. */
  const isNamed = (id: string): boolean => !id.includes('~')
  describe(language.name, () => {
    test('has samples', () => expect(samples.length).toBeGreaterThan(0))
    test('tiles are in order, nest, and never grow', async () => {
      for (const text of samples) expect(flawsOf((await parse(text)).tiles, text)).toEqual([])
    })
    test('full gives back the text that was read', async () => {
      for (const text of samples) expect(write(fileBlock('a', text, (await parse(text)).tiles), text, { of: () => 'full', remark: ['', ''] }).text).toBe(text)
    })
    test('ids are distinct, and stay when the file moves down', async () => {
      for (const text of samples) {
        const ids = await idsOf(text)
        expect(new Set(ids).size).toBe(ids.length)
        if (language.family === 'code' && !/^\s/.test(text)) expect((await idsOf(`\n\n${text}`)).filter(isNamed)).toEqual(ids.filter(isNamed))
      }
    })
    test('a skeleton is no longer than its source, and shape no longer than detail', async () => {
      for (const text of samples) {
        const parsed = await parse(text)
        const [detail, shape] = (['detail', 'shape'] as const).map((level) => skeletonOf(parsed, text, { level }).length) as [number, number]
        expect(detail).toBeLessThanOrEqual(text.length + 1)
        expect(shape).toBeLessThanOrEqual(detail)
      }
    })
    test('a skeleton is a text of its language again, with the same definitions', async () => {
      if (language.grammar === undefined) return
      for (const text of samples) {
        const parsed = await parse(text)
        if (parsed.problem !== undefined) continue
        for (const level of ['detail', 'shape'] as const) {
          const again = await parse(skeletonOf(parsed, text, { level }))
          expect([level, again.problem, text]).toEqual([level, undefined, text])
        }
      }
    })
    test('the same text gives the same tiles', async () => {
      for (const text of samples) expect(await parse(text)).toEqual(await parse(text))
    })
    test('damaged text is still cut into sound tiles', async () => {
      for (const text of samples) {
        for (const mutant of mutants(text, 30)) expect(flawsOf((await parse(mutant)).tiles, mutant)).toEqual([])
      }
    })
    test('line ends of either kind and a byte order mark change no name', async () => {
      for (const text of samples) {
        const names = (parsed: Parsed): string[] => parsed.tiles.map((tile) => tile.name)
        const windows = await parse(`\uFEFF${text.replaceAll('\n', '\r\n')}`)
        expect(names(windows)).toEqual(names(await parse(text)))
        for (const tile of windows.tiles) expect(tile.detail.head + tile.shape.head).not.toMatch(/[\r\uFEFF]/)
      }
    })
    test('nothing in, nothing out', async () => expect((await parse('')).tiles).toEqual([]))
  })
}

for (const language of LANGUAGES) languageBehaves(language, samplesOf(language.name))
