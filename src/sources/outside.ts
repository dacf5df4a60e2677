// What a repository makes git read beside itself: settings that it includes and objects that it borrows. Both are paths in its files, so an unpacked folder can name those of any other repository of this machine.
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { isWithin, lstatOf, realOf } from '../disk/places.ts'
import { settingsIn } from './git-config.ts'
import { readAtMost } from './read.ts'
import { placeFrom, type Repository } from './repository.ts'

/** Folders outside of repositories that git may read for them; only who starts Fovea can say so. */
const ALLOWED = 'FOVEA_GIT_FOLDERS'

/** The largest file of settings, in bytes: what people write is a hundredth of it. */
export const MOST_CONFIG = 1 << 18

/** As deep as git itself follows includes, and as many as anybody has. */
const MOST_DEPTH = 10
const MOST_FILES = 100
const MOST_ALTERNATES = 1 << 16

/** Why the settings of a repository are not read; undefined when they may be. Each is a plain file, and those that it includes lie in the repository or where the user allows it. */
export function includedBy(repository: Repository): string | undefined {
  const { own, common, top } = repository
  const folders = realsOf([own, common, top, ...allowed()])
  let files: (string | undefined)[] = [...new Set([common, own].flatMap((folder) => [join(folder, 'config'), join(folder, 'config.worktree')]))]
  for (let depth = 0, followed = files.length; files.length > 0; depth++, followed += files.length) {
    if (depth > MOST_DEPTH || followed > MOST_FILES) return 'its configuration includes more files than can be followed'
    if (!files.every((file) => file !== undefined && isIn(folders, file))) return `its configuration includes a file outside of its folder; if you trust that, name the folder of the file in the environment variable ${ALLOWED}`
    if (!files.every((file) => isSmallFile(file as string))) return `its configuration, or a file that it includes, is no plain file or larger than ${MOST_CONFIG >> 10} KB`
    files = files.flatMap((file) => includesIn(file as string))
  }
  return undefined
}

/** Whether the settings of a repository say that others are read too. */
export const includesAny = ({ own, common }: Repository): boolean => [common, own].some((folder) => ['config', 'config.worktree'].some((name) => includesIn(join(folder, name)).length > 0))

/** Why the objects that a repository borrows are not read; undefined when it borrows none, or the user allows it. */
export function borrowedBy({ common }: Repository): string | undefined {
  const objects = join(common, 'objects')
  const file = join(objects, 'info/alternates')
  const lines = readAtMost(file, MOST_ALTERNATES)?.toString('utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#')) ?? []
  const folders = realsOf(allowed())
  const strange = Number(lstatOf(file)?.size ?? 0) > MOST_ALTERNATES || lines.some((line) => {
    const place = placeFrom(objects, line)
    return place === undefined || !isIn(folders, place)
  })
  return strange ? `it borrows objects of another repository (objects/info/alternates); if you trust that, name the folder of the other one in the environment variable ${ALLOWED}` : undefined
}

const allowed = (): string[] => (process.env[ALLOWED] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))

const realsOf = (folders: readonly string[]): string[] => folders.flatMap((folder) => realOf(folder) ?? [])

/** Whether a path leads into one of the folders; what is not there is judged by where it would be. */
function isIn(folders: readonly string[], path: string): boolean {
  const place = realOf(path) ?? realOf(dirname(path)) ?? path
  return folders.some((folder) => isWithin(place, folder))
}

/** What is not there, git does not read. */
function isSmallFile(file: string): boolean {
  const stat = lstatOf(realOf(file) ?? file)
  return stat === undefined || (stat.isFile() && stat.size <= MOST_CONFIG)
}

/** Where the includes of a file lead; undefined for what only git can expand, or reads otherwise in another version. One below a home leads nowhere, because git is given none. */
function includesIn(file: string): (string | undefined)[] {
  const text = readAtMost(realOf(file) ?? file, MOST_CONFIG)?.toString('utf8') ?? ''
  const paths = [...settingsIn(text)].filter(({ section, key }) => (section === 'include' || section === 'includeif') && key === 'path').map(({ value }) => value)
  return paths.filter((path) => path !== '' && !path.startsWith('~/')).map((path) => (/^~|^%\(|\p{Cc}/u.test(path) ? undefined : placeFrom(dirname(file), path)))
}
