// What a server keeps of a workspace between two answers. Nothing of it is believed without looking: every folder, file, ignore file and git's index is asked for its
// stamp before what was read is used again, and stamps that are too young to tell two contents apart are not trusted.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Between } from '../core/between.ts'
import type { Block } from '../core/block.ts'
import type { Entry, Meter } from '../core/ports.ts'
import type { Guarding } from '../guards/secrets.ts'
import { IGNORE_FILES } from '../core/entry/ignoring.ts'
import { holdsStamp, isSettled, putStamp, STAMP } from '../core/stamp.ts'
import { includesAny } from '../sources/outside.ts'
import { stampAt } from '../sources/read.ts'
import { repositoryOf } from '../sources/repository.ts'
import { walk, type WalkOptions } from '../sources/walk.ts'
import { type FolderMemory, folderMemory } from '../stores/memory.ts'
import type { Settings } from './settings.ts'
import type { Reading } from './workspace.ts'

/** When what was read is looked at again so that it can be trusted later: an answer comes first. */
const AFTERWARDS = 20

/** Outlines of parsed files that are held at the most. */
const MOST_BLOCKS = 2000

/** Commits that are held: two sides of a comparison. */
const MOST_COMMITS = 2

/** Vocabularies are the same for every folder. */
const METERS = new Map<string, Promise<Meter>>()

/** What stays in memory while a server runs. */
export class Warm {
  readonly meters = METERS
  readonly blocks = new Blocks()
  readonly between = new Between()
  private readonly memories = new Map<string, FolderMemory>()
  private kept: Kept | undefined
  private readonly commits = new Map<string, Reading>()

  /** The memory in a folder, opened once. */
  memoryIn(folder: string): FolderMemory {
    const known = this.memories.get(folder) ?? folderMemory(folder)
    this.memories.set(folder, known)
    return known
  }

  /** What was read before when nothing has changed since, else what is read now, with the entries whose content is the same. */
  async read(place: Looking & { trusted: boolean }, readNow: () => Promise<Reading>): Promise<Reading> {
    const { root, settings: { exclude }, frozen, trusted } = place
    const manner = JSON.stringify(place.guarding)
    // The same bytes with other parts hidden are another text: nothing of it may be used again.
    const before = this.kept?.manner === manner ? this.kept : undefined
    const key = keyOf(place)
    if (trusted && before?.key === key && before.stamps?.hold() === true) return before.reading
    const began = Date.now()
    const now = await readNow()
    const reading = { ...now, entries: again(now.entries, before?.reading.entries ?? []) }
    const kept: Kept = { key, manner, reading, stamps: undefined }
    this.kept = kept
    // The answer does not wait for it: what is older than `began` was read as it is, whenever that is found out.
    setTimeout(() => { if (this.kept === kept && !readsElsewhere(root)) kept.stamps = new Stamps(pathsOf({ root, exclude: exclude.value, useLocalExcludes: !frozen }, reading), began) }, AFTERWARDS).unref()
    return reading
  }

  /** The files of a commit, which never change. */
  async readCommit({ commit, ...place }: Looking & { commit: string }, readNow: () => Promise<Reading>): Promise<Reading> {
    const key = `${commit} ${keyOf(place)} ${JSON.stringify(place.guarding)}`
    const reading = this.commits.get(key) ?? await readNow()
    this.commits.delete(key)
    this.commits.set(key, reading)
    for (const [oldest] of this.commits) if (this.commits.size > MOST_COMMITS) this.commits.delete(oldest)
    return reading
  }
}

/** What is read, and how. */
interface Looking {
  readonly root: string
  readonly settings: Settings
  readonly frozen: boolean
  readonly guarding: Guarding
}

const keyOf = ({ root, settings: { include, exclude, maxFileBytes }, frozen }: Looking): string => JSON.stringify([root, include.value, exclude.value, maxFileBytes.value, frozen])

