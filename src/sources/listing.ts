// Which files a folder has. Git knows it in a moment, for its own trees; where it does not know everything that counts, the walk finds out.
import { existsSync } from 'node:fs'
import { isAbsolute, sep } from 'node:path'
import { listedWithoutGit, unnameable } from '../core/entry/diagnostics.ts'
import { IGNORE_FILES } from '../core/entry/ignoring.ts'
import { compileOptions, type Patterns, verdict } from '../core/entry/patterns.ts'
import { isSkipped } from '../core/entry/sieve.ts'
import { lstatOf } from '../disk/places.ts'
import { gitOutput } from './git-process.ts'
import { type OwnRepository, ownOf } from './own.ts'
import { within } from './patience.ts'
import { repositoryOf } from './repository.ts'
import { type Found, walk, type WalkOptions } from './walk.ts'

/** The files of a folder in the order of their paths, from whoever is quicker. */
export async function list(options: WalkOptions, signal?: AbortSignal): Promise<Iterable<Found>> {
  const repository = options.useIgnoreFiles ? repositoryOf(options.root) : undefined
  const own = repository === undefined ? undefined : ownOf(repository, 'files')
  if (typeof own === 'string') options.report(listedWithoutGit(own))
  const known = own === undefined || typeof own === 'string' ? undefined : await knownToGit(own, options, signal)
  if (known === undefined) return walk(options)
  // Below the top of a repository ignore files above count too, and the folder itself may be ignored.
  const isTop = repository?.top === options.root
  return isTop && !needsWalk(options, known) ? chosenOf(options, known) : walk({ ...options, tracked: new Set(known.tracked.map(({ path }) => path)) })
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
  const ask = async (args: readonly string[], limit: AbortSignal): Promise<string[] | undefined> => {
    const output = await gitOutput(['ls-files', '-z', ...args], { repository, cwd: root, signal: limit, quiet: true }, { most: MOST_LIST, patience: PATIENCE })
    return typeof output === 'string' ? undefined : output.toString('utf8').split('\0').slice(0, -1)
  }
  const ignoring = useLocalExcludes ? '--exclude-standard' : '--exclude-per-directory=.gitignore'
  const [staged, others] = await within(PATIENCE, signal, async (limit) => {
    // Git waits for ever at a pipe that is named like an ignore file; the walk does not. How long is too long depends on how much there is.
    const hurry = new AbortController()
    limit.addEventListener('abort', () => hurry.abort(), { once: true })
    const rest = ask(['--others', ignoring], hurry.signal)
    const index = await ask(['--stage'], limit)
    const timer = setTimeout(() => hurry.abort(), index === undefined ? 0 : SHORT_PATIENCE + index.length / FILES_IN_A_MILLISECOND)
    return [index, await rest.finally(() => clearTimeout(timer))]
  })
  if (staged === undefined || others === undefined) return undefined
  const tracked = staged.map(trackedFrom)
  // Nothing checks what an index says: a path that leads out of the folder was put there by somebody.
  return [...tracked.map(({ path }) => path), ...others].every(isInside) ? { tracked, others } : undefined
}

const PATIENCE = 10_000

/** What is kept of a list, in bytes: more than a text can hold would be too much. */
const MOST_LIST = 1 << 28

/** Milliseconds for a small tree, and what a slow disk finds in one more. */
const SHORT_PATIENCE = 2000
const FILES_IN_A_MILLISECOND = 10

/** A part that is empty, leads up or stays, or is a repository's own; one expression, because every path of every run comes by here. */
const ODD_PART = sep === '/' ? /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i : /(?:^|[\\/])(?:\.{0,2}|\.git)(?:[\\/]|$)/i

/** Whether a path that git names stays in its folder and out of a repository's own. */
export const isInside = (path: string): boolean => !isAbsolute(path) && !ODD_PART.test(path.endsWith('/') ? path.slice(0, -1) : path)

/** `100644 <hash> 0<tab>path`. */
function trackedFrom(row: string): Found {
  const mode = row.slice(0, 6)
  return { path: row.slice(row.indexOf('\t') + 1), kind: mode === LINK ? 'link' : mode === REPOSITORY ? 'repository' : 'file', indexed: true }
}

/** Ignore files that git does not read, exclusions that bring something back, repositories inside this one, and trees in which git finds nothing. */
function needsWalk({ root, exclude }: WalkOptions, { tracked, others }: Known): boolean {
  if (tracked.length + others.length === 0 || exclude.some((line) => line.startsWith('!')) || tracked.some(({ kind }) => kind === 'repository')) return true
  const folders = new Set<string>()
  for (const path of [...tracked.map((one) => one.path), ...others]) for (let at = path.lastIndexOf('/'); at > 0 && !folders.has(path.slice(0, at)); at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at))
  return OURS.some((name) => existsSync(`${root}/${name}`)) || [...folders].some((folder) => [...OURS, '.git'].some((name) => existsSync(`${root}/${folder}/${name}`)))
}

const OURS: readonly string[] = IGNORE_FILES.filter((name) => name !== '.gitignore')

function chosenOf(options: WalkOptions, { tracked, others }: Known): Found[] {
  const folders = new Folders(options)
  const found = new Map<string, Found>()
  for (const one of [...tracked, ...others.flatMap((path) => otherFrom(options, path))]) if (!found.has(one.path) && folders.holds(one)) found.set(one.path, one)
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
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

/** What the options say of folders, each asked once. */
class Folders {
  private readonly known = new Map<string, Place>()
  private readonly includes: Patterns | undefined
  private readonly excludes: Patterns

  constructor(private readonly options: WalkOptions) {
    this.includes = options.include.length > 0 ? compileOptions(options.include) : undefined
    this.excludes = compileOptions(options.exclude)
  }

  holds({ path, kind }: Found): boolean {
    const { name, above } = split(path)
    const place = this.at(above)
    if (!place.open || isSkipped(name) || this.isExcluded(path, name, kind === 'repository')) return false
    return this.isChosen(path, name, { folder: kind === 'repository', inside: place.chosen })
  }

  private at(folder: string): Place {
    if (folder === '') return { open: true, chosen: this.includes === undefined }
    const known = this.known.get(folder) ?? this.look(folder)
    this.known.set(folder, known)
    return known
  }

  private look(folder: string): Place {
    const { name, above } = split(folder)
    const parent = this.at(above)
    const open = parent.open && !isSkipped(name) && !this.isExcluded(folder, name, true) && lstatOf(`${this.options.root}/${folder}`)?.isDirectory() === true
    return { open, chosen: this.isChosen(folder, name, { folder: true, inside: parent.chosen }) }
  }

  private isExcluded(path: string, name: string, folder: boolean): boolean {
    return verdict(this.excludes, { path, name, folder }) === true
  }

  private isChosen(path: string, name: string, { folder, inside }: { folder: boolean; inside: boolean }): boolean {
    return this.includes === undefined || (verdict(this.includes, { path, name, folder }) ?? inside)
  }
}

function split(path: string): { name: string; above: string } {
  const slash = path.lastIndexOf('/')
  return { name: path.slice(slash + 1), above: slash < 0 ? '' : path.slice(0, slash) }
}
