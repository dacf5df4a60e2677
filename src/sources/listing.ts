// Which files a folder has. Git knows it in a moment, for its own trees; where it does not know everything that counts, the walk finds out.
import { existsSync, type Stats } from 'node:fs'
import { isAbsolute, sep } from 'node:path'
import { listedWithoutGit, unnameable } from '../core/entry/diagnostics.ts'
import { IGNORE_FILES } from '../core/entry/ignoring.ts'
import { compileOptions, type Patterns, verdict } from '../core/entry/patterns.ts'
import { isSkipped } from '../core/entry/sieve.ts'
import { lstatOf } from '../disk/places.ts'
import { gitOutput } from './git-process.ts'
import { type Keeping, keepList, recallList } from './kept-list.ts'
import { type OwnRepository, ownOf } from './own.ts'
import { within } from './patience.ts'
import { repositoryOf } from './repository.ts'
import { type Found, walk, type WalkOptions } from './walk.ts'

/** The files of a folder in the order of their paths, from whoever is quicker. */
export async function list(options: WalkOptions, listing: Listing = {}): Promise<Listed> {
  const found = await listed(options, listing)
  listing.onProgress?.(0)
  return found
}

export interface Listed {
  readonly found: Iterable<Found>
  /** The folders above the files as they were on the disk meanwhile, by their paths below the root, where they were looked at. */
  readonly folders?: ReadonlyMap<string, Stats | undefined>
}

async function listed(options: WalkOptions, { signal, lists }: Listing): Promise<Listed> {
  const repository = options.useIgnoreFiles ? repositoryOf(options.root) : undefined
  const own = repository === undefined ? undefined : ownOf(repository, 'files')
  if (typeof own === 'string') options.report(listedWithoutGit(own))
  if (own === undefined || typeof own === 'string') return { found: walk(options) }
  const kept = lists === undefined ? undefined : recallList(options, own, lists)
  if (kept !== undefined) return { found: kept }
  const known = await knownToGit(own, options, signal)
  if (known === undefined) return { found: walk(options) }
  const folders = new Folders(options)
  // Below the top of a repository ignore files above count too, and the folder itself may be ignored.
  if (own.top !== options.root || needsWalk(options, known, folders)) return { found: walk({ ...options, tracked: new Set(known.tracked.map(({ path }) => path)) }) }
  let told = false
  const found = chosenOf({ ...options, report: (diagnostic) => { told = true; options.report(diagnostic) } }, known, folders)
  // What was said on the way would not be said again.
  if (lists !== undefined && !told) keepList(options, own, { found, folders: folders.stats, ...lists })
  return { found, folders: folders.stats }
}

/** What a list may take, and where lists are kept. */
export interface Listing {
  readonly signal?: AbortSignal | undefined
  readonly lists?: Keeping | undefined
  /** Told 0 when it is known what git lists, or a walk is about to begin, and no file is read. */
  onProgress?(files: number): void
}

interface Known {
  readonly tracked: readonly Found[]
  /** Neither tracked nor ignored. */
  readonly others: readonly string[]
}

const LINK = '120000'
const REPOSITORY = '160000'

/** What git lists; undefined when there is no git, no repository, or anything it could not read. */
async function knownToGit(repository: OwnRepository, { root, useLocalExcludes }: WalkOptions, signal: AbortSignal | undefined): Promise<Known | undefined> {
  const ignoring = useLocalExcludes ? '--exclude-standard' : '--exclude-per-directory=.gitignore'
  const output = await within(PATIENCE, signal, async (limit) => {
    // Git waits for ever at a pipe that is named like an ignore file; the walk does not. How long is too long depends on how much there is.
    const hurry = new AbortController()
    limit.addEventListener('abort', () => hurry.abort(), { once: true })
    const timer = setTimeout(() => hurry.abort(), SHORT_PATIENCE + (lstatOf(`${repository.own}/index`)?.size ?? 0) / BYTES_IN_A_MILLISECOND)
    return gitOutput(['ls-files', '-z', '-t', '--stage', '--others', ignoring], { repository, cwd: root, signal: hurry.signal, quiet: true }, { most: MOST_LIST, patience: PATIENCE }).finally(() => clearTimeout(timer))
  })
  return typeof output === 'string' ? undefined : knownFrom(output.toString('utf8'))
}

/** Rows that begin with a letter: `?` stands before what is not tracked, others before what is. */
function knownFrom(rows: string): Known | undefined {
  const tracked: Found[] = []
  const others: string[] = []
  for (let at = 0, end = rows.indexOf('\0'); end >= 0; at = end + 1, end = rows.indexOf('\0', at)) {
    const isOther = rows[at] === '?'
    const path = rows.slice(isOther ? at + 2 : rows.indexOf('\t', at) + 1, end)
    // Nothing checks what an index says: a path that leads out of the folder was put there by somebody.
    if (!isInside(path)) return undefined
    if (isOther) others.push(path)
    else tracked.push({ path, kind: rows.startsWith(LINK, at + 2) ? 'link' : rows.startsWith(REPOSITORY, at + 2) ? 'repository' : 'file', indexed: true })
  }
  return { tracked, others }
}

const PATIENCE = 10_000

/** What is kept of a list, in bytes: more than a text can hold would be too much. */
const MOST_LIST = 1 << 28

/** Milliseconds for a small tree, and how much of an index stands for what a slow disk finds in one more. */
const SHORT_PATIENCE = 2000
const BYTES_IN_A_MILLISECOND = 1000

