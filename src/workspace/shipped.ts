// A clone can bring a `.fovea` of its own. What it says was learned by somebody else, or written to be believed: it does not count unless the user says so.
import { resolve } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { isWithin, realOf } from '../disk/places.ts'
import { trackedBelow } from '../sources/tracked.ts'
import { safeHome } from './config.ts'
import { databaseAddress } from './database.ts'
import type { Workspace } from './workspace.ts'

/** The memory, the copy that a repair would take it from, or the whole folder as a repository inside this one. */
const MEMORY = /^\.fovea(?:\/memory\.json(?:\.last-good)?)?$/

/** Why what was learned here does not count; undefined when it does. */
export async function shippedMemory({ root, layers, signal }: Pick<Workspace, 'root' | 'layers' | 'signal'>): Promise<Diagnostic | undefined> {
  if (databaseAddress(layers) !== undefined || isTrusted(root, layers)) return undefined
  const tracked = await trackedBelow(root, '.fovea', signal)
  if (tracked !== undefined && !tracked.some((path) => MEMORY.test(path))) return undefined
  return {
    code: 'memory/shipped', severity: 'warning', path: '.fovea/memory.json',
    message: `.fovea/memory.json does not count: ${tracked === undefined ? 'git cannot say whether this repository brings it' : 'this repository tracks it, so it may be somebody else\'s'}`,
    hint: `If it is to count, name this folder under "memory": {"trust": […]} in your own configuration (~/.config/fovea/config.json)${tracked === undefined ? '' : ', or take it out of the repository with "git rm --cached"'}.`,
  }
}

/** Only its user may say so: a repository's own file is never asked. */
function isTrusted(root: string, layers: Workspace['layers']): boolean {
  const folders = layers.flatMap(({ config, narrowing }) => (narrowing === true ? [] : config.memory?.trust ?? []))
  return folders.some((folder) => {
    const real = realOf(folder.startsWith('~/') ? resolve(safeHome(), folder.slice(2)) : folder)
    return real !== undefined && isWithin(root, real)
  })
}
