// From the files of an answer to files on the disk: where each would be, what would be different, and whether somebody must agree first.
import { readFileSync } from 'node:fs'
import { unifiedDiff } from '../../core/ctx/unified.ts'
import { linesOf } from '../../core/delta/lines.ts'
import { AnswerError, type AnswerFile } from '../../core/gen/contract.ts'
import { redactSecrets } from '../../guards/secrets.ts'
import { PathError, placeToWrite } from '../../sources/jail.ts'
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
}

/** What the files of an answer mean for the disk. Everything that is wrong with any of them is told at once, and then none is written. */
export function landingsOf(project: CtxProject, files: readonly AnswerFile[]): Landing[] {
  const faults: string[] = []
  const landings = files.flatMap((file) => {
    try {
      return [landingOf(project, file)]
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

function landingOf(project: CtxProject, { name, text }: AnswerFile): Landing {
  const { path, file, there } = placeToWrite(project.workspace.root, project.place.registry().get(name.replace(/@[0-9a-f]{8,64}$/, ''))?.path ?? name)
  refuseOwn(project, path)
  refuseMarks(path, text)
  if (!there) return { path, file, state: 'new', text, diff: '', added: linesOf(text).length, removed: 0, ...(hidden(path) ? { asks: 'its name begins with a dot: such files configure other programs' } : {}) }
  const old = readFileSync(file, 'utf8')
  const now = old.includes('\r\n') && !/[^\r]\n/.test(old) ? text.replaceAll('\n', '\r\n') : text
  if (old === now) return { path, file, state: 'same', text: now, diff: '', added: 0, removed: 0 }
  const diff = redactSecrets(unifiedDiff({ name: path, text: old }, { name: path, text: now })).text
  return { path, file, state: 'changed', text: now, diff, ...countsOf(diff), asks: 'it exists' }
}

const hidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.'))

/** What is kept about the context is not the model's to write. */
function refuseOwn({ place }: CtxProject, path: string): void {
  const own = ['.ado', place.shown].find((folder) => folder !== '.' && `${path.toLowerCase()}/`.startsWith(`${folder.toLowerCase()}/`))
  if (own !== undefined) throw new PathError(path, `${own} holds aliases and packs`, 'written')
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
