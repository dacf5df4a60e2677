// The program under strace: which programs it starts, which connections it makes, which files it opens. What a system says is proof where what a program says of itself is not.
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BIN, type Ran, start } from '../walks/run.ts'

/** What was asked of the system. */
export interface Trace {
  /** The words of every program that was started, or tried. */
  readonly programs: readonly (readonly string[])[]
  /** Sockets that were made and connections that were tried, as strace tells them. */
  readonly network: readonly string[]
  /** The real paths of all that was opened. */
  readonly opened: readonly string[]
}

const CALLS = 'execve,execveat,socket,connect,sendto,sendmsg,bind,open,openat,openat2,creat'

/** The words that put strace before a program. */
export const tracing = (file: string): readonly string[] => ['-f', '-qq', '-y', '--seccomp-bpf', '-s', '4096', '-e', `trace=${CALLS}`, '-e', 'signal=none', '-o', file]

/** Why there is no trace, with what to do; undefined when strace works. */
export async function straceProblem(): Promise<string | undefined> {
  const { code, err } = await start('strace', ['-qq', '-e', 'trace=execve', '-o', '/dev/null', 'true']).catch((error: Error) => ({ code: -1, err: error.message }))
  if (code === 0) return undefined
  return code === -1 ? 'strace is not installed: "apt-get install strace", or the package of that name elsewhere' : `strace cannot trace here (${err.trim()}): a container needs the capability SYS_PTRACE`
}

/** Runs fovea under strace. */
export async function traced(args: readonly string[], { file, ...around }: { readonly file: string; readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> }): Promise<Ran & Trace> {
  const ran = await start('/usr/bin/env', ['strace', ...tracing(file), process.execPath, BIN, ...args], around)
  return { ...ran, ...traceIn(file) }
}

/** What a file of strace tells. The file goes. */
export function traceIn(file: string): Trace {
  const lines = readFileSync(file, 'latin1').split('\n').map((line) => line.replace(/^\d+ +/, ''))
  rmSync(file)
  return {
    programs: lines.filter((line) => line.startsWith('execve')).map((line) => words(/\[(.*?)\](?:, 0x| <unfinished|\))/.exec(line)?.[1] ?? '')),
    network: lines.filter((line) => /^(?:socket|connect|sendto|sendmsg|bind)\(/.test(line)),
    opened: lines.filter((line) => /^(?:<\.\.\. )?(?:open|creat)/.test(line)).flatMap((line) => / = \d+<(.*)>$/.exec(line)?.[1] ?? []).map((path) => path.replace(/ \(deleted\)$/, '').replace(/<char .*$/, '')),
  }
}

const words = (list: string): string[] => [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word]) => word as string)

/** Where the parts of an installation and of a system lie that programs of any kind open. */
export const SYSTEM: readonly string[] = [dirname(dirname(dirname(BIN))), dirname(dirname(process.execPath)), '/usr/lib', '/usr/lib64', '/usr/local/lib', '/lib', '/lib64', '/usr/share', '/usr/bin', '/usr/local/bin', '/proc', '/sys', '/dev/null', '/dev/urandom', '/etc/ld.so.cache', '/etc/ld.so.preload', '/etc/localtime', '/etc/ssl/openssl.cnf']

/** What lies neither in the allowed places nor in those of the system. */
export const strange = (opened: readonly string[], allowed: readonly string[]): string[] =>
  [...new Set(opened)].filter((path) => ![...SYSTEM, ...allowed].some((place) => path === place || path.startsWith(join(place, '/'))))
