// Written by scripts/list-packs.mjs: every file in packs/. Do not edit.
import type { Scanner, Table } from './language.ts'
import go from './packs/go.ts'
import javascript from './packs/javascript.ts'
import json from './packs/json.ts'
import markdown from './packs/markdown.ts'
import python from './packs/python.ts'
import rust from './packs/rust.ts'
import text from './packs/text.ts'
import toml from './packs/toml.ts'
import typescript from './packs/typescript.ts'
import yaml from './packs/yaml.ts'

/** Every language pack of this program. */
export const PACKS: readonly (Table | Scanner)[] = [
  go,
  javascript,
  json,
  markdown,
  python,
  rust,
  text,
  toml,
  typescript,
  yaml,
].flat()
