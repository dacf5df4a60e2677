import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { loadVocabulary } from '../../scripts/build-vocab.mjs'
import { METER_NAMES, claudeBound, createMeter, meterDocs } from './index.ts'

describe('createMeter', () => {
  test('makes every named meter, with its name and a sentence about it', async () => {
    for (const name of METER_NAMES) {
      const meter = await createMeter(name, loadVocabulary)
      expect(meter.name).toBe(name)
      expect(meter.exact).toBe(name.endsWith('_base'))
      expect(meter.count('')).toBe(0)
      expect(meter.count('hello world')).toBeGreaterThan(0)
      expect(meterDocs[name]).toMatch(/^[A-Z].*\.$/)
    }
    expect(Object.keys(meterDocs)).toEqual([...METER_NAMES])
  })

  test('each says how many bytes a token of real code has in it, about', async () => {
    const text = readFileSync(new URL('../core/gather.ts', import.meta.url), 'utf8')
    for (const name of METER_NAMES) {
      const meter = await createMeter(name, loadVocabulary)
      const share = Buffer.byteLength(text) / meter.count(text) / (meter.bytesPerToken ?? 0)
      expect(share, name).toBeGreaterThan(0.8)
      expect(share, name).toBeLessThan(1.2)
    }
  })

  test('loads a vocabulary only where one is needed', async () => {
    const load = vi.fn(loadVocabulary)
    await createMeter('heuristic', load)
    await createMeter('codeaware', load)
    expect(load).not.toHaveBeenCalled()
    await createMeter('claude', load)
    expect(load.mock.calls).toEqual([['o200k_base']])
  })

  test('says which names there are and which one was probably meant', async () => {
    await expect(createMeter('o200k', loadVocabulary)).rejects.toThrow(TypeError)
    await expect(createMeter('cl100k-base', loadVocabulary)).rejects.toThrow(
      'there is no meter "cl100k-base"; did you mean cl100k_base',
    )
  })
})

test.each([['o200k', 'o200k_base'], ['Claud', 'claude'], ['code-aware', 'codeaware'], ['cl100k', 'cl100k_base'], ['heuristics', 'heuristic']])(
  '%s is answered with %s',
  async (word, name) => expect(createMeter(word, loadVocabulary)).rejects.toThrow(`did you mean ${name}`),
)

describe('claude', () => {
  test('is 1.4 times the base, rounded up, and does not claim to be exact', () => {
    const bound = claudeBound({ name: 'letters', exact: true, count: (text) => text.length })
    expect([0, 1, 2, 3, 5, 10, 15, 100].map((length) => bound.count('x'.repeat(length)))).toEqual([0, 2, 3, 5, 7, 14, 21, 140])
    expect(bound.exact).toBe(false)
    expect(meterDocs.claude).toContain('meant as a bound, not a count')
  })
})
