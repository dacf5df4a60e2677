import { readFile } from 'node:fs/promises'
import { createParser } from '../../src/languages/index.ts'
import { skeletonOf } from '../../src/core/skeleton.ts'
import type { Level } from '../../src/core/level.ts'
import type { Parsed, Parser } from '../../src/core/ports.ts'

const modules = new URL('../../node_modules/', import.meta.url)

/** A parser that reads grammars from the installed packages. */
export const openParser = (): Parser => createParser({
  load: (grammar) => readFile(new URL(`tree-sitter-wasm/out/${grammar}/tree-sitter-${grammar}.wasm`, modules)),
  runtime: () => readFile(new URL('web-tree-sitter/web-tree-sitter.wasm', modules)),
})

/** Parses one text by its path. */
export async function parsePath(parser: Parser, path: string, text: string): Promise<Parsed> {
  const language = parser.languageOf(path)
  if (language === undefined) throw new Error(`no language for ${path}`)
  await parser.prepare([language])
  return parser.parse(language, text)
}

/** The skeleton of one text by its path. */
export const skeletonOfPath = async (parser: Parser, at: { path: string; text: string; level: Level }): Promise<string> =>
  skeletonOf(await parsePath(parser, at.path, at.text), at.text, { level: at.level })