interface Kept {
  readonly key: string
  /** What was hidden in it. */
  readonly manner: string
  readonly reading: Reading
  stamps: Stamps | undefined
}

/** Outlines by entry; the oldest goes when there are too many. */
export class Blocks {
  private readonly held = new Map<Entry, Block>()

  get(entry: Entry): Block | undefined {
    return this.held.get(entry)
  }

  set(entry: Entry, block: Block): this {
    if (this.held.size >= MOST_BLOCKS) for (const [oldest] of this.held) {
      this.held.delete(oldest)
      break
    }
    this.held.set(entry, block)
    return this
  }
}

/** An entry whose content is the same is the same entry: it has its text, and what was made of it. */
function again(entries: readonly Entry[], before: readonly Entry[]): readonly Entry[] {
  const known = new Map(before.map((entry) => [entry.path, entry]))
  return entries.map((entry) => {
    const old = known.get(entry.path)
    return old !== undefined && old.sha256 === entry.sha256 && old.stub === entry.stub && old.modified === entry.modified && old.bytes === entry.bytes ? old : entry
  })
}

/** Everything that decides what a reading holds: files, folders in which files may appear, what git and the ignore files say. */
function pathsOf(place: Pick<WalkOptions, 'root' | 'exclude' | 'useLocalExcludes'>, { entries, diagnostics }: Reading): string[] {
  const { root } = place
  const folders: string[] = []
  const options = { ...place, foldersOnly: true, include: [], useIgnoreFiles: true, report: () => {}, entered: (folder: string) => void folders.push(folder) }
  // The walk is asked for the folders that it enters, not for what it finds.
  for (const _found of walk(options));
  const ignoring = folders.flatMap((folder) => IGNORE_FILES.map((name) => `${root}/${folder}${name}`)).filter((file) => existsSync(file))
  return [
    ...entries.map(({ path }) => `${root}/${path}`), ...diagnostics.flatMap(({ path }) => (path === undefined ? [] : [`${root}/${path}`])),
    ...folders.map((folder) => `${root}/${folder}`), ...ignoring, ...gitsOwn(root),
  ]
}

/** What git's settings include is not looked for: such a repository is read anew each time. */
function readsElsewhere(root: string): boolean {
  const repository = repositoryOf(root)
  return repository !== undefined && includesAny(repository)
}

function gitsOwn(root: string): string[] {
  const repository = repositoryOf(root)
  if (repository === undefined) return [`${root}/.git`]
  const own = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  const above = abovePaths(root, repository.top).flatMap((folder) => IGNORE_FILES.map((name) => `${folder}/${name}`))
  return [join(repository.own, 'index'), join(repository.own, 'config.worktree'), join(repository.common, 'info/exclude'), join(repository.common, 'config'), join(own, 'git/ignore'), join(own, 'git/config'), join(homedir(), '.gitconfig'), ...above]
}

/** The folders above the root, up to the top of its repository. */
function abovePaths(root: string, top: string): string[] {
  const folders: string[] = []
  for (let folder = root; folder.length > top.length;) {
    folder = folder.slice(0, folder.lastIndexOf('/'))
    folders.push(folder)
  }
  return folders
}

/** How the disk describes some paths, four numbers each; zeros for what is not there. */
class Stamps {
  private readonly numbers: Float64Array
  private readonly certain: boolean

  /** `began` is when the reading began: what is older has been read as it is. */
  constructor(private readonly paths: readonly string[], began: number) {
    this.numbers = new Float64Array(paths.length * STAMP)
    paths.forEach((path, i) => putStamp(this.numbers, i * STAMP, stampAt(path)))
    this.certain = paths.every((_, i) => isSettled(this.numbers[i * STAMP] as number, this.numbers[i * STAMP + 1] as number, began))
  }

  /** Whether all of it is still so. */
  hold(): boolean {
    return this.certain && this.paths.every((path, i) => holdsStamp(this.numbers, i * STAMP, stampAt(path)))
  }
}
