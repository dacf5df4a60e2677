// The tree of a commit, from git's objects alone: nothing is checked out, no hook, filter or other program of the repository runs, and nothing is fetched.
import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { UsageError } from '../core/field.ts'
import { nearest } from '../core/nearest.ts'
import { namesIn } from '../disk/places.ts'
import { blobReader } from './blobs.ts'
import { type GitEnd, gitOutput, runGit } from './git-process.ts'
import { type OwnRepository, ownOf } from './own.ts'
import { within } from './patience.ts'
import { historyIn, type Repository } from './repository.ts'

/** Something in a tree. */
export interface TreeRow {
  /** Relative to the root that was asked for. */
  readonly path: string
  readonly oid: string
  readonly kind: 'file' | 'link' | 'repository'
  /** Its bytes are no UTF-8, so the path is not what it says. */
  readonly odd: boolean
}

/** A commit that was found, with what stands in it below the root. */
export interface CommitTree {
  /** In hex. */
  readonly id: string
  readonly rows: readonly TreeRow[]
  /** Folders from the top of the repository to the root: `['packages', 'app']`. */
  readonly below: readonly string[]
  /** What stands at these paths, counted from the top of the repository. */
  rowsAt(paths: readonly string[]): Promise<readonly TreeRow[]>
  /** Hands over the blobs of rows, each blob once for all of its rows, of each at most so many bytes; undefined for one that is not in this clone. `take` says whether it wants more. */
  blobs(rows: readonly TreeRow[], most: number, take: (row: TreeRow, blob: Blob | undefined) => boolean): Promise<void>
}

/** The beginning of a blob, and the size of all of it. */
export interface Blob {
  readonly bytes: Buffer
  readonly size: number
}

/** Milliseconds: a large tree may take minutes from a slow disk. */
const PATIENCE = 600_000

/** What is kept of a list, in bytes. */
const MOST_LIST = 1 << 27

/** Names of branches and tags that are looked at when one was mistyped. */
const MOST_NAMES = 2000

/** Finds a commit by any name that git understands: `HEAD~5`, `v1.2`, a hash. Throws a UsageError that says what to do. */
export async function openCommit(root: string, rev: string, signal?: AbortSignal): Promise<CommitTree> {
  const cwd = resolve(root)
  const repository = historyIn(cwd)
  if (!isName(rev)) throw new UsageError(`--commit is a name that git knows, such as HEAD~5, v1.2 or 1a2b3c4d, not ${JSON.stringify(rev.slice(0, 60))}`)
  if (repository === undefined) throw new UsageError('--commit needs a git repository, and this folder is in none: leave it out to read the folder as it is')
  const own = ownOf(repository, 'commits')
  if (typeof own === 'string') throw new UsageError(`--commit reads a repository only in its own folder: ${own}`)
  const git: Asking = { repository: own, cwd, signal }
  const id = (await namesOf(['rev-parse', '--verify', '--quiet', '--end-of-options', `${rev}^{commit}`], git))?.at(-1)
  if (id === undefined || !/^[0-9a-f]{40,64}$/.test(id)) throw await unknown(rev, git)
  const below = relative(repository.top, cwd).split('/').filter((part) => part !== '')
  const rows = await treeRows(['-r', '--end-of-options', id], git)
  if (rows.length === 0 && below.length > 0) throw new UsageError(`at the commit ${rev} there is no folder ${below.join('/')}`)
  return {
    id, below, rows,
    rowsAt: (paths) => (paths.length === 0 ? Promise.resolve([]) : treeRows(['--full-tree', '--end-of-options', id, '--', ...paths], git)),
    blobs: (wanted, most, take) => readBlobs(wanted, most, { git, take }),
  }
}

