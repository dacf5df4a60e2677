import { resolve } from 'node:path'
import { lstatOf } from '../disk/places.ts'
import { settingsIn } from './git-config.ts'
import { strayIn } from './own.ts'
import { readAtMost } from './read.ts'
import { firstLine, repositoryOf } from './repository.ts'
import type { Repository } from './repository.ts'

/** What a repository says about itself. */
export interface GitFacts {
  /** The address of `origin` as configured, credentials and all: never show it as it is. */
  readonly remote?: string
  readonly branch?: string
  /** The commit that is checked out, in hex. */
  readonly head?: string
}

const MOST_CONFIG = 1 << 18
const MOST_REFS = 1 << 23

/** Reads remote, branch and commit from the files of the repository a folder belongs to, without running git. Nothing found is not an error. */
export function gitFacts(root: string): GitFacts {
  const repository = repositoryOf(resolve(root))
  if (repository === undefined || strayIn(repository) !== undefined) return {}
  const remote = originOf(readAtMost(`${repository.common}/config`, MOST_CONFIG)?.toString('utf8') ?? '')
  return { ...(remote === undefined ? {} : { remote }), ...headOf(repository) }
}

function headOf(repository: Repository): { branch?: string; head?: string } {
  const line = firstLine(`${repository.own}/HEAD`) ?? ''
  if (isCommit(line)) return { head: line }
  const ref = /^ref: (refs\/[^\s\\~^:?*[]+)$/.exec(line)?.[1]
  // A ref is a path below the repository; one that climbs out is not a ref.
  if (ref === undefined || ref.split('/').some((part) => part === '' || part.startsWith('.'))) return {}
  const head = commitOf(repository, ref)
  return { ...(ref.startsWith('refs/heads/') ? { branch: ref.slice('refs/heads/'.length) } : {}), ...(head === undefined ? {} : { head }) }
}

function commitOf(repository: Repository, ref: string): string | undefined {
  const loose = isPlainWay(repository.common, ref) ? firstLine(`${repository.common}/${ref}`) : undefined
  if (loose !== undefined && isCommit(loose)) return loose
  const packed = readAtMost(`${repository.common}/packed-refs`, MOST_REFS)?.toString('utf8') ?? ''
  const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`))
  const commit = line?.slice(0, line.indexOf(' ')) ?? ''
  return isCommit(commit) ? commit : undefined
}

/** Whether every folder on the way to a ref is one: behind a link lie the refs of another repository. */
function isPlainWay(folder: string, ref: string): boolean {
  const parts = ref.split('/').slice(0, -1)
  return parts.every((_, i) => lstatOf([folder, ...parts.slice(0, i + 1)].join('/'))?.isDirectory() === true)
}

const isCommit = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)

/** The first `url` of `[remote "origin"]`. Includes are not followed: they may lead anywhere. */
export function originOf(config: string): string | undefined {
  for (const { section, name, key, value } of settingsIn(config)) if (section === 'remote' && name === 'origin' && key === 'url') return value
  return undefined
}