/** A part that is empty, leads up or stays, or is a repository's own; one expression, because every path of every run comes by here. */
const ODD_PART = sep === '/' ? /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i : /(?:^|[\\/])(?:\.{0,2}|\.git)(?:[\\/]|$)/i

/** Whether a path that git names stays in its folder and out of a repository's own. */
export const isInside = (path: string): boolean => !isAbsolute(path) && !ODD_PART.test(path.endsWith('/') ? path.slice(0, -1) : path)

/** Ignore files that git does not read, exclusions that bring something back, repositories inside this one, and trees in which git finds nothing. */
function needsWalk({ root, exclude }: WalkOptions, { tracked, others }: Known, folders: Folders): boolean {
  if (tracked.length + others.length === 0 || exclude.some((line) => line.startsWith('!')) || tracked.some(({ kind }) => kind === 'repository')) return true
  if (OURS.some((name) => existsSync(`${root}/${name}`))) return true
  for (const { path } of tracked) if (folders.needWalkAbove(path)) return true
  return others.some((path) => folders.needWalkAbove(path))
}

const OURS: readonly string[] = IGNORE_FILES.filter((name) => name !== '.gitignore')
const TELLING: readonly string[] = [...OURS, '.git']

function chosenOf(options: WalkOptions, { tracked, others }: Known, folders: Folders): Found[] {
  const found = tracked.filter((one) => folders.holds(one))
  for (const path of others) found.push(...otherFrom(options, path).filter((one) => folders.holds(one)))
  // Git sorts by bytes, which is another order for few names; others come behind.
  if (!found.every(({ path }, at) => at === 0 || (found[at - 1] as Found).path < path)) found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  // What is in conflict stands in the index up to three times.
  return found.filter(({ path }, at) => at === 0 || found[at - 1]?.path !== path)
}

/** What is not in the index: git names a repository inside this one with a slash at its end. */
function otherFrom({ root, report }: WalkOptions, path: string): Found[] {
  if (path.endsWith('/')) return [{ path: path.slice(0, -1), kind: 'repository' }]
  const kind = kindOf(`${root}/${path}`)
  // Bytes that are not UTF-8 were replaced in the name, so the name leads nowhere.
  if (kind === undefined && path.includes('\uFFFD')) report(unnameable(path))
  return kind === undefined ? [] : [{ path, kind }]
}

/** What lies at a path now; undefined for nothing, and for what is neither a file nor a link. */
export function kindOf(file: string): 'file' | 'link' | undefined {
  const stat = lstatOf(file)
  return stat?.isFile() ? 'file' : stat?.isSymbolicLink() ? 'link' : undefined
}

interface Place {
  /** A real folder in which everything above is one too: behind a link lies somebody else's tree. */
  readonly open: boolean
  /** Named by `include`, or inside a folder that is. */
  readonly chosen: boolean
}

/** What the options and the disk say of folders, each asked once. */
class Folders {
  private readonly known = new Map<string, Place>()
  readonly stats = new Map<string, Stats | undefined>()
  private last = ''
  private readonly includes: Patterns | undefined
  private readonly excludes: Patterns | undefined

  constructor(private readonly options: WalkOptions) {
    this.includes = options.include.length > 0 ? compileOptions(options.include) : undefined
    this.excludes = options.exclude.length > 0 ? compileOptions(options.exclude) : undefined
  }

  /** Whether a folder above a path has what git does not tell of. Files of one folder follow each other. */
  needWalkAbove(path: string): boolean {
    const slash = path.lastIndexOf('/')
    if (slash === this.last.length && path.startsWith(this.last)) return false
    this.last = path.slice(0, Math.max(0, slash))
    for (let at = slash; at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at)
      if (this.stats.has(folder)) return false
      if (this.isTelling(folder)) return true
    }
    return false
  }

  private isTelling(folder: string): boolean {
    const path = `${this.options.root}/${folder}`
    this.stats.set(folder, lstatOf(path))
    return TELLING.some((name) => existsSync(`${path}/${name}`))
  }

  holds({ path, kind }: Found): boolean {
    const { name, above } = split(path)
    const place = this.at(above)
    if (!place.open || isSkipped(name) || this.isExcluded(path, name, kind === 'repository')) return false
    return this.isChosen(path, name, { folder: kind === 'repository', inside: place.chosen })
  }

  private at(folder: string): Place {
    if (folder === '') return { open: true, chosen: this.includes === undefined }
    const known = this.known.get(folder)
    if (known !== undefined) return known
    const place = this.look(folder)
    this.known.set(folder, place)
    return place
  }

  private look(folder: string): Place {
    const { name, above } = split(folder)
    const parent = this.at(above)
    const open = parent.open && !isSkipped(name) && !this.isExcluded(folder, name, true) && this.stats.get(folder)?.isDirectory() === true
    return { open, chosen: this.isChosen(folder, name, { folder: true, inside: parent.chosen }) }
  }

  private isExcluded(path: string, name: string, folder: boolean): boolean {
    return this.excludes !== undefined && verdict(this.excludes, { path, name, folder }) === true
  }

  private isChosen(path: string, name: string, { folder, inside }: { folder: boolean; inside: boolean }): boolean {
    return this.includes === undefined || (verdict(this.includes, { path, name, folder }) ?? inside)
  }
}

function split(path: string): { name: string; above: string } {
  const slash = path.lastIndexOf('/')
  return { name: path.slice(slash + 1), above: slash < 0 ? '' : path.slice(0, slash) }
}
