// Files that are in memory already, seen as a folder: the same names count as on a disk, and the same bytes become the same entries.
import type { Diagnostic } from '../diagnostic.ts'
import type { Entry } from '../ports.ts'
import { redacted } from './diagnostics.ts'
import { enterFolder, type Scopes, startScopes } from './ignoring.ts'
import type { DigestName, Octets } from './octets.ts'
import { contentOf, digestOf, type ReadingOptions } from './reading.ts'
import { type Inside, type Sieve, sieveFor, sifted } from './sieve.ts'
import { linkEntry, repositoryEntry } from './stub.ts'

/** A file that somebody holds. */
export interface HeldFile {
  /** Relative to the root, `/` between parts. */
  readonly path: string
  readonly bytes: Uint8Array
  /** The size of the whole file when the bytes are only its beginning. */
  readonly size?: number | undefined
  /** Set when it is a link: what it says. */
  readonly link?: string | undefined
  /** A repository of its own stands there; what it holds is not known. */
  readonly repository?: true
}

/** Which of the files count. */
export interface Choosing {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly by: Octets
  /** Git tracks all of them: its own ignore files have no say. */
  readonly tracked?: boolean
  /** What the ignore files above the root say, beside the options. */
  readonly above?: (scopes: Scopes) => Scopes
  readonly report: (diagnostic: Diagnostic) => void
}

/** Something to show. */
export type HeldFound = { readonly path: string; readonly file: HeldFile } | { readonly path: string; readonly file?: undefined }

/** The files that count, in the order of their paths. */
export function listHeld(files: readonly HeldFile[], choosing: Choosing): HeldFound[] {
  const tree = new HeldTree(new Map(files.map((file) => [file.path, file])), choosing)
  const found = new Map<string, HeldFound>()
  for (const file of files) {
    const one = tree.find(file)
    if (one !== undefined) found.set(one.path, one)
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The folders above held files, each looked at once. A string is the path of a repository inside this one. */
class HeldTree {
  private readonly folders = new Map<string, Inside | string | undefined>()
  private readonly sieve: Sieve

  constructor(private readonly files: ReadonlyMap<string, HeldFile>, private readonly choosing: Choosing) {
    this.sieve = sieveFor(choosing.include, choosing.tracked === true ? files.keys() : [])
    const start = startScopes(choosing.exclude)
    this.folders.set('', { scopes: this.enter(choosing.above?.(start) ?? start, ''), chosen: this.sieve.includes === undefined, sparse: false })
  }

  find(file: HeldFile): HeldFound | undefined {
    const { name, above } = split(file.path)
    const inside = this.at(above)
    if (inside === undefined || typeof inside === 'string') return inside === undefined ? undefined : { path: inside }
    const counts = sifted(this.sieve, { path: file.path, name, folder: file.repository === true }, inside)
    return counts && (file.repository === true ? { path: file.path } : { path: file.path, file })
  }

  private at(folder: string): Inside | string | undefined {
    if (!this.folders.has(folder)) this.folders.set(folder, this.look(folder))
    return this.folders.get(folder)
  }

  private look(folder: string): Inside | string | undefined {
    const { name, above } = split(folder)
    const inside = this.at(above)
    if (inside === undefined || typeof inside === 'string') return inside
    const counts = sifted(this.sieve, { path: folder, name, folder: true }, inside)
    if (counts === undefined) return undefined
    return this.isRepository(folder) ? folder : { ...counts, scopes: this.enter(inside.scopes, `${folder}/`) }
  }

  private enter(scopes: Scopes, base: string): Scopes {
    const { by, report } = this.choosing
    return enterFolder(scopes, { base, above: '', by, report, read: (name) => this.plain(base + name)?.bytes })
  }

  private isRepository(folder: string): boolean {
    if (this.files.has(`${folder}/.git/HEAD`)) return true
    const pointer = this.plain(`${folder}/.git`)
    const target = pointer && /^gitdir: (.*)/.exec(this.choosing.by.utf8(pointer.bytes.subarray(0, 4096)))?.[1]?.trimEnd()
    return target !== undefined && this.files.has(joined(folder, `${target}/HEAD`))
  }

  private plain(path: string): HeldFile | undefined {
    const file = this.files.get(path)
    return file?.link === undefined ? file : undefined
  }
}

/** Where a relative path leads from a folder. */
function joined(folder: string, path: string): string {
  const parts = folder.split('/')
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function split(path: string): { name: string; above: string } {
  const slash = path.lastIndexOf('/')
  return { name: path.slice(slash + 1), above: slash < 0 ? '' : path.slice(0, slash) }
}

/** The entry of something that was found. */
export function heldEntry({ path, file }: HeldFound, options: ReadingOptions & Pick<Choosing, 'by' | 'report'>): Entry {
  if (file === undefined) return repositoryEntry(path, options.by)
  if (file.link !== undefined) return linkEntry(path, file.link, options)
  const sight = { bytes: file.bytes, size: Math.max(file.bytes.length, file.size ?? 0) }
  const { redacted: lines, legible: { text }, ...content } = contentOf(path, sight, options)
  if (lines !== undefined) options.report(redacted(path, lines))
  return new HeldEntry({ path, bytes: sight.size, text, ...content }, (name) => digestOf(name, sight, { ...options, stub: content.stub }))
}

/** Its hashes are worked out when somebody asks. */
class HeldEntry implements Entry {
  readonly path: string
  readonly text: string
  readonly bytes: number
  readonly modified = 0
  declare readonly stub?: string
  declare readonly encoding?: string
  #md5: string | undefined
  #sha256: string | undefined

  constructor({ path, text, bytes, stub, encoding }: Pick<Entry, 'path' | 'text' | 'bytes' | 'stub' | 'encoding'>, private readonly hash: (name: DigestName) => string) {
    this.path = path
    this.text = text
    this.bytes = bytes
    if (stub !== undefined) this.stub = stub
    if (encoding !== undefined) this.encoding = encoding
  }

  get md5(): string {
    return (this.#md5 ??= this.hash('md5'))
  }

  get sha256(): string {
    return (this.#sha256 ??= this.hash('sha256'))
  }
}
