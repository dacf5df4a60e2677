// An answer that is there already: from a transcript, or from a model that somebody asked by hand.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../../core/field.ts'
import { filesIn, markIn } from '../../core/gen/contract.ts'
import { answerIn, type CtxProject, landingsOf, shellWord } from '../../workspace/index.ts'
import type { Context, Outcome } from '../operation.ts'
import { landed, orFailure } from './land.ts'

interface Given {
  readonly file: string
  readonly yes: boolean
  /** What is typed again to mean the same project. */
  readonly words: string
}

/** Writes the files of an answer that was given. */
export async function written(project: CtxProject, { file, yes, words }: Given, context: Context): Promise<Outcome> {
  const { answer, mark = markIn(answer), seen } = answerIn(project, file === '-' ? await context.stdin() : textAt(resolve(context.cwd, file), file))
  return orFailure(() => {
    const result = landed(landingsOf(project, filesIn(answer, mark ?? ''), seen), { project, yes, seen, ready: () => context.signal?.aborted !== true, again: agreement(file, words) })
    return { text: [result.text], data: result.data, report: result.report, exit: result.exit }
  })
}

/** Standard input is read once: whoever agrees needs the answer in a file. */
const agreement = (file: string, words: string): string =>
  (file === '-' ? `save the answer in a file and agree with fovea gen code ${words}--answer FILE --yes` : `agree with fovea gen code ${words}--answer ${shellWord(file)} --yes`)

function textAt(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${shown} cannot be read: ${(error as { code?: string }).code === 'ENOENT' ? 'there is no such file' : String((error as { code?: string }).code)}`)
  }
}
