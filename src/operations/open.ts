import { resolve } from 'node:path'
import { openWorkspace, type Workspace } from '../workspace/index.ts'
import type { Context } from './operation.ts'

/** Opens the folder that an operation was given, with everything that surrounds the run. */
export const openHere = (context: Context, folder = '.', frozen = false): Workspace => openWorkspace(resolve(context.cwd, folder), {
  frozen, from: context.cwd, ...(context.signal ? { signal: context.signal } : {}), onProgress: (files) => context.progress(`${files} files read`),
})
