// Imports of Rust: `use` trees and `mod x;`. A path is followed from the crate, this module or the one above as far as there are files for it.
import type { Files, Found, Import } from '../../core/ports.ts'
import { below, firstOf, folderOf, sure, upward } from './paths.ts'

const MOD = /(?:^|[;{}\n])[ \t]*(?:#\[[^\]\n]*\][ \t]*)*(?:pub(?:\([^)]*\))?\s+)?mod\s+(?:r#)?(?<name>[\p{L}_][\p{L}\p{N}_]*)\s*;/gu
const USE = /\b(?:use|extern\s+crate)\s+(?<tree>[^;]+)/g

/** The imports in some statements. */
export const imports = (statements: string): Import[] => [
  ...[...statements.matchAll(MOD)].map(({ groups = {} }) => ({ module: `self::${groups['name'] as string}`, names: [], as: groups['name'] as string })),
  ...[...statements.matchAll(USE)].flatMap(({ groups = {} }) => leavesOf(groups['tree'] as string)),
]

/** `a::{b, c::{self, d as e}, f::*}` as one import for each leaf; nesting is kept in a list of prefixes, so that it cannot exhaust anything. */
function leavesOf(tree: string): Import[] {
  const leaves: Import[] = []
  const prefixes: string[] = ['']
  let path = ''
  const end = (): void => {
    const leaf = leafOf(path.trim())
    if (leaf !== undefined) leaves.push(leaf)
    path = prefixes.at(-1) ?? ''
  }
  for (const char of tree.replace(/\/\/[^\n]*/g, '')) {
    if (char === '{') prefixes.push(path)
    else if (char === '}' || char === ',') {
      end()
      if (char === '}') {
        prefixes.pop()
        path = ''
      }
    } else path += char
  }
  end()
  return leaves
}

function leafOf(path: string): Import | undefined {
  const [, whole = '', as] = /^(.*?)(?:\s{1,40}as\s+([\p{L}_][\p{L}\p{N}_]*))?$/su.exec(path) ?? []
  const parts = whole.replaceAll(/\s|r#/g, '').split('::').filter((part) => part !== '')
  const last = parts.pop()
  if (last === undefined) return undefined
  const module = parts.join('::')
  if (last === '*') return { module, names: [] }
  if (last === 'self') return { module, names: [], as: as ?? parts.at(-1) ?? '' }
  return { module, names: [{ name: last, as: as ?? last }], as: as ?? last }
}

/** Where an import leads: the deepest file that its path names. */
export function resolve({ module, names }: Import, from: string, files: Files): Found[] {
  const parts = [...module.split('::').filter((part) => part !== ''), ...names.map(({ name }) => name)]
  const [head, ...rest] = parts
  if (head === undefined) return []
  const crate = crateOf(from, files)
  if (head === 'crate') return sure([deepest(files, crate, rest)])
  if (head === 'self' || head === 'super') return sure([relativeTo(files, from, parts)])
  const other = crateNamed(head, files)
  if (other !== undefined) return sure([deepest(files, other, rest)])
  // A path may also begin at this module, since 2018.
  const here = deepest(files, moduleFolder(from), parts)
  return here === undefined || here === from ? [] : [{ path: here, certain: false }]
}

function relativeTo(files: Files, from: string, parts: readonly string[]): string | undefined {
  let folder = moduleFolder(from)
  let at = 0
  for (; parts[at] === 'self' || parts[at] === 'super'; at++) if (parts[at] === 'super') folder = folderOf(folder)
  return deepest(files, folder, parts.slice(at))
}

const ROOTS = ['lib.rs', 'main.rs', 'mod.rs']

/** The folder in which the modules of a file are: beside `mod.rs`, below `x.rs`. */
const moduleFolder = (path: string): string => (ROOTS.some((name) => path === name || path.endsWith(`/${name}`)) ? folderOf(path) : path.replace(/\.rs$/, ''))

function deepest(files: Files, folder: string, parts: readonly string[]): string | undefined {
  for (let length = parts.length; length >= 0; length--) {
    const path = below(folder, parts.slice(0, length).join('/')).replace(/\/$/, '')
    const found = firstOf(files, length === 0 ? [...ROOTS.map((name) => below(path, name)), `${path}.rs`] : [`${path}.rs`, below(path, 'mod.rs')])
    if (found !== undefined) return found
  }
  return undefined
}

/** The folder with the sources of the crate that a file belongs to. */
function crateOf(from: string, files: Files): string {
  const root = [...upward(folderOf(from))].find((folder) => files.has(below(folder, 'Cargo.toml')))
  if (root !== undefined) return below(root, 'src')
  return [...upward(folderOf(from))].find((folder) => firstOf(files, ROOTS.slice(0, 2).map((name) => below(folder, name))) !== undefined) ?? folderOf(from)
}

function crateNamed(name: string, files: Files): string | undefined {
  const manifest = files.ending('Cargo.toml').find((path) => /^\s*name\s*=\s*"([^"]+)"/m.exec(files.read(path) ?? '')?.[1]?.replaceAll('-', '_') === name)
  return manifest === undefined ? undefined : below(folderOf(manifest), 'src')
}
