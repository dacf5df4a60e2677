// The shared edge cases, when they are at hand: what must and what must not appear at each level, white space aside.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openParser, skeletonOfPath } from './parser.ts'

const shared = process.env['FOVEA_SKELETON'] ?? fileURLToPath(new URL('../../../shared/skeleton', import.meta.url))
const edge = join(shared, 'edge')
const LANGUAGES = ['python', 'typescript', 'javascript', 'rust', 'go', 'markdown', 'json', 'yaml', 'toml', 'robustness', 'log']
const flat = (text: string): string => text.replace(/\s+/g, '').replace(/,(?=[)\]>}])/g, '')
const parser = openParser()

describe.skipIf(!existsSync(edge))('shared edge cases (set FOVEA_SKELETON to their folder)', () => {
  for (const language of existsSync(edge) ? LANGUAGES : []) {
    for (const file of readdirSync(join(edge, language)).filter((name) => name.endsWith('.in'))) {
      const name = file.replace(/\.[^.]+\.in$/, '')
      const expected = readFileSync(join(edge, language, `${name}.expect.md`), 'utf8')
      const checks = JSON.parse(/## Checks[^]*?```json\n([^]*?)\n```/.exec(expected)?.[1] ?? '{}') as Record<string, string[]>
      const text = readFileSync(join(edge, language, file), 'utf8')
      for (const [seed, level] of [['L1', 'detail'], ['L2', 'shape']] as const) {
        test(`${language}/${name} at ${level}`, async () => {
          const out = await skeletonOfPath(parser, { path: file.replace(/\.in$/, ''), text, level })
          expect(out.trim()).not.toBe('')
          expect(out.length).toBeLessThanOrEqual(text.length + 200)
          expect((checks[`${seed}+`] ?? []).filter((piece) => !flat(out).includes(flat(piece)))).toEqual([])
          expect((checks[`${seed}-`] ?? []).filter((piece) => flat(out).includes(flat(piece)))).toEqual([])
        })
      }
    }
  }
})
