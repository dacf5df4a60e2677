// From a target to the blocks it names, on today's disk. Only files that could hold the name are parsed.
import { type Block, isDefinition, pathInId, walk } from '../core/block.ts'
import { isTooLarge } from '../core/entry/reading.ts'
import { staysInside } from '../core/entry/stub.ts'
import { findBlocks, isModule, plainName } from '../core/find.ts'
import type { Target } from '../core/handle.ts'
import type { Reading } from '../core/links.ts'
import { nearest } from '../core/nearest.ts'
import type { Entry } from '../core/ports.ts'
import { tierOf } from '../core/rank/tier.ts'
import { languageOf, mayHold, parsedOf } from '../core/known.ts'
import { fileBlock } from '../core/tile.ts'
import type { Workspace } from '../workspace/index.ts'
import { EXIT, Failure } from './operation.ts'

/** A block with the file it stands in. `block` is the file itself when the whole file is meant. */
export interface Place {
  readonly entry: Entry
  readonly file: Block
  readonly block: Block
}

/** What limits a search. */
export interface Scope {
  /** Only files whose path holds this as a module. */
  readonly module?: string
  readonly includeTests: boolean
}

/** Parses entries, each once. */
export class Library {
  private readonly parsed: { get(entry: Entry): Block | undefined; set(entry: Entry, block: Block): unknown }

  private readonly holders = new Map<string, readonly Entry[]>()

  /** `opens`: files that somebody names are shown, also those that are one line on every page. */
  constructor(private readonly workspace: Workspace, readonly entries: readonly Entry[], private readonly opens = false) {
    this.parsed = workspace.blocks ?? new Map()
  }

  async file(entry: Entry): Promise<Block> {
    const known = this.parsed.get(entry)
    if (known !== undefined) return known
    const language = languageOf(entry, this.workspace)
    const tiles = language === undefined ? [] : (await parsedOf(entry, language, this.workspace)).tiles
    const block = fileBlock(entry.path, entry.text, tiles)
    this.parsed.set(entry, block)
    return block
  }

  /** A file that somebody names. A lock file, generated, minified or long text is read for that; what is no text stays what it is. */
  named(entry: Entry): Entry {
    if (!this.opens || entry.stub === undefined || entry.stub === 'binary') return entry
    try {
      const read = this.workspace.readOne(entry.path, { asked: true })
      return read.stub === undefined ? read : entry
    } catch {
      // A link, or gone by now: the line says what it is.
      return entry
    }
  }

  /** A file with its language; undefined for text that nobody can read. */
  async reading(entry: Entry): Promise<Reading | undefined> {
    const language = languageOf(entry, this.workspace)
    return language === undefined ? undefined : { path: entry.path, text: entry.text, block: await this.file(entry), language }
  }

  /** The entries whose text may hold a word. */
  holding(word: string): readonly Entry[] {
    const known = this.holders.get(word) ?? this.entries.filter((entry) => mayHold(entry, word, this.workspace))
    this.holders.set(word, known)
    return known
  }

  shaOf(place: Place): string {
    return place.block === place.file ? place.entry.sha256 : this.workspace.digest.sha256(place.entry.text.slice(place.block.start, place.block.end))
  }
}

/** Every place that a target names, best first. */
export async function resolveTarget(library: Library, target: Target, scope: Scope): Promise<Place[]> {
  if (target.kind === 'content') return byContent(library, target.pin as string)
  const entries = library.entries.filter((entry) => inScope(entry, target, scope))
  if (target.kind === 'folder') return folderPlaces(library, entries, target.name)
  if (target.kind === 'file') return filePlaces(library, entries, target.name)
  const named = await symbolPlaces(library, entries, target)
  if (named.length > 0) return named
  if (target.kind === 'module' || target.kind === 'any') {
    const modules = entries.filter((entry) => isModule(entry.path, target.name))
    const sources = scope.includeTests ? modules : modules.filter((entry) => tierOf(entry.path) !== 'tests')
    if (modules.length > 0) return wholeFiles(library, sources.length > 0 ? sources : modules)
  }
  return target.kind === 'any' ? filePlaces(library, entries, target.name) : []
}

