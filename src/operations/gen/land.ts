// What becomes of the files of an answer, in words: written, or shown and left for somebody to agree.
import type { Base } from '../../core/ctx/base.ts'
import { AnswerError } from '../../core/gen/contract.ts'
import { counted } from '../../core/names.ts'
import { CtxError, type CtxProject, land, type Landing, moveBase } from '../../workspace/index.ts'
import { EXIT, Failure } from '../operation.ts'

/** What is said of files, and whether they were written. */
export interface Landed {
  readonly text: string
  readonly data: { readonly files: readonly Pick<Landing, 'path' | 'state' | 'added' | 'removed'>[]; readonly written: boolean }
  readonly report: readonly string[]
  readonly exit: number
}

interface How {
  readonly project: CtxProject
  readonly yes: boolean
  /** What the model was shown, when that is known. */
  readonly seen: Base | undefined
  /** Asked at the last moment. */
  ready(): boolean
  /** How to write them after all, as the end of a sentence. */
  readonly again: string
}

/** Writes files, or says what somebody must agree to. */
export function landed(landings: readonly Landing[], { project, yes, seen, ready, again }: How): Landed {
  const asking = landings.filter(({ asks, edited }) => (yes ? edited : asks !== undefined))
  const list = landings.map(lineOf).join('')
  const files = landings.map(({ path, state, added, removed }) => ({ path, state, added, removed }))
  if (asking.length > 0) return {
    text: `${asking.map(({ diff }) => diff).join('')}${list}`, data: { files, written: false }, exit: EXIT.failed,
    report: [...asking.map(({ path, asks }) => `${path}: ${asks}`), asking.some(({ edited }) => edited) ? EDITED : `nothing was written: read the difference above, then ${again}`],
  }
  if (!land(landings, ready)) return { text: list, data: { files, written: false }, exit: EXIT.interrupted, report: ['nothing was written'] }
  const changes = landings.filter(({ state }) => state !== 'same').length
  const base = seen === undefined ? [] : [baseWords(project, seen, files.map(({ path }) => path))]
  return { text: list, data: { files, written: true }, exit: EXIT.ok, report: [changes === 0 ? 'no file needs to change' : `${counted(changes, 'file')} written`, ...base] }
}

/** The files are written by now: a base that cannot be moved is told of, and nothing more. */
function baseWords(project: CtxProject, seen: Base, paths: readonly string[]): string {
  try {
    return `the base is ctx@${moveBase(project, seen, paths).id} from now on`
  } catch (error) {
    if (!(error instanceof CtxError)) throw error
    return `warning: the base was not moved: ${error.message}`
  }
}

const EDITED = 'nothing was written: an edit that the model has not seen would be lost. Put it aside (git stash) and agree again, or ask again'

const lineOf = ({ path, state, added, removed }: Landing): string => `${state.padEnd(7)}  ${path}${state === 'same' ? '' : `  +${added} -${removed}`}\n`

/** Runs with what is wrong with an answer told as a failure. */
export function orFailure<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof AnswerError ? new Failure(`${error.message}\nnothing was written`) : error
  }
}
