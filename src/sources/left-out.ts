// Why a path is not among the files: the way of the walk to it, with the first thing that stops it.
import type { Stats } from 'node:fs'
import { type Cause, enterFolder, ignoredBy, type Scopes } from '../core/entry/ignoring.ts'
import { type Asked, compileOptions, verdict } from '../core/entry/patterns.ts'
import { isSkipped } from '../core/entry/sieve.ts'
import { lstatOf } from '../disk/places.ts'
import { repositoryAt } from './repository.ts'
import { placeOf, rootScopes, walk, type WalkOptions } from './walk.ts'

/** What stops the walk. */
export interface LeftOut {
  /** The file, or the folder above it that is not looked into. */
  readonly at: string
  readonly reason: 'gone' | 'never' | 'ignored' | 'excluded' | 'not included' | 'link' | 'repository' | 'special'
  /** The pattern that names it. */
  readonly cause?: Cause
}

/** How a folder is read. */
export type Looking = Pick<WalkOptions, 'root' | 'include' | 'exclude' | 'useLocalExcludes'>

/** Why the walk does not come to a path; undefined when nothing stops it. The path is below the root, with `/` between its parts. */
export function leftOut(looking: Looking, path: string): LeftOut | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.includes('..') || !isThere(looking.root, parts)) return { at: path, reason: 'gone' }
  const silent = { ...looking, useIgnoreFiles: true, report: () => {} }
  let scopes = rootScopes(silent)
  for (let i = 0; i < parts.length; i++) {
    scopes = enterFolder(scopes, { ...placeOf([looking.root, ...parts.slice(0, i)].join('/'), silent.report), base: parts.slice(0, i).map((part) => `${part}/`).join('') })
    const stopped = stopAt(looking, { parts, depth: i + 1 }, scopes)
    if (stopped !== undefined) return stopped
  }
  return isIncluded(looking.include, parts) ? undefined : { at: parts.join('/'), reason: 'not included' }
}

/** What lies behind a link is not looked at, so it counts as there. */
function isThere(root: string, parts: readonly string[]): boolean {
  for (let i = 1; i <= parts.length; i++) {
    const stat = lstatOf([root, ...parts.slice(0, i)].join('/'))
    if (stat === undefined || stat.isSymbolicLink()) return stat !== undefined
  }
  return true
}

function stopAt({ root }: Looking, { parts, depth }: { parts: readonly string[]; depth: number }, scopes: Scopes): LeftOut | undefined {
  const at = parts.slice(0, depth).join('/')
  const name = parts[depth - 1] as string
  if (isSkipped(name)) return { at, reason: 'never' }
  const stat = lstatOf(`${root}/${at}`)
  if (stat === undefined) return { at, reason: 'gone' }
  const cause = ignoredBy(scopes, { path: at, name, folder: stat.isDirectory() })
  if (cause !== undefined) return { at, reason: cause.file === undefined ? 'excluded' : 'ignored', cause }
  const reason = blocked(stat, `${root}/${at}`, depth < parts.length)
  return reason && { at, reason }
}

/** Nobody looks through a link or into a repository of its own; what is neither file nor folder is not opened. */
function blocked(stat: Stats, file: string, onTheWay: boolean): LeftOut['reason'] | undefined {
  if (stat.isSymbolicLink()) return onTheWay ? 'link' : undefined
  if (stat.isDirectory()) return onTheWay && repositoryAt(file) !== undefined ? 'repository' : undefined
  return stat.isFile() ? undefined : 'special'
}

/** An include that names a folder names everything in it. */
function isIncluded(include: readonly string[], parts: readonly string[]): boolean {
  if (include.length === 0) return true
  const patterns = compileOptions(include)
  return parts.reduce((chosen, name, i) => {
    const asked: Asked = { path: parts.slice(0, i + 1).join('/'), name, folder: i < parts.length - 1 }
    return verdict(patterns, asked) ?? chosen
  }, false)
}

/** Files that are looked at before a search gives up: build folders can be large. */
const MOST_LOOKED_AT = 50_000

/** Paths on the disk that match, ignored ones too, and whether there may be more; never those of folders that nobody looks into. */
export function onDisk(root: string, matches: (path: string) => boolean, most: number): { readonly paths: readonly string[]; readonly more: boolean } {
  const paths: string[] = []
  let looked = 0
  for (const { path } of walk({ root, include: [], exclude: [], useIgnoreFiles: false, useLocalExcludes: false, report: () => {} })) {
    if (++looked > MOST_LOOKED_AT || paths.length >= most) return { paths, more: true }
    if (matches(path)) paths.push(path)
  }
  return { paths, more: false }
}