/** Where something went that is not where its handle says: the same content elsewhere, else the same name elsewhere. */
export async function resolveMoved(library: Library, target: Target, scope: Scope): Promise<Place[]> {
  const same = target.pin === undefined || target.kind === 'content' ? [] : await byContent(library, target.pin)
  if (same.length > 0 || target.path === undefined) return same
  const { path: _gone, ...anywhere } = target
  return resolveTarget(library, anywhere, scope)
}

function inScope(entry: Entry, target: Target, scope: Scope): boolean {
  return (target.path === undefined || entry.path === target.path) && (scope.module === undefined || isModule(entry.path, scope.module))
}

async function filePlaces(library: Library, entries: readonly Entry[], name: string): Promise<Place[]> {
  const clean = name.replace(/^\.\//, '')
  // People write a path as it is, handles as it stands in an id.
  const exact = [clean, pathInId(clean)].map((path) => entries.filter((entry) => entry.path === path)).find(({ length }) => length > 0) ?? []
  const meant = exact.length > 0 ? exact : entries.filter((entry) => entry.path.endsWith(`/${clean}`))
  // Of several only a list is shown.
  return wholeFiles(library, meant.length === 1 ? meant.map((entry) => library.named(entry)) : meant)
}

/** More files than this are packed, not zoomed: every one of them would be parsed. */
const MOST_OF_A_FOLDER = 400

async function folderPlaces(library: Library, entries: readonly Entry[], name: string): Promise<Place[]> {
  const inside = name === '' ? entries : entries.filter(({ path }) => path.startsWith(`${name}/`))
  const found = inside.length > 0 ? inside : entries.filter(({ path }) => path.includes(`/${name}/`))
  const folder = name === '' ? '.' : name
  if (found.length > MOST_OF_A_FOLDER) throw new Failure(`${folder} holds ${found.length} files, too many for a zoom: pack it instead ("fovea ${folder}"), or zoom into a folder in it`)
  return wholeFiles(library, found.filter(({ stub }) => stub === undefined))
}

async function wholeFiles(library: Library, entries: readonly Entry[]): Promise<Place[]> {
  return Promise.all(entries.map(async (entry) => {
    const file = await library.file(entry)
    return { entry, file, block: file }
  }))
}

async function symbolPlaces(library: Library, entries: readonly Entry[], target: Target): Promise<Place[]> {
  const word = longestWord(target.name.replace(/~\d+/g, '').slice(target.name.lastIndexOf('.') + 1) || target.name)
  const places: Place[] = []
  // A file that was named is looked into whatever it holds.
  const scope = new Set(entries)
  for (const entry of target.path === undefined ? library.holding(word).filter((holder) => scope.has(holder)) : entries.map((one) => library.named(one))) {
    const file = await library.file(entry)
    for (const block of findBlocks(file, target)) places.push({ entry, file, block })
  }
  const exact = places.filter((place) => plainName(place.block) === target.name)
  if (places.length > 0 || !target.name.includes('.')) return preferred(exact.length > 0 ? exact : places)
  // `res.redirect = function …` is called redirect, but people ask for it as it is written.
  const loose = await symbolPlaces(library, entries, { ...target, name: target.name.slice(target.name.lastIndexOf('.') + 1) })
  return loose.filter(({ entry, block }) => entry.text.slice(block.start, block.end).split('\n').some((line) => line.trimStart().startsWith(target.name)))
}

/** A heading's name is not always its text (`code` loses its marks), but its words are. */
const longestWord = (name: string): string => (name.match(/[\p{L}\p{N}_$]+/gu) ?? [name]).reduce((longest, word) => (word.length > longest.length ? word : longest), '')

/** A definition in a test rarely is the one that was meant. */
function preferred(places: readonly Place[]): Place[] {
  const sources = places.filter((place) => tierOf(place.entry.path) !== 'tests')
  return [...(sources.length > 0 ? sources : places)]
}

async function byContent(library: Library, pin: string): Promise<Place[]> {
  const whole = library.entries.filter((entry) => entry.sha256.startsWith(pin))
  if (whole.length > 0) return wholeFiles(library, whole.slice(0, 1).map((entry) => library.named(entry)))
  for (const entry of library.entries) {
    const file = await library.file(entry)
    for (const block of walk(file)) {
      const place = { entry, file, block }
      if (block !== file && library.shaOf(place).startsWith(pin)) return [place]
    }
  }
  // Last, because for this every file may have to be read once more, and large ones further than for a list.
  const isMeant = (entry: Entry): boolean => {
    const { md5, sha256 } = isTooLarge(entry) ? library.named(entry) : entry
    return md5.startsWith(pin) || sha256.startsWith(pin)
  }
  return wholeFiles(library, library.entries.filter((entry) => entry.stub !== 'binary' && isMeant(entry)).slice(0, 1).map((entry) => library.named(entry)))
}

/** Nothing was found: says so with the nearest names. */
export async function notFound(library: Library, target: Target, scope: Scope): Promise<Failure> {
  if (target.kind === 'content') return new Failure(`nothing has the content @${target.pin} any more: it was changed or removed; ask by name instead, such as fn=NAME`, EXIT.stale)
  if (leadsOutside(target)) return new Failure(`${target.path ?? target.name} ${(target.path ?? target.name).startsWith('..') ? 'leads outside the root' : 'is no path below the root'}: give one from there, such as file=src/auth.ts`)
  if (target.path !== undefined && !library.entries.some(({ path }) => path === target.path)) {
    const near = nearest(target.path, library.entries.map(({ path }) => path))
    return new Failure(`there is no file ${target.path}${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ': "fovea ." shows what is there'}`)
  }
  const names = await namesOf(library, target)
  const near = nearest(target.name, names).filter((name) => name !== target.name)
  const where = scope.module ?? target.path
  return new Failure(`nothing is called ${target.name}${where === undefined ? '' : ` in ${where}`}${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ': "fovea search WORD" finds names, "fovea ." shows what is there'}`)
}

/** Whether a path that somebody typed cannot be one of the files: those are named from the root. */
const leadsOutside = ({ kind, name, path }: Target): boolean => (path !== undefined || kind === 'file' || kind === 'folder' || kind === 'any') && !staysInside('', path ?? name)

/** What could have been meant. */
async function namesOf(library: Library, { kind, name, path }: Target): Promise<string[]> {
  if (kind === 'folder') return folderNames(library)
  if (kind === 'module') return moduleNames(library)
  const paths = kind === 'file' || (kind === 'any' && path === undefined) ? library.entries.map((entry) => entry.path) : []
  return kind === 'file' ? paths : [...paths, ...await definitionNames(library, name)]
}

const folderNames = (library: Library): string[] => [...new Set(library.entries.flatMap(({ path }) => path.split('/').slice(0, -1).map((_, i, parts) => parts.slice(0, i + 1).join('/'))))]

/** Names of files without their endings, and of folders. */
const moduleNames = (library: Library): string[] => library.entries.flatMap(({ path }) => path.replace(/\.[^./]+$/, '').split('/'))

/** Names to suggest come from files that hold a part of the word, so that a large tree is not parsed for a typing mistake. */
async function definitionNames(library: Library, name: string): Promise<string[]> {
  const last = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const parts = [last.slice(0, 3), last.slice(-3)]
  const names: string[] = []
  for (const entry of library.entries.filter(({ text }) => parts.some((part) => text.toLowerCase().includes(part))).slice(0, 200)) {
    for (const block of walk(await library.file(entry))) if (isDefinition(block)) names.push(block.name, plainName(block))
  }
  return names
}
