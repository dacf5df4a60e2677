// What every ctx command needs: the project, where its aliases are kept, and words that may or may not name a folder first.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { flag, text } from '../../core/field.ts'
import { CtxError, type CtxProject, openCtx, openWorkspace } from '../../workspace/index.ts'
import { type Context, Failure, type Outcome } from '../operation.ts'

/** Inputs of every ctx command. */
export const placing = {
  dir: text('Where aliases, cards and packs are kept: .fovea, or .ado; unless told, the one of them that has aliases.json', { sign: 'DIR' }),
  json: flag('The answer as JSON'),
}

/** The field for the folder, which may be left out. */
export const project = text('The folder of the project; the current one unless told', { place: 'one' })

/** The words of a command line, the folder apart: the first word is the folder when it is one, or when as many words were given as there can be. */
export function wordsOf(context: Context, given: readonly (string | undefined)[]): { folder: string; words: string[] } {
  const words = given.filter((word) => word !== undefined)
  const [first] = words
  const named = first !== undefined && (words.length === given.length || isFolder(resolve(context.cwd, first)))
  return named ? { folder: first, words: words.slice(1) } : { folder: '.', words }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Opens the project of a command. */
export const projectAt = (context: Context, folder: string, dir: string | undefined): CtxProject =>
  openCtx(openWorkspace(resolve(context.cwd, folder), { caching: 'off', ...(context.signal ? { signal: context.signal } : {}) }), dir)

/** Runs with what is wrong with a context told as a failure. */
export async function told(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof CtxError ? new Failure(error.message) : error
  }
}
