import type { Parsed, Parser } from './ports.ts'

/** A text with the path that says how to read it; `language` says it instead, by name or ending. */
export interface Written {
  readonly path: string
  readonly text: string
  readonly language?: string
}

/** Reads one text: its language, and the tiles of its definitions. A language that nobody knows is a problem in the result, never an exception. */
export async function parseText(parser: Parser, { path, text, language: word }: Written): Promise<{ readonly language: string; readonly remark: readonly [string, string]; readonly parsed: Parsed }> {
  const language = (word === undefined ? undefined : parser.languageNamed(word)) ?? parser.languageOf(path, text)
  if (language === undefined) return { language: 'text', remark: ['', ''], parsed: { tiles: [], problem: 'its language is not known' } }
  await parser.prepare(language, text)
  return { language: language.name, remark: language.remark, parsed: parser.parse(language, text) }
}
