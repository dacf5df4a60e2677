import type { Language, Parser } from '../core/ports.ts'
import { go } from './go.ts'
import { javascript } from './javascript.ts'
import { json } from './json.ts'
import type { Scanner, Table } from './language.ts'
import { text } from './lines.ts'
import { markdown } from './markdown.ts'
import { parserOf } from './parser.ts'
import { python } from './python.ts'
import { rust } from './rust.ts'
import { toml } from './toml.ts'
import { tsx, typescript } from './typescript.ts'
import { yaml } from './yaml.ts'

const PACKS: readonly (Table | Scanner)[] = [typescript, tsx, javascript, python, rust, go, markdown, json, yaml, toml, text]

/** Every language that is understood; `text` stands for all others. */
export const LANGUAGES: readonly Language[] = PACKS

/** The language of a path, by its file name and then by its ending; `text` when none is known. */
export const languageOf: (path: string) => Language | undefined = finderOf(PACKS)

function finderOf(packs: readonly Language[]): (path: string) => Language | undefined {
  const byName = new Map(packs.flatMap((pack) => (pack.filenames ?? []).map((name) => [name, pack] as const)))
  const byEnding = new Map(packs.flatMap((pack) => pack.extensions.map((ending) => [ending, pack] as const)))
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    return byName.get(name) ?? byEnding.get(name.slice(name.lastIndexOf('.')).toLowerCase()) ?? text
  }
}

/** Where grammars and the tree-sitter runtime come from, as .wasm bytes and only when needed; `more` are languages of your own. */
export interface ParserOptions {
  readonly load: (grammar: string) => Promise<Uint8Array>
  readonly runtime: () => Promise<Uint8Array>
  readonly more?: readonly (Table | Scanner)[]
}

/** A parser for every language. */
export function createParser({ load, runtime, more = [] }: ParserOptions): Parser {
  const packs = [...PACKS, ...more]
  return parserOf(packs, { load, runtime }, finderOf(packs))
}

export { defineLanguage, defineScanner, extend, type Scanner, type Table } from './language.ts'
