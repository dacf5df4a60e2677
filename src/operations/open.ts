// The inputs that say how a folder is read, shared by every operation that reads one.
import { resolve } from 'node:path'
import { flag } from '../core/field.ts'
import { openWorkspace, type Workspace } from '../workspace/index.ts'
import type { Context } from './operation.ts'

/** Inputs of every operation that reads a folder. */
export const opening = {
  frozen: flag('The same bytes for the same files: no clock, nothing learned'),
  verify: flag('Read every file again, whatever its time and size say'),
  noCache: flag('Work everything out anew and keep nothing of it'),
}

/** The values of the fields above. */
export interface Opening {
  readonly frozen: boolean
  readonly verify: boolean
  readonly noCache: boolean
}

/** Opens the folder that an operation was given, with everything that surrounds the run. */
export const openHere = (context: Context, folder: string | undefined, { frozen, verify, noCache }: Opening): Workspace => openWorkspace(resolve(context.cwd, folder ?? '.'), {
  frozen, caching: noCache ? 'off' : verify ? 'verify' : 'on', from: context.cwd, ...(context.signal ? { signal: context.signal } : {}), onProgress: (files) => context.progress(`${files} files read`),
})
