// The files of a commit as entries: the same names count as on a disk, and the same bytes become the same entries.
import { showing } from '../core/entry/reading.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { unnameable, unreadable } from '../core/entry/diagnostics.ts'
import { type HeldFile, type HeldFound, heldEntry, listHeld } from '../core/entry/held.ts'
import { enterFolder, IGNORE_BYTES, IGNORE_FILES, type Scopes } from '../core/entry/ignoring.ts'
import { UsageError } from '../core/field.ts'
import type { Entry, Source } from '../core/ports.ts'
import type { CommitTree, TreeRow } from './commit.ts'
import { type FilesOptions, readingFrom } from './files.ts'
import { isInside } from './listing.ts'
import { octets } from './octets.ts'

/** Bytes of texts that are held at the most: a commit has no disk that could be asked again. */
const MOST_HELD = 1 << 29

/** After so many files somebody is told. */
const TELL_EVERY = 256

/** The files of a commit, in the order of their paths, each read once. */
export function commitSource(tree: CommitTree, options: FilesOptions = {}): Source {
  const diagnostics: Diagnostic[] = []
  return { diagnostics, entries: () => entries(tree, options, diagnostics) }
}

async function* entries(tree: CommitTree, options: FilesOptions, diagnostics: Diagnostic[]): AsyncIterable<Entry> {
  diagnostics.length = 0
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
  const rows = new Map(tree.rows.filter((row) => isNamed(row, report)).map((row) => [row.path, row]))
  const all = await listed(tree, [...rows.values()], { options, report })
  const found = all.filter(showing(all, options.redact, report))
  const links = await linksOf(tree, found.flatMap(({ path }) => rows.get(path) ?? []))
  yield* await read(tree, { found, rows, links, options, report })
}

/** A tree is somebody's text: a path that leads out of it, or that no disk would have, is told and left. */
function isNamed({ path, odd }: TreeRow, report: (diagnostic: Diagnostic) => void): boolean {
  if (path.length > LONGEST_PATH) {
    report(unreadable(`${path.slice(0, 100)}…`, `its path is longer than the ${LONGEST_PATH} characters that a disk takes`))
    return false
  }
  if (odd) report(unnameable(path))
  else if (!isInside(path)) report(unreadable(path, 'its path leads out of the folder'))
  return !odd && isInside(path)
}

/** Folders are looked at one in another, so the depth of a tree that no disk could hold must not count. */
const LONGEST_PATH = 4096

interface Reading {
  readonly options: FilesOptions
  report(diagnostic: Diagnostic): void
}

/** What counts: ignore files of the commit are read first, also those above the root. */
async function listed(tree: CommitTree, rows: readonly TreeRow[], { options, report }: Reading): Promise<HeldFound[]> {
  const ignoring = rows.filter(({ path, kind }) => kind === 'file' && isIgnoreFile(path))
  const bytes = await bytesOf(tree, options.useIgnoreFiles === false ? [] : ignoring)
  const files = rows.map(({ path, kind }): HeldFile => ({ path, bytes: bytes.get(path) ?? NOTHING, ...(kind === 'repository' ? { repository: true } : {}) }))
  return listHeld(files, { include: options.include ?? [], exclude: options.exclude ?? [], by: octets, tracked: true, above: await scopesAbove(tree, report), report })
}

const NOTHING = new Uint8Array()

const isIgnoreFile = (path: string): boolean => IGNORE_FILES.some((name) => path === name || path.endsWith(`/${name}`))

async function bytesOf(tree: CommitTree, rows: readonly TreeRow[]): Promise<Map<string, Uint8Array>> {
  const held = new Map<string, Uint8Array>()
  await tree.blobs(rows, IGNORE_BYTES, ({ path }, blob) => {
    if (blob !== undefined) held.set(path, blob.bytes)
    return true
  })
  return held
}

/** The ignore files of the folders above the root, up to the top of the repository. */
async function scopesAbove(tree: CommitTree, report: Reading['report']): Promise<(scopes: Scopes) => Scopes> {
  const folders = tree.below.map((_, depth) => tree.below.slice(0, depth).map((part) => `${part}/`).join(''))
  const rows = await tree.rowsAt(folders.flatMap((folder) => IGNORE_FILES.map((name) => folder + name)))
  const held = await bytesOf(tree, rows.filter(({ kind }) => kind === 'file'))
  const above = (depth: number): string => tree.below.slice(depth).map((part) => `${part}/`).join('')
  return (scopes) => folders.reduce((all, folder, depth) => enterFolder(all, { base: '', above: above(depth), by: octets, report, read: (name) => held.get(folder + name) }), scopes)
}

/** Where the links lead, by path. */
async function linksOf(tree: CommitTree, rows: readonly TreeRow[]): Promise<ReadonlyMap<string, string>> {
  const targets = await bytesOf(tree, rows.filter(({ kind }) => kind === 'link'))
  return new Map([...targets].map(([path, bytes]) => [path, octets.utf8(bytes)]))
}

interface Wanted extends Reading {
  readonly found: readonly HeldFound[]
  readonly rows: ReadonlyMap<string, TreeRow>
  readonly links: ReadonlyMap<string, string>
}

/** Every entry in order. Those without a blob of their own are made where they stand. */
async function read(tree: CommitTree, { found, rows, links, options, report }: Wanted): Promise<Entry[]> {
  const reading = { ...readingFrom(options, report), by: octets }
  const made = new Map<string, Entry>()
  let held = 0
  const files = found.flatMap(({ path }) => rows.get(path) ?? []).filter(({ kind }) => kind === 'file')
  await tree.blobs(files, reading.maxFileBytes + 1, ({ path }, blob) => {
    if (blob === undefined) report(unreadable(path, 'it is not in this clone'))
    else made.set(path, settled(heldEntry({ path, file: { path, ...blob } }, reading)))
    held += made.get(path)?.text.length ?? 0
    if (made.size % TELL_EVERY === 0) options.onProgress?.(made.size)
    return held <= MOST_HELD
  })
  if (held > MOST_HELD) throw new UsageError(`this commit has more than ${MOST_HELD >> 20} MB of text: choose a part of it with --include`)
  options.onProgress?.(found.length)
  return found.flatMap((one) => made.get(one.path) ?? otherEntry(one, rows.get(one.path), { links, reading }))
}

/** A link or a repository inside. A file that could not be read has been told of. */
function otherEntry({ path }: HeldFound, row: TreeRow | undefined, { links, reading }: { links: ReadonlyMap<string, string>; reading: Parameters<typeof heldEntry>[1] }): Entry[] {
  if (row?.kind === 'repository') return [heldEntry({ path }, reading)]
  const link = links.get(path)
  return link === undefined ? [] : [heldEntry({ path, file: { path, bytes: NOTHING, link } }, reading)]
}

/** Hashed at once, so that the bytes can go. */
function settled({ path, text, bytes, md5, sha256, stub, encoding }: Entry): Entry {
  return { path, text, bytes, md5, sha256, modified: 0, ...(stub === undefined ? {} : { stub }), ...(encoding === undefined ? {} : { encoding }) }
}
