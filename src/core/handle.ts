// Short names that ask for more: `fn=closeAll`, `file=src/a.ts:10-60`, `src/`, `src/a.ts#Sessions.closeAll@9f8e7d6c`, `@9f8e7d6c`, `out@9f8e7d6c:120-180`.
import { pathInId } from './block.ts'
import { UsageError } from './field.ts'

/** What somebody wants to see more of. */
export interface Target {
  readonly kind: 'function' | 'class' | 'module' | 'file' | 'folder' | 'any' | 'content'
  /** A name, a qualified name or a path; empty for `content` and for the root. */
  readonly name: string
  /** Where the name stands, when the handle says so: `src/a.ts` of `src/a.ts#x`. */
  readonly path?: string
  /** First and last line, 1-based, of a file target. */
  readonly lines?: readonly [number, number]
  /** Hex digits of the content it was when the handle was made. */
  readonly pin?: string
}

const KINDS: Readonly<Record<string, Target['kind']>> = {
  fn: 'function', function: 'function', method: 'function', def: 'function',
  class: 'class', struct: 'class', type: 'class', interface: 'class', trait: 'class', enum: 'class',
  mod: 'module', module: 'module',
  file: 'file', folder: 'folder', dir: 'folder',
}

/** The words that may stand before `=`. */
export const TARGET_KINDS: readonly string[] = Object.keys(KINDS)

/** Reads a target as people and tools write it. */
export function targetFrom(text: string): Target {
  const { body, pin } = unpinned(text.trim())
  const pinned = pin === undefined ? {} : { pin }
  if (body === '') {
    if (pin === undefined) throw new UsageError('a target looks like fn=name, class=Name, mod=name, file=path:10-60 or @9f8e7d6c')
    return { kind: 'content', name: '', pin }
  }
  // A handle as pages print it: a path may hold any sign, also one that begins a kind.
  if (pin !== undefined && body.includes('#')) return { ...namedTarget('any', body), pin }
  const equals = /^([a-z]+)=(.+)$/s.exec(body)
  const kind = equals !== null && Object.hasOwn(KINDS, equals[1] as string) ? KINDS[equals[1] as string] : undefined
  if (equals !== null && kind === undefined && pin === undefined) {
    throw new UsageError(`"${equals[1]}" is not a kind of target; it is one of ${TARGET_KINDS.join(', ')}`)
  }
  const value = kind === undefined ? body : (equals?.[2] as string)
  if (kind === 'folder' || ((kind === 'file' || kind === undefined) && isFolderName(value))) return { kind: 'folder', name: folderName(value), ...pinned }
  if (kind === 'file') return { ...fileTarget(value), ...pinned }
  return { ...namedTarget(kind ?? 'any', value), ...pinned }
}

/** Folders are written with a slash at the end; the root is a dot. */
const isFolderName = (text: string): boolean => text === '.' || (text.endsWith('/') && !text.includes('#'))

const folderName = (text: string): string => text.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '').replace(/^\.$/, '')

function namedTarget(kind: Target['kind'], text: string): Target {
  const hash = text.indexOf('#')
  // After a path the name is exact; alone it may be written as people write it: `Sessions::close_all()`.
  const name = hash < 0 ? text.replaceAll('::', '.').replace(/\(\)$/, '') : text.slice(hash + 1)
  if (kind === 'any' && hash < 0 && /:L?\d+(-L?\d+)?$/.test(text)) return fileTarget(text)
  return hash < 0 ? { kind, name } : { kind, name, path: pathInId(text.slice(0, hash)) }
}

/** `path`, `path:10`, `path:10-60`; the range is what follows the last colon. */
function fileTarget(text: string): Target {
  const match = /^(.+):L?(\d{1,9})(?:-L?(\d{1,9}))?$/s.exec(text)
  if (match === null) return { kind: 'file', name: text }
  const first = Number(match[2])
  const last = Number(match[3] ?? match[2])
  return { kind: 'file', name: match[1] as string, lines: rangeOf(first, last) }
}

/** A range of lines that begins at 1 or later and does not run backwards. */
export function rangeOf(first: number, last: number): readonly [number, number] {
  if (first < 1 || last < first) throw new UsageError(`a range of lines looks like 10-60, not ${first}-${last}`)
  return [first, last]
}

function unpinned(text: string): { body: string; pin?: string } {
  const match = /^(.*)@([0-9a-f]{8,64})$/s.exec(text)
  return match === null ? { body: text } : { body: match[1] as string, pin: match[2] as string }
}

/** Lines of the output of a tool that was kept: `out@9f8e7d6c:120-180`. Undefined when a text means something else. */
export function outputFrom(text: string): { readonly pin: string; readonly lines?: readonly [number, number] } | undefined {
  const match = /^out@([0-9a-f]{8,64})(?::L?(\d{1,9})(?:-L?(\d{1,9}))?)?$/.exec(text.trim())
  if (match === null) return undefined
  const pin = match[1] as string
  return match[2] === undefined ? { pin } : { pin, lines: rangeOf(Number(match[2]), Number(match[3] ?? match[2])) }
}

/** The handle of a block: where it is and what it was. */
export const handleOf = (id: string, sha256: string): string => `${id}@${sha256.slice(0, 8)}`
