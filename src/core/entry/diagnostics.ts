import type { Diagnostic } from '../diagnostic.ts'

// Every remark a source can make, in one place. Messages name paths below the root only: a system error text would give away where the root is.

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'it vanished while it was being read',
  ELOOP: 'it became a link while it was being read',
  ENOTDIR: 'a folder above it was replaced while it was being read',
  ENAMETOOLONG: 'its path is longer than the system allows',
  EMFILE: 'too many files are open',
  EIO: 'the disk reported an error',
  EISDIR: 'it is a folder',
}

/** A system error in words; unknown ones keep their code. */
export function causeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? (CAUSES[code] ?? `the system said ${code}`) : 'an unknown error'
}

const EXPECTED = 'Add it to .foveaignore if this is expected.'

const warning = (code: string, path: string, message: string, hint = EXPECTED): Diagnostic => ({ code: `source/${code}`, severity: 'warning', path, message, hint })

/** A file that could not be read. */
export const unreadable = (path: string, cause: string): Diagnostic =>
  warning('unreadable', path, `${path} was left out: ${cause}.`)

/** A folder whose contents could not be listed. */
export const unreadableFolder = (path: string, cause: string): Diagnostic =>
  warning('unreadable-folder', path, `${path}/ was left out with everything in it: ${cause}.`)

/** A file that was listed and then gone. */
export const vanished = (path: string): Diagnostic =>
  warning('vanished', path, `${path} was left out: it vanished while it was being read.`, 'Run again when nothing is writing to the folder.')

/** A pipe, socket or device: opening one could wait for ever. */
export const special = (path: string): Diagnostic =>
  warning('special-file', path, `${path} was left out: it is a pipe, a socket or a device, not a file.`)

/** A name whose bytes are not UTF-8, shown as well as it can be. */
export const unnameable = (path: string): Diagnostic =>
  warning('unnameable', path, `${path} was left out: its name is not valid UTF-8.`, 'Rename it to include it.')

/** A name that holds what looks like a secret, without it: names stand in every answer and in every handle. */
export const tellingName = (path: string): Diagnostic =>
  warning('telling-name', path, `${path} was left out: its name holds what looks like a secret.`, 'Rename it, and change the secret if it is real.')

/** An ignore file that is too large to be a real one. */
export const oversizedIgnore = (path: string, most: number): Diagnostic =>
  warning('ignore-too-large', path, `${path} was not obeyed beyond its first ${most} bytes.`, 'Split or shorten it.')

const some = (all: readonly number[]): string => {
  const lines = [...new Set(all)]
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ` and ${lines.length - 5} more` : ''}`
}

/** Values that look like secrets and were replaced before anything else saw them. */
export const redacted = (path: string, lines: readonly number[]): Diagnostic =>
  warning('redacted', path, `${path} holds what looks like secrets; they were replaced (${some(lines)}).`, 'Move secrets out of the tree and rotate them if they are real.')

/** A repository without a history that could be read. */
export const brokenRepository = (cause: string): Diagnostic =>
  warning('no-history', '.git', `.git is not a whole repository: ${cause}. Nothing is known of what changed before.`, 'Run "git fsck" in it, or remove it.')

/** A repository that is not, or may not be, that of the folder. The cause is the end of a sentence. */
export const foreignHistory = (cause: string): Diagnostic =>
  warning('no-history', '.git', `the commits are not read: ${cause}.`, 'Nothing is known of what changed before; everything else is as usual.')

/** Files that were found by the walk, because git may not be asked about this repository. The cause is the end of a sentence. */
export const listedWithoutGit = (cause: string): Diagnostic =>
  warning('without-git', '.git', `git was not asked which files count: ${cause}.`, 'What is tracked although .gitignore names it is left out; everything else is as usual.')

/** Commits that git did not give: it may not be there at all, so this is no warning. */
export const unreadHistory: Diagnostic = {
  code: 'source/no-history', severity: 'info', path: '.git', message: 'the commits could not be read, so nothing is known of what changed before: git is not installed, .git is broken, or its newest commit touches more files than can be listed.', hint: 'Look with "git log -1".',
}

/** A root that cannot be walked at all. */
export const noRoot = (cause: string): Diagnostic => ({
  code: 'source/no-root',
  severity: 'error',
  message: `The folder to read could not be opened: ${cause}.`,
  hint: 'Give the path of a folder that exists and can be read.',
})
