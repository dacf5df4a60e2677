// A project as its aliases see it: what they stand for, read through the one door for paths, with secrets replaced.
import { type CtxSettings, ctxSettings } from '../../core/ctx/settings.ts'
import type { Alias } from '../../core/ctx/registry.ts'
import { suggestion } from '../../core/nearest.ts'
import type { Entry } from '../../core/ports.ts'
import { verdictsOf } from '../../core/rank/rank.ts'
import { PathError } from '../../disk/inside.ts'
import { compile, verdict } from '../../core/entry/patterns.ts'
import { requestOf, settle } from '../settings.ts'
import type { Workspace } from '../workspace.ts'
import { CtxError, type CtxPlace, ctxPlace } from './place.ts'

/** A project with aliases. */
export interface CtxProject {
  readonly workspace: Workspace
  readonly place: CtxPlace
  /** Where texts are kept by their hash: not part of the tree, whatever the place is. */
  readonly texts: CtxPlace
  readonly settings: CtxSettings
}

/** Opens what a workspace keeps in a folder such as `.ado`. */
export const openCtx = (workspace: Workspace, dir?: string): CtxProject =>
  ({ workspace, place: ctxPlace(workspace.root, dir), texts: ctxPlace(workspace.root, '.fovea'), settings: ctxSettings(workspace.layers.map(({ config, narrowing = false }) => ({ ctx: config.ctx ?? {}, narrowing }))) })

/** What an alias stands for today. */
export interface Standing {
  readonly alias: Alias
  /** What is there now; undefined when it cannot be read. */
  readonly entry?: Entry
  readonly state: 'same' | 'changed' | 'missing'
  /** Why it cannot be read. */
  readonly cause?: string
}

/** Looks at the file of an alias. */
export function standingOf({ workspace }: CtxProject, alias: Alias): Standing {
  try {
    const entry = readText(workspace, alias.path)
    return { alias, entry, state: entry.sha256.startsWith(alias.sha) ? 'same' : 'changed' }
  } catch (error) {
    if (!(error instanceof PathError || error instanceof CtxError)) throw error
    return { alias, state: 'missing', cause: error.message }
  }
}

/** Every alias of a project, as it stands. */
export const standings = (project: CtxProject): Standing[] => [...project.place.registry().values()].map((alias) => standingOf(project, alias))

/** The text of a file below the project. What the configuration hides stays hidden, whatever name is given to it. */
export function readText(workspace: Workspace, path: string): Entry {
  const settings = settle({}, workspace.layers)
  const entry = workspace.readOne(path, { asked: true, maxFileBytes: settings.maxFileBytes.value })
  if (entry.stub !== undefined) throw new CtxError(`${path} has no text that could be shown: it is ${entry.stub}`)
  const { ceiling, why } = verdictsOf(requestOf(settings))(entry.path)
  if (ceiling !== 'full') throw new CtxError(`${path} may not be shown in full: ${why.join('; ')}`)
  if (isExcluded(entry.path, settings.exclude.value)) throw new CtxError(`${path} may not be shown: the configuration excludes it`)
  return entry
}

/** Whether patterns leave out a path or a folder above it. */
function isExcluded(path: string, lines: readonly string[]): boolean {
  const patterns = compile(lines.map((line) => line.replace(/^(!?)\.\//, '$1')))
  const parts = path.split('/')
  return parts.some((name, i) => verdict(patterns, { path: parts.slice(0, i + 1).join('/'), name, folder: i < parts.length - 1 }) === true)
}

/** The alias with this name; `A.ADR1@d00dad42` means A.ADR1. */
export function aliasNamed({ place }: CtxProject, typed: string): Alias {
  const registry = place.registry()
  const name = typed.replace(/@[0-9a-f]{8,64}$/, '')
  const found = registry.get(name)
  if (found !== undefined) return found
  throw new CtxError(`there is no alias "${name}" in ${place.shown}; ${registry.size === 0 ? 'add one with fovea ctx alias add' : suggestion(name, [...registry.keys()])}`)
}
