// Opening the workspace of a server for one answer.
import { homedir } from 'node:os'
import { parse } from 'node:path'
import { Failure } from '../operations/index.ts'
import { onlyRecalling, openWorkspace, Warm, type Workspace } from '../workspace/index.ts'
import type { Place } from './call.ts'

/** What is kept for each place: a thread has one. */
const warmth = new WeakMap<Place, Warm>()

function warmOf(place: Place): Warm {
  const warm = warmth.get(place) ?? new Warm()
  warmth.set(place, warm)
  return warm
}

/** What surrounds one answer. */
export interface Job {
  readonly place: Place
  /** Stamps are not trusted: something changed while the first attempt was reading. */
  readonly again: boolean
  progress(files: number): void
}

/** Opens the root to be looked at: nothing in it changes, as the tools say. Nobody means their whole home or disk: a client that starts programs there has to name the folder. */
export function openRoot({ place, again, progress }: Job): Workspace {
  const { root, named, frozen } = place
  if (!named && (root === homedir() || root === parse(root).root)) throw new Failure(`the server was started in ${root === homedir() ? 'a home folder' : 'the root of the disk'}, which is no project: start it as "fovea mcp /path/of/project", or set FOVEA_ROOT`)
  const workspace = openWorkspace(root, { frozen, caching: again ? 'verify' : 'on', onProgress: progress, warm: warmOf(place) })
  return { ...workspace, experience: onlyRecalling(workspace.experience) }
}
