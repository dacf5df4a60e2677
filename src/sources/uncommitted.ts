// What was changed and not committed, learned by comparing hashes: git only lists the blobs of a commit. Its own way to compare would run filters that the repository names.
import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { gitOutput } from './git-process.ts'
import { ownOf } from './own.ts'
import { look } from './read.ts'
import { repositoryOf } from './repository.ts'

/** Files that are compared, and how large they may be: more is not the work of a person. */
const MOST_FILES = 20_000
const MOST_BYTES = 4 << 20
/** What is kept of a list, in bytes. */
const MOST_LIST = 1 << 25
const PATIENCE = 10_000

/** Those of the paths below a root whose content is not in the commit that is checked out; none where no commit can be read. */
export async function uncommittedIn(root: string, paths: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
  const committed = await blobsOf(resolve(root), signal)
  return committed === undefined ? [] : paths.slice(0, MOST_FILES).filter((path) => differs(join(root, path), committed.get(path)))
}

/** The blobs of the commit by path, relative to the root. */
async function blobsOf(cwd: string, signal: AbortSignal | undefined): Promise<ReadonlyMap<string, string> | undefined> {
  const repository = repositoryOf(cwd)
  const own = repository === undefined ? undefined : ownOf(repository, 'commits')
  if (own === undefined || typeof own === 'string') return undefined
  const list = await gitOutput(['ls-tree', '-r', '-z', '--end-of-options', 'HEAD'], { repository: own, cwd, signal }, { most: MOST_LIST, patience: PATIENCE })
  return typeof list === 'string' ? undefined : new Map(list.toString('utf8').split('\0').flatMap(blobIn))
}

/** `100644 blob 9f8e…\tsrc/a.ts`; links and repositories inside are left out. */
function blobIn(row: string): [string, string][] {
  const match = /^100\d{3} blob ([0-9a-f]{40,64})\t(.+)$/s.exec(row)
  return match === null ? [] : [[match[2] as string, match[1] as string]]
}

/** A file that git does not know differs; one that cannot be read does not, as far as anybody can tell. */
function differs(file: string, blob: string | undefined): boolean {
  if (blob === undefined) return true
  try {
    const { bytes, size } = look(file, MOST_BYTES)
    return size <= MOST_BYTES && hashOf(bytes, blob.length) !== blob && hashOf(withLineFeeds(Buffer.from(bytes)), blob.length) !== blob
  } catch {
    return false
  }
}

/** The name that git gives to content; its length says which hash a repository uses. */
const hashOf = (bytes: Uint8Array, length: number): string =>
  createHash(length === 40 ? 'sha1' : 'sha256').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

/** Git may have turned line ends around when it checked out. */
const withLineFeeds = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