/** A search in messages is a pattern that git's matcher may need years and gigabytes for, and no name; neither is what nobody could type. */
const isName = (rev: string): boolean => rev !== '' && rev.length <= LONGEST_NAME && !rev.startsWith('-') && !/[\p{Cc}]|^:|\^\{\//u.test(rev)

const LONGEST_NAME = 1000

interface Asking {
  readonly repository: OwnRepository
  readonly cwd: string
  readonly signal: AbortSignal | undefined
}

/** What git prints, or how else it ended. */
async function printed(args: readonly string[], git: Asking, limits = { most: MOST_LIST, patience: PATIENCE }): ReturnType<typeof gitOutput> {
  const output = await gitOutput(args, git, limits)
  git.signal?.throwIfAborted()
  return output
}

/** A short answer, line by line. */
async function namesOf(args: readonly string[], git: Asking): Promise<string[] | undefined> {
  const output = await printed(args, git, { most: MOST_NAMED, patience: PATIENCE_FOR_NAMES })
  return typeof output === 'string' ? undefined : output.toString('utf8').split('\n').filter((line) => line !== '')
}

const MOST_NAMED = 1 << 24
const PATIENCE_FOR_NAMES = 10_000

/** Why a name leads to no commit, with names that are near. */
async function unknown(rev: string, git: Asking): Promise<UsageError> {
  const names = await namesOf(['for-each-ref', `--count=${MOST_NAMES}`, '--format=%(refname:short)'], git)
  if (names === undefined) return new UsageError(`the commit ${rev} cannot be looked up: git is not installed, or this repository is broken; look with "git log -1"`)
  const near = nearest(rev, names)
  const shallow = existsSync(join(git.repository.common, 'shallow')) ? '; this clone is shallow, so older commits are not in it: "git fetch --unshallow" brings them' : ''
  return new UsageError(`there is no commit ${JSON.stringify(rev.slice(0, 100))} here${near.length > 0 ? `; did you mean ${near.join(', ')}?` : shallow === '' ? '; "git log --oneline" lists them' : ''}${shallow}`)
}

async function treeRows(args: readonly string[], git: Asking): Promise<TreeRow[]> {
  const all = await printed(['ls-tree', '-z', ...args], git)
  if (typeof all === 'string') throw new UsageError(`the tree of this commit cannot be read: ${causeOf(all, git.repository)}`)
  const rows: TreeRow[] = []
  for (let from = 0, end = all.indexOf(0); end >= 0; from = end + 1, end = all.indexOf(0, from)) {
    const row = rowFrom(all.subarray(from, end))
    if (row !== undefined) rows.push(row)
  }
  return rows
}

/** Why git did not give everything. */
function causeOf(end: GitEnd, repository: Repository): string {
  if (end === 'enough') return `its list of files is longer than ${MOST_LIST >> 20} MB, more than any folder on a disk; ask in a folder further down`
  if (end === 'late') return `git was not done after ${PATIENCE / 60_000} minutes; ask in a folder further down`
  return end === 'absent' ? 'git is not installed' : missing(repository)
}

/** Why objects may not be there; none is ever fetched. */
function missing({ common }: Repository): string {
  const partial = namesIn(join(common, 'objects/pack')).some((name) => name.endsWith('.promisor'))
  return partial ? 'this clone is partial and nothing is fetched; check the commit out once, or clone without --filter' : 'something is missing or broken; look with "git fsck"'
}

/** `100644 blob 9f8e…<tab>src/a.ts`. */
function rowFrom(bytes: Buffer): TreeRow | undefined {
  const tab = bytes.indexOf(9)
  const match = /^(\d{6}) (blob|commit) ([0-9a-f]{40,64})$/.exec(bytes.subarray(0, tab).toString('latin1'))
  if (match === null) return undefined
  const [, mode, type, oid] = match
  const name = bytes.subarray(tab + 1)
  return { path: name.toString('utf8'), oid: oid as string, odd: !isUtf8(name), kind: type === 'commit' ? 'repository' : mode === '120000' ? 'link' : 'file' }
}

interface Taking {
  readonly git: Asking
  readonly take: (row: TreeRow, blob: Blob | undefined) => boolean
}

/** Files that are so large that git has to be started again after each. */
const MOST_LARGE = 1000

async function readBlobs(rows: readonly TreeRow[], most: number, { git: { repository, cwd, signal }, take }: Taking): Promise<void> {
  const byBlob = new Map<string, TreeRow[]>()
  for (const row of rows) {
    const same = byBlob.get(row.oid)
    if (same === undefined) byBlob.set(row.oid, [row])
    else same.push(row)
  }
  const wanted = [...byBlob.keys()]
  const seen = { blobs: 0, enough: false }
  for (let starts = 0; seen.blobs < wanted.length && !seen.enough; starts++) {
    if (starts > MOST_LARGE) throw new UsageError(`this commit has more than ${MOST_LARGE} files of many megabytes: choose a part of it with --include`)
    const before = seen.blobs
    const reader = blobReader(most, (blob) => {
      seen.enough = !(byBlob.get(wanted[seen.blobs++] as string) as TreeRow[]).every((row) => take(row, blob))
      return !seen.enough
    })
    const input = wanted.slice(before).map((oid) => `${oid}\n`).join('')
    const end = await within(PATIENCE, signal, (limit) => runGit(['cat-file', '--batch', '--buffer'], { repository, cwd, signal: limit, input }, reader))
    signal?.throwIfAborted()
    const stopped = end === 'enough' && seen.blobs > before
    if (!stopped && (end !== 'done' || seen.blobs < wanted.length)) throw new UsageError(`the files of this commit cannot be read to the end: ${causeOf(end === 'enough' ? 'failed' : end, repository)}`)
  }
}
