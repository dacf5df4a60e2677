// The outline against the parser, over the samples of each language: the same definitions, by name and line, up to a floor. What the samples of a
// language stress is what its grammar finds hard, so real files do better: bench/results/outline.md.
import { describe, expect, test } from 'vitest'
import { type Block, isDefinition, walk } from '../../src/core/block.ts'
import type { Language } from '../../src/core/ports.ts'
import { fileBlock } from '../../src/core/tile.ts'
import { LANGUAGES } from '../../src/languages/index.ts'
import { SPEECHES } from '../../src/languages/outline/tables/index.ts'
import { openParser, parseAs } from '../cases/parser.ts'
import { samplesOf } from '../kit/tiles.ts'

/** The least part of the definitions that must be found; 1 unless told. */
const FLOORS: Readonly<Record<string, number>> = {
  c: 0.85, cpp: 0.8, csharp: 0.95, dart: 0.9, elixir: 0.7, flow: 0.6, java: 0.95, kotlin: 0.9, lua: 0.7, php: 0.8, ruby: 0.8, rust: 0.85, scala: 0.85, shell: 0.75, swift: 0.85,
}

const parser = openParser()
const MAIN = new Set(['class', 'interface', 'enum', 'type', 'function', 'method'])
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** What the parser finds, with first and last line; tests that are found under a string are no names. */
async function wantedIn(language: Language, text: string): Promise<{ name: string; first: number; last: number }[]> {
  const { tiles, problem } = await parseAs(parser, language, text)
  if (problem !== undefined) return []
  const isNamed = (block: Block): boolean => isDefinition(block) && MAIN.has(block.kind) && NAME.test(block.name) && !new RegExp(`['"\`][^'"\`]*${block.name.replaceAll('$', '.')}`).test(block.shape.head)
  return [...walk(fileBlock('a', text, tiles))].filter(isNamed).map(({ name, start, end }) => ({ name, first: lineAt(text, start), last: lineAt(text, end - 1) }))
}

/** How many of them the outline has. */
async function counted(language: Language): Promise<{ wanted: number; found: number; missed: string[] }> {
  const missed: string[] = []
  let wanted = 0
  for (const text of samplesOf(language.name)) {
    const left = [...parser.outline(language, text)]
    for (const { name, first, last } of await wantedIn(language, text)) {
      const at = left.findIndex((item) => item.name === name && item.line >= first && item.line <= last)
      wanted++
      if (at < 0) missed.push(`${name}:${first}`)
      else left.splice(at, 1)
    }
  }
  return { wanted, found: wanted - missed.length, missed }
}

describe.each(LANGUAGES.filter(({ name }) => SPEECHES.has(name)).map((language) => [language.name, language] as const))('%s', (name, language) => {
  test('has an outline that finds what the parser finds', async () => {
    const { wanted, found, missed } = await counted(language)
    expect(wanted).toBeGreaterThan(0)
    expect(found / wanted, missed.join(' ')).toBeGreaterThanOrEqual(FLOORS[name] ?? 1)
  })
})
