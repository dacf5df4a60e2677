// Git as a reader of objects, for trees that one does not trust. A repository's configuration can name programs for a dozen occasions; each is shut off twice
// where git allows it, by an option and by a setting that beats the repository's. Nothing of the user's own environment or configuration has a say either.
import { spawn } from 'node:child_process'
import { devNull } from 'node:os'
import type { OwnRepository } from './own.ts'
import { within } from './patience.ts'
import { programNamed } from '../disk/program.ts'
import type { Repository } from './repository.ts'

/** Settings that beat those of the repository. */
const SETTINGS = [
  'core.fsmonitor=false', 'core.untrackedCache=false', `core.hooksPath=${devNull}`, `core.attributesFile=${devNull}`, 'core.pager=cat', 'core.askPass=', 'core.sshCommand=false', 'core.alternateRefsCommand=', 'core.quotePath=off', `core.excludesFile=${devNull}`,
  'credential.helper=', 'diff.external=', 'diff.ignoreSubmodules=all', 'fetch.bundleURI=', 'gpg.program=false', 'gpg.ssh.program=false', 'gpg.x509.program=false',
  'log.showSignature=false', 'log.mailmap=false', 'log.follow=false', 'protocol.allow=never', 'safe.bareRepository=explicit', 'submodule.recurse=false',
  // Indexes beside the objects can be wrong, and then a history would not follow from its commit; without them git reads the objects themselves.
  'core.commitGraph=false', 'core.multiPackIndex=false', 'core.useReplaceRefs=false',
  // A large blob is handed on in pieces, whatever the repository says.
  'core.bigFileThreshold=8m', 'core.deltaBaseCacheLimit=96m',
].flatMap((setting) => ['-c', setting])

/** An environment in which git finds this repository, no network and nobody to ask. */
const environmentFor = ({ own, top }: Repository, piece: string): NodeJS.ProcessEnv => ({
  // Reading objects needs no other program, so none can be found: not even git's own fetch.
  PATH: devNull, GIT_EXEC_PATH: devNull,
  // Without this one, Windows starts no program at all.
  SystemRoot: process.env['SystemRoot'], LC_ALL: 'C',
  // A home in which nothing is: without one, git gives up at an include of `~/…`.
  HOME: devNull, XDG_CONFIG_HOME: devNull, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_SYSTEM: devNull, GIT_CONFIG_GLOBAL: devNull, GIT_ATTR_NOSYSTEM: '1',
  // Named, not searched: a folder that looks like a repository is none, and who owns it does not matter because nothing in it is run.
  GIT_DIR: own, GIT_WORK_TREE: top,
  // A replaced object would make the history depend on more than the commit.
  GIT_NO_REPLACE_OBJECTS: '1', GIT_GRAFT_FILE: devNull,
  // The first needs a git of 2024; the second stops the fetch of older ones before it reaches a transport, whatever `protocol.ssh.allow` says.
  GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none',
  // A tree that stands a thousand million times in itself costs its author nothing.
  GIT_ALLOC_LIMIT: piece,
  GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: 'false', SSH_ASKPASS: 'false', GIT_SSH_COMMAND: 'false', GIT_OPTIONAL_LOCKS: '0', GIT_PAGER: 'cat',
})

/** Where git runs, and until when. */
export interface Running {
  readonly repository: OwnRepository
  readonly cwd: string
  readonly signal: AbortSignal
  /** What git is told on its standard input; nothing unless given. */
  readonly input?: string
  /** A word on the error stream is a failure: something was left out. */
  readonly quiet?: boolean
  /** The largest piece of memory that git may ask for, as git writes sizes; more than its own limit for a file that it packs by differences unless given. */
  readonly piece?: string
}

/** How a run came to its end: git had no more to say, failed, had said enough, or took too long; or there is no git. */
export type GitEnd = 'done' | 'failed' | 'enough' | 'late' | 'absent'

/** Runs a git command that reads objects and hands over what it prints. `take` says whether it wants more. */
export function runGit(args: readonly string[], { repository, cwd, signal, input, quiet = false, piece = '600m' }: Running, take: (bytes: Buffer) => boolean): Promise<GitEnd> {
  const program = programNamed('git', repository.top)
  if (program === undefined) return Promise.resolve('absent')
  if (signal.aborted) return Promise.resolve('late')
  return new Promise((done) => {
    const child = spawn(program, ['--no-pager', '--literal-pathspecs', ...SETTINGS, ...args], {
      cwd, env: environmentFor(repository, piece), stdio: ['pipe', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL', windowsHide: true,
    })
    // Git may end before it has read everything.
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    let complained = false
    child.stderr.on('data', () => { complained = quiet })
    const end = (how: GitEnd): void => {
      child.stdout.destroy()
      done(signal.aborted && how === 'failed' ? 'late' : how)
    }
    child.on('error', () => end('failed'))
    child.on('close', (code) => end(code === 0 && !complained ? 'done' : 'failed'))
    child.stdout.on('error', () => end('failed'))
    child.stdout.on('data', (bytes: Buffer) => {
      if (take(bytes)) return
      child.kill('SIGKILL')
      end('enough')
    })
  })
}

/** All that a command prints; how it ended when it fails, prints `most` bytes or more, or takes longer than `patience` milliseconds. */
export async function gitOutput(args: readonly string[], { signal, ...running }: Omit<Running, 'signal'> & { readonly signal: AbortSignal | undefined }, { most, patience }: { readonly most: number; readonly patience: number }): Promise<Buffer | Exclude<GitEnd, 'done'>> {
  const chunks: Buffer[] = []
  let size = 0
  const take = (bytes: Buffer): boolean => {
    chunks.push(bytes)
    size += bytes.length
    return size < most
  }
  const end = await within(patience, signal, (limit) => runGit(args, { ...running, signal: limit }, take))
  return end === 'done' ? Buffer.concat(chunks) : end
}
