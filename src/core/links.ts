// Where the imports of a file lead.
import { type Block, walk } from './block.ts'
import { folderOf } from './names.ts'
import { once } from './once.ts'
import type { Files, Found, Import, Language } from './ports.ts'

/** A file that was read and parsed. */
export interface Reading {
  readonly path: string
  readonly text: string
  readonly block: Block
  readonly language: Language
}

/** One import and the files it leads to; none when it leads out of the workspace. */
export interface Link {
  readonly wanted: Import
  readonly found: readonly Found[]
}

/** The imports of a file with the files they lead to. */
export function linksOf({ path, text, block, language }: Reading, files: Files): Link[] {
  if (language.imports === undefined) return []
  const statements: string[] = []
  for (const one of walk(block)) if (isImport(one)) statements.push(text.slice(one.start, one.end))
  return statements.flatMap((statement) => language.imports?.(statement) ?? [])
    .map((wanted) => ({ wanted, found: language.resolve?.(wanted, path, files).filter((found) => found.path !== path) ?? [] }))
}

/** A module without a body is one that stands in a file of its own: `mod net;`. */
const isImport = (block: Block): boolean => block.kind === 'import' || (block.kind === 'module' && block.children.length === 0)

/** The files of a workspace by their paths. Nothing is read or sorted before somebody asks. */
export function filesOf(entries: Iterable<{ readonly path: string; readonly text: string }>): Files {
  const known = new Map<string, { readonly text: string }>()
  for (const entry of entries) known.set(entry.path, entry)
  const byFolder = once(() => grouped(known.keys(), folderOf))
  const byName = once(() => grouped(known.keys(), nameOf))
  const byFolderName = once(() => grouped(foldersIn(known.keys()), nameOf))
  return {
    has: (path) => known.has(path),
    read: (path) => known.get(path)?.text,
    within: (folder) => byFolder().get(folder) ?? [],
    ending: (path) => endingSo(byName(), path),
    folders: (path) => endingSo(byFolderName(), path),
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const endingSo = (byName: ReadonlyMap<string, readonly string[]>, path: string): readonly string[] =>
  (byName.get(nameOf(path)) ?? []).filter((candidate) => candidate === path || candidate.endsWith(`/${path}`))

function grouped(paths: Iterable<string>, keyOf: (path: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const group = groups.get(keyOf(path))
    if (group === undefined) groups.set(keyOf(path), [path])
    else group.push(path)
  }
  return groups
}

function foldersIn(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder)) folders.add(folder)
  return folders
}
