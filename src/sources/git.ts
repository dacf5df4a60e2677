import { resolve } from 'node:path'
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
  if (repository === undefined) return {}
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
  const loose = firstLine(`${repository.common}/${ref}`)
  if (loose !== undefined && isCommit(loose)) return loose
  const packed = readAtMost(`${repository.common}/packed-refs`, MOST_REFS)?.toString('utf8') ?? ''
  const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`))
  const commit = line?.slice(0, line.indexOf(' ')) ?? ''
  return isCommit(commit) ? commit : undefined
}

const isCommit = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)

/** The first `url` of `[remote "origin"]`. Includes are not followed: they may lead anywhere. */
export function originOf(config: string): string | undefined {
  let inside = false
  for (const raw of config.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    const line = raw.trim()
    if (line.startsWith('[')) inside = /^\[\s*(\w+)\s+"origin"\s*\]/.exec(line)?.[1]?.toLowerCase() === 'remote'
    const value = inside ? /^(?:\[[^\]]*\]\s*)?url\s*=(.*)$/i.exec(line)?.[1] : undefined
    if (value !== undefined) return unquoted(value.trim())
  }
  return undefined
}

/** Quotes go, a remark after the value goes, an escaped character stays as itself. */
function unquoted(value: string): string {
  let result = ''
  let quoted = false
  for (let i = 0; i < value.length; i++) {
    const char = value[i] as string
    if (char === '"') quoted = !quoted
    else if (char === '\\') result += value[++i] ?? ''
    else if (!quoted && (char === '#' || char === ';')) break
    else result += char
  }
  return result.trim()
}
