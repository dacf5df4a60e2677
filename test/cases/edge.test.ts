// The shared edge cases, when they are at hand: what must and what must not appear at each level, white space aside.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openParser, skeletonIn } from './parser.ts'

const shared = process.env['FOVEA_SKELETON'] ?? fileURLToPath(new URL('../../../shared/skeleton', import.meta.url))
const edge = join(shared, 'edge')
/** Cases of formats that are read as plain lines on purpose. */
const PLAIN = new Set(['log', 'robustness'])
const flat = (text: string): string => text.replace(/\s+/g, '').replace(/,(?=[)\]>}])/g, '')
const parser = openParser()


/** The name of the file that a case stands for, as the checker of the cases gives it. */
function pathOf(folder: string, file: string): string {
  const [, name = '', ending = ''] = /^(.*?)\.([^.]+)\.in$/.exec(file) ?? []
  const whole = { Dockerfile: 'Dockerfile', env: '.env', mk: 'Makefile' }[ending]
  return whole ?? (folder === 'lockfile' ? `${name}.json` : name === 'package_json' ? 'package.json' : `${name}.${ending}`)
}

describe.skipIf(!existsSync(edge))('shared edge cases (set FOVEA_SKELETON to their folder)', () => {
  for (const folder of existsSync(edge) ? readdirSync(edge, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name) : []) {
    for (const file of readdirSync(join(edge, folder)).filter((name) => name.endsWith('.in'))) {
      const expected = readFileSync(join(edge, folder, file.replace(/\.[^.]+\.in$/, '.expect.md')), 'utf8')
      const checks = JSON.parse(/## Checks[^]*?```json\n([^]*?)\n```/.exec(expected)?.[1] ?? '{}') as Record<string, string[]>
      const text = readFileSync(join(edge, folder, file), 'utf8')
      const path = pathOf(folder, file)
      const language = parser.languageOf(path, text)
      if (language === undefined || (language.name === 'text' && !PLAIN.has(folder))) continue
      for (const [seed, level] of [['L1', 'detail'], ['L2', 'shape']] as const) {
        test(`${folder}/${path} at ${level}`, async () => {
          const out = await skeletonIn(parser, language, { text, level })
          expect(out.trim()).not.toBe('')
          expect(out.length).toBeLessThanOrEqual(text.length + 200)
          expect((checks[`${seed}+`] ?? []).filter((piece) => !flat(out).includes(flat(piece)))).toEqual([])
          expect((checks[`${seed}-`] ?? []).filter((piece) => flat(out).includes(flat(piece)))).toEqual([])
        })
      }
    }
  }
})
