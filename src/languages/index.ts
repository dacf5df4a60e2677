import type { Language, Parser } from '../core/ports.ts'
import { finderOf } from './finder.ts'
import type { Scanner, Table } from './language.ts'
import { PACKS } from './packs.ts'
import { parserOf } from './parser.ts'
import type { Grammars } from './runtime.ts'

/** Every language that is understood; `text` stands for all others. */
export const LANGUAGES: readonly Language[] = PACKS

/** The language of a file by its name, its ending, its first line; `text` when none is known. */
export const languageOf: (path: string, text: string) => Language | undefined = finderOf(PACKS).ofFile

/** Where grammars and the tree-sitter runtime come from, as .wasm bytes and only when needed; `more` are languages of your own. */
export interface ParserOptions extends Grammars {
  readonly more?: readonly (Table | Scanner)[]
}

/** A parser for every language. */
export const createParser = ({ more = [], ...grammars }: ParserOptions): Parser => parserOf([...more, ...PACKS], grammars)

export { defineLanguage, defineScanner, extend, type Scanner, type Table } from './language.ts'
export type { SkeletonScore } from './score.ts'
export { SCORES } from './scores.ts'
