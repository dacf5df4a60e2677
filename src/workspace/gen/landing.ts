// From the files of an answer to files on the disk: where each would be, what would be different, and whether somebody must agree first.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Base } from '../../core/ctx/base.ts'
import { prefixOf } from '../../core/ctx/alias.ts'
import { unifiedDiff } from '../../core/ctx/unified.ts'
import { linesOf } from '../../core/delta/lines.ts'
import { AnswerError, type AnswerFile } from '../../core/gen/contract.ts'
import { suggestion } from '../../core/nearest.ts'
import { redactSecrets } from '../../guards/secrets.ts'
import { PathError, placeToWrite, type Writable } from '../../disk/inside.ts'
import { writeTogether } from '../../stores/together.ts'
import type { CtxProject } from '../ctx/project.ts'
import { writeCause } from '../output.ts'

/** One file as it would be written. */
export interface Landing {
  readonly path: string
  readonly file: string
  readonly state: 'new' | 'changed' | 'same'
  readonly text: string
  /** What would be different, without secrets; empty for a new file. */
  readonly diff: string
  readonly added: number
  readonly removed: number
  /** Why somebody must agree. */
  readonly asks?: string
  /** It was edited after the model was asked, so agreeing is not enough. */
  readonly edited?: true
}

/** What the files of an answer mean for the disk, and for what the model was shown. Everything that is wrong with any of them is told at once, and then none is written. */
export function landingsOf(project: CtxProject, files: readonly AnswerFile[], seen?: Base): Landing[] {
  const faults: string[] = []
  const known = seenPaths(project, seen)
  const landings = files.flatMap((file) => {
    try {
      return [landingOf(project, file, known)]
    } catch (error) {
      if (!(error instanceof PathError || error instanceof AnswerError)) throw error
      faults.push(error.message)
      return []
    }
  })
  const twice = landings.find(({ file }, i) => landings.findIndex((other) => other.file.toLowerCase() === file.toLowerCase()) !== i)
  if (twice !== undefined) faults.push(`the answer writes ${JSON.stringify(twice.path)} twice`)
  if (faults.length > 0) throw new AnswerError(faults.join('\n'))
  return landings
}

/** The first digits of the hash of each file that the model was shown, by path. */
function seenPaths({ place }: CtxProject, seen: Base | undefined): ReadonlyMap<string, string> {
  return new Map([...place.registry().values()].flatMap(({ alias, path }): [string, string][] => (seen?.shas.has(alias) ? [[path, seen.shas.get(alias) as string]] : [])))
}

function landingOf(project: CtxProject, { name, text }: AnswerFile, known: ReadonlyMap<string, string>): Landing {
  const place = placeToWrite(project.workspace.root, pathOf(project, name))
  if (!place.there) refuseUnknown(project, name)
  refuseOwn(project, place.path)
  refuseMarks(place.path, text)
  return place.there ? instead(place, text, known.get(place.path)) : fresh(place, text)
}

const bareName = (name: string): string => name.replace(/@[0-9a-f]{8,64}$/, '')

const pathOf = ({ place }: CtxProject, name: string): string => place.registry().get(bareName(name))?.path ?? name

/** A name that looks like an alias, and like no file, is a mistake. */
function refuseUnknown({ workspace, place, settings }: CtxProject, name: string): void {
  const registry = place.registry()
  const alias = bareName(name)
  if (registry.size === 0 || registry.has(alias) || !Object.hasOwn(settings.prefixes, prefixOf(alias) ?? '') || (alias === name && workspace.parser.languageOfName?.(name) !== undefined)) return
  throw new AnswerError(`there is no alias ${JSON.stringify(alias)}; ${suggestion(alias, [...registry.keys()])}`)
}

const fresh = ({ path, file }: Writable, text: string): Landing =>
  ({ path, file, state: 'new', text, diff: '', added: linesOf(text).length, removed: 0, ...(hidden(path) ? { asks: 'its name begins with a dot: such files configure other programs' } : {}) })

function instead({ path, file }: Writable, text: string, seen: string | undefined): Landing {
  const bytes = bytesOf(file, path)
  const old = bytes.toString('utf8')
  const now = alike(old, text)
  if (old === now) return { path, file, state: 'same', text: now, diff: '', added: 0, removed: 0 }
  const diff = redactSecrets(unifiedDiff({ name: path, text: old }, { name: path, text: now })).text
  const edited = seen !== undefined && !sha256(bytes).startsWith(seen)
  return { path, file, state: 'changed', text: now, diff, ...countsOf(diff), ...(edited ? { asks: 'it was edited after the model was asked', edited } : { asks: 'it exists' }) }
}

function bytesOf(file: string, path: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new PathError(path, writeCause(error), { act: 'written' })
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A text with the line ends and the mark of order that a file had. */
function alike(old: string, text: string): string {
  const ended = old.includes('\r\n') && !/(?:^|[^\r])\n/.test(old) ? text.replaceAll('\n', '\r\n') : text
  return old.startsWith('\uFEFF') && !text.startsWith('\uFEFF') ? `\uFEFF${ended}` : ended
}

const hidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.'))

/** What is kept about the context is not the model's to write. */
function refuseOwn({ place }: CtxProject, path: string): void {
  const own = ['.ado', place.shown].find((folder) => folder !== '.' && `${path.toLowerCase()}/`.startsWith(`${folder.toLowerCase()}/`))
  if (own !== undefined) throw new PathError(path, `${own} holds aliases and packs`, { act: 'written' })
}

/** A mark in the place of a secret would overwrite the secret. */
function refuseMarks(path: string, text: string): void {
  const line = text.split('\n').findIndex((one) => one.includes('\u27e8redacted:'))
  if (line >= 0) throw new AnswerError(`${JSON.stringify(path)} would hold a mark in the place of a secret (line ${line + 1}): writing it would lose the secret`)
  if (text.includes('\0')) throw new AnswerError(`${JSON.stringify(path)} would hold a zero byte, which is no text`)
}

function countsOf(diff: string): Pick<Landing, 'added' | 'removed'> {
  const body = diff.split('\n').slice(2)
  return { added: body.filter((line) => line.startsWith('+')).length, removed: body.filter((line) => line.startsWith('-')).length }
}

/** Writes what is new or different, all or nothing; false when `ready` said no at the last moment. */
export function land(landings: readonly Landing[], ready: () => boolean): boolean {
  try {
    return writeTogether(landings.filter(({ state }) => state !== 'same'), ready)
  } catch (error) {
    throw new AnswerError(`the files cannot be written: ${writeCause(error)}`)
  }
}
