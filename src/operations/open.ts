// The inputs that say how a folder is read, shared by every operation that reads one.
import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { choice, flag, UsageError } from '../core/field.ts'
import { atCommit, type Caching, openWorkspace, shellWord, type Workspace } from '../workspace/index.ts'
import type { Context } from './operation.ts'

/** Inputs that say what of earlier runs is used. */
export const caching = {
  verify: flag('Read every file again, whatever its time and size say'),
  noCache: flag('Work everything out anew and keep nothing of it'),
}

/** Inputs of every operation that reads a folder. */
export const opening = {
  frozen: flag('The same bytes for the same files: no clock, nothing learned'),
  redact: choice('Hide more: pii for card numbers, account numbers and social security numbers', { choices: ['pii'] }),
  ...caching,
}

/** What those inputs mean. */
export const cachingOf = ({ verify, noCache }: Omit<Opening, 'frozen' | 'redact'>): Caching => (noCache ? 'off' : verify ? 'verify' : 'on')

/** The values of the fields above. */
export interface Opening {
  readonly frozen: boolean
  readonly redact?: string | undefined
  readonly verify: boolean
  readonly noCache: boolean
}

/** Refuses a file where an operation takes a folder alone; `instead` ends the sentence with what to do. */
export function mustBeFolder({ cwd }: Pick<Context, 'cwd'>, path: string, instead: (folder: string, name: string) => string): void {
  if (statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isFile() === true) throw new UsageError(`${path} is a file: ${instead(shellWord(dirname(path)), shellWord(basename(path)))}`)
}

/** Opens the folder that an operation was given, with everything that surrounds the run. */
export const openHere = (context: Context, folder: string | undefined, { frozen, redact, ...how }: Opening): Workspace => openWorkspace(resolve(context.cwd, folder ?? '.'), {
  frozen, pii: redact === 'pii', caching: cachingOf(how), from: context.cwd, ...(context.signal ? { signal: context.signal } : {}), onProgress: (files) => context.progress(readMessage(files)),
})

/** How far reading is, in words; nothing is read when the files have just been listed. */
const readMessage = (files: number): string => (files === 0 ? 'reading files' : `${files} files read`)

/** The same, at a commit when one is named. */
export async function openThen(context: Context, folder: string | undefined, { commit, ...how }: Opening & { readonly commit?: string | undefined }): Promise<Workspace> {
  const workspace = openHere(context, folder, how)
  return commit === undefined ? workspace : atCommit(workspace, commit, { onProgress: (files) => context.progress(readMessage(files)) })
}

/** Why a workspace keeps no packs. */
export const keptNowhere = ({ frozen }: Workspace): string => (frozen ? 'with --frozen no packs are kept: leave it out' : 'without a cache no packs are kept')
