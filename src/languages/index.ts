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
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return BY_NAME.get(name) ?? BY_ENDING.get(name.slice(name.lastIndexOf('.')).toLowerCase()) ?? text
}

const BY_NAME = new Map(PACKS.flatMap((pack) => (pack.filenames ?? []).map((name) => [name, pack] as const)))
const BY_ENDING = new Map(PACKS.flatMap((pack) => pack.extensions.map((ending) => [ending, pack] as const)))

/** A parser whose grammars come from `load` and whose tree-sitter runtime comes from `runtime`, both as .wasm bytes and only when needed. */
export const createParser = (load: (grammar: string) => Promise<Uint8Array>, runtime: () => Promise<Uint8Array>): Parser =>
  parserOf(PACKS, { load, runtime }, languageOf)
