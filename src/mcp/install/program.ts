// The command that a client is told to start: the program that runs now, by the shortest name that leads to it.
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A command with its arguments. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  /** True when the command leads to a place on this machine, so that it helps nobody else. */
  readonly here?: true
}

/** As it is started anywhere, without being installed. */
export const NPX: Program = { command: 'npx', args: ['-y', 'fovea', 'mcp'] }

/** A package that was installed is started by its name. A clone is on no registry: it is started as `fovea` where that is what PATH leads to, else by its own path. */
export function programAt(script: string | undefined, { path = '', node }: { path: string | undefined; node: string }): Program {
  const real = script === undefined ? undefined : realOf(script)
  if (real === undefined || /[\\/]node_modules[\\/]/.test(real)) return NPX
  const named = path.split(delimiter).some((folder) => folder !== '' && realOf(join(folder, 'fovea')) === real)
  return named ? { command: 'fovea', args: ['mcp'] } : { command: node, args: [real, 'mcp'], here: true }
}

const realOf = (path: string): string | undefined => (existsSync(path) ? realpathSync(path) : undefined)
