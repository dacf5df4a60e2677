import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { type Commit, type History, MOST_MESSAGE, MOST_PATHS } from '../core/history.ts'
import { brokenRepository, foreignHistory, unreadHistory } from '../core/entry/diagnostics.ts'
import { gitFacts } from './git.ts'
import { runGit } from './git-process.ts'
import { ownOf } from './own.ts'
import { within } from './patience.ts'
import { readAtMost } from './read.ts'
import { historyIn, repositoryOf } from './repository.ts'

/** How much of a history is read. */
export interface HistoryOptions {
  /** Commits at the most, newest first: 1,000. */
  readonly most?: number
  /** Milliseconds after which what came so far must do: 10,000. */
  readonly patience?: number
  readonly signal?: AbortSignal
  /** The commit it is taken as of, in hex: the one that is checked out unless told. */
  readonly at?: string
  /** Takes secrets out of a message. */
  redact?(text: string): { readonly text: string }
}

const MOST_COMMITS = 1000
const PATIENCE = 10_000

/** Room for a commit that touches 800,000 files: git remembers all of them before it tells the first. */
const MOST_PIECE = '8m'

/**
 * The commits behind what is checked out, from objects alone: no hook, filter, pager or other program of the repository is run and nothing is fetched.
 * Undefined when there is nothing to tell: no repository, no git, no commit, or one that is broken.
 */
export async function readHistory(root: string, { most = MOST_COMMITS, patience = PATIENCE, signal, at, redact }: HistoryOptions = {}): Promise<History | undefined> {
  const cwd = resolve(root)
  const repository = at === undefined ? repositoryOf(cwd) : historyIn(cwd)
  const own = repository === undefined ? undefined : ownOf(repository, 'commits')
  if (repository === undefined || own === undefined || typeof own === 'string') return undefined
  const reader = commitReader(redact)
  // Only below a folder does git have to compare trees to find the commits that count.
  const below = repository.top === cwd ? [] : ['.']
  const finished = await within(patience, signal, (limit) => runGit([...LOG, `--max-count=${most}`, '--end-of-options', at ?? 'HEAD', '--', ...below], { repository: own, cwd, signal: limit, piece: MOST_PIECE }, reader.take)) === 'done'
  const commits = reader.end(finished)
  return commits.length === 0 ? undefined : { commits, ...(finished ? {} : { partial: true }) }
}

/** What a history depends on: the commit, where a shallow clone ends, and the folder below which it is asked for. Undefined without a commit. */
export function historyKey(root: string, at?: string): string | undefined {
  const cwd = resolve(root)
  const repository = at === undefined ? repositoryOf(cwd) : historyIn(cwd)
  const head = at ?? gitFacts(cwd).head
  if (repository === undefined || head === undefined) return undefined
  return [head, readAtMost(join(repository.common, 'shallow'), MOST_SHALLOW)?.toString('latin1') ?? '', relative(repository.top, cwd)].join('\0')
}

const MOST_SHALLOW = 1 << 20

/** Why a folder that has a `.git` has no history; undefined where there is nothing to miss: no repository, or one without a commit. */
export function historyProblem(root: string): Diagnostic | undefined {
  const repository = repositoryOf(resolve(root))
  if (repository === undefined) return existsSync(join(root, '.git')) ? brokenRepository('it has no HEAD') : undefined
  const own = ownOf(repository, 'commits')
  if (typeof own === 'string') return foreignHistory(own)
  const missing = ['objects', 'refs'].find((name) => !existsSync(join(repository.common, name)))
  if (missing !== undefined) return brokenRepository(`it has no ${missing}`)
  const { branch, head } = gitFacts(root)
  // No commit need have touched a folder inside a repository.
  if (head !== undefined) return repository.top === resolve(root) ? unreadHistory : undefined
  return branch === undefined ? brokenRepository('its HEAD names no branch and no commit') : undefined
}

/** Fields end with a zero byte, which neither a message nor a path can hold; a path is never empty, so an empty field ends a list of them. */
const LOG = [
  'log', '-z', '--format=tformat:%x00%H%x00%ct%x00%B%x00', '--encoding=UTF-8', '--name-only', '--relative', '--root', '--no-merges', '--full-history', '--no-renames',
  '--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-mailmap', '--no-notes', '--no-decorate', '--no-color', '-O/dev/null',
]

/** What is kept of one field, in bytes; a longer path is no path. */
const MOST_FIELD = 8192
/** What is kept of a history, in characters. */
const MOST_TEXT = 1 << 25

interface Draft {
  readonly fields: string[]
  readonly paths: string[]
  touched: number
}

const emptyDraft = (): Draft => ({ fields: [], paths: [], touched: 0 })

/** Reads commits as bytes arrive. A commit counts when the next one begins or git came to its end: before that its paths may be some of them. */
function commitReader(redact: HistoryOptions['redact']): { take(bytes: Buffer): boolean; end(finished: boolean): Commit[] } {
  const commits: Commit[] = []
  let draft = emptyDraft()
  let kept = 0
  const close = (): void => {
    const commit = commitFrom(draft, redact)
    if (commit !== undefined) commits.push(commit)
    draft = emptyDraft()
  }
  const fields = fieldReader((field) => {
    kept += field.length
    // The id, the time, the message, and an empty field that git puts after them.
    if (draft.fields.length < 4) {
      if (draft.fields.length > 0 || field !== '') draft.fields.push(field)
    } else if (field === '') close()
    else addPath(draft, field)
  })
  return {
    take(bytes) {
      fields(bytes)
      return kept < MOST_TEXT
    },
    end(finished) {
      if (finished) close()
      return commits
    },
  }
}

/** The first path of a commit comes on a line of its own. */
function addPath(draft: Draft, field: string): void {
  const path = draft.touched === 0 && field.startsWith('\n') ? field.slice(1) : field
  draft.touched += 1
  if (draft.touched <= MOST_PATHS && path.length < MOST_FIELD) draft.paths.push(path)
}

/** Paths whose names hold no secret. One text serves for all of a commit: nearly always nothing is found in it. */
function showable(paths: string[], redact: HistoryOptions['redact']): string[] {
  const all = paths.join('\n')
  return redact === undefined || redact(all).text === all ? paths : paths.filter((path) => redact(path).text === path)
}

function commitFrom({ fields, paths, touched }: Draft, redact: HistoryOptions['redact']): Commit | undefined {
  const [id = '', time = '', message = ''] = fields
  if (!/^[0-9a-f]{40,64}$/.test(id) || !/^-?\d{1,15}$/.test(time)) return undefined
  // Cut before it is searched, and again after: a replacement may be longer than the secret.
  const cut = message.slice(0, MOST_MESSAGE)
  return { id, time: Number(time), message: (redact?.(cut).text ?? cut).slice(0, MOST_MESSAGE).trim(), paths: touched > MOST_PATHS ? [] : showable(paths, redact) }
}

/** Cuts a stream at zero bytes and holds no more than the beginning of the field it is in. */
function fieldReader(give: (field: string) => void): (bytes: Buffer) => void {
  let held: Buffer[] = []
  let size = 0
  const hold = (part: Buffer): void => {
    const room = part.subarray(0, Math.max(0, MOST_FIELD - size))
    // A copy, because a view would keep all that arrived with it.
    if (room.length > 0) held.push(Buffer.from(room))
    size += room.length
  }
  return (bytes) => {
    let from = 0
    for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, from)) {
      hold(bytes.subarray(from, at))
      give(Buffer.concat(held).toString('utf8'))
      held = []
      size = 0
      from = at + 1
    }
    hold(bytes.subarray(from))
  }
}
