// What a repository brings with it: files that its index names are somebody else's work, whatever they are called.
import { readdirSync } from 'node:fs'
import { gitOutput } from './git-process.ts'
import { ownOf } from './own.ts'
import { repositoryOf } from './repository.ts'

const MOST_LIST = 1 << 24
const PATIENCE = 10_000

/**
 * The paths at and below a folder of the root that its repository tracks, in lower case because a disk may not tell cases apart; none where there is no repository. Undefined when there is one and git cannot say.
 */
export async function trackedBelow(root: string, folder: string, signal?: AbortSignal): Promise<readonly string[] | undefined> {
  const repository = repositoryOf(root)
  if (repository === undefined) return []
  const own = ownOf(repository, 'files')
  if (typeof own === 'string') return undefined
  const names = readdirSync(root).filter((name) => name.toLowerCase() === folder)
  if (names.length === 0) return []
  const list = await gitOutput(['ls-files', '-z', '--cached', '--', ...names], { repository: own, cwd: root, signal, quiet: true }, { most: MOST_LIST, patience: PATIENCE })
  return typeof list === 'string' ? undefined : list.toString('utf8').split('\0').slice(0, -1).map((path) => path.toLowerCase())
}
