import { skeletonOf } from '../../src/core/skeleton.ts'
import type { Level } from '../../src/core/level.ts'
import type { Language, Parsed, Parser } from '../../src/core/ports.ts'
import { createParser } from '../../src/languages/index.ts'
import { nodeAssets } from '../../src/workspace/assets.ts'

/** A parser with the grammars that the build put into dist/. */
export const openParser = (): Parser => createParser(nodeAssets)

/** Parses one text in a language. */
export async function parseAs(parser: Parser, language: Language, text: string): Promise<Parsed> {
  await parser.prepare(language, text)
  return parser.parse(language, text)
}

/** The skeleton of one text in a language. */
export const skeletonIn = async (parser: Parser, language: Language, { text, level }: { text: string; level: Level }): Promise<string> =>
  skeletonOf(await parseAs(parser, language, text), text, { level })
