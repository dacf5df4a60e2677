// Configuration is data. The user's own file may say anything the schema allows; a repository's file is somebody else's text, so it may narrow
// what is shown (ceilings, excludes, smaller limits) but never widen it or spend more than was asked for.
import { accessSync, constants, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Policy } from '../catalog/roles.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { faultsOf } from '../core/schema.ts'
import type { CtxConfig } from '../core/ctx/settings.ts'
import { CONFIG_FILE, layerFrom, narrowed, type Layer as PreferenceLayer, type Preferences, unheard } from '../core/settings/preferences.ts'
import { redactSecrets } from '../guards/secrets.ts'
import { type ChatConfig, chatFaults, type EmbeddingsConfig, embeddingsFaults } from '../models/index.ts'
import { NotAFile } from '../disk/open.ts'
import { look } from '../sources/read.ts'
import { CONFIG_SCHEMA } from './config-schema.ts'

/** What a configuration file says. */
export interface Config extends Preferences {
  readonly embeddings?: EmbeddingsConfig
  readonly generation?: ChatConfig
  readonly ctx?: CtxConfig
  readonly catalog?: CatalogConfig
  /** Where a team keeps its catalogue and memory: `env:NAME`. */
  readonly database?: string
  readonly project?: string
  readonly secrets?: SecretsConfig
  readonly memory?: MemoryConfig
}

/** What a configuration says of what was learned. */
export interface MemoryConfig {
  /** Folders in which a memory that the repository tracks counts, and all below them. */
  readonly trust?: readonly string[]
}

/** What a configuration says of secrets. */
export interface SecretsConfig {
  /** Numbers of people are hidden too. */
  readonly pii?: boolean
  /** Ids of rules, digits of marks (`#3f9a`), and globs of paths, which have a slash, a dot or a star. */
  readonly allow?: readonly string[]
}

/** Whether an entry of an allow-list is a glob of paths. */
export const isPath = (entry: string): boolean => /[/.*]/.test(entry)

/** What a configuration says of the catalogue. */
export interface CatalogConfig {
  readonly role?: string
  readonly roles?: Readonly<Record<string, Policy>>
}

/** A configuration and where it came from. */
export type Layer = PreferenceLayer<Config>

/** How the layer of the user's own file is called. */
export const OWN = 'your own configuration'

/** The layers below the flags, strongest first, and what was wrong with them; `read` gives the repository's file where that is not on the disk. */
export function loadLayers(root: string, frozen: boolean, read = readText): { layers: readonly Layer[]; diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  // The same command on the same files must give the same bytes on every machine, so a frozen run does not look at its user.
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
  const own = frozen ? undefined : readLayer(readText(ownPath()), OWN, (wrong) => report({ ...wrong, message: wrong.message.replace(OWN, () => `${OWN} (${userConfigShown()})`) }))
  const repository = readLayer(read(join(root, CONFIG_FILE)), CONFIG_FILE, report)
  if (repository !== undefined) diagnostics.push(...unheard(repository.config, own?.config ?? {}))
  const layers = [own, repository && narrowed(repository, report)].filter((layer) => layer !== undefined)
  return { layers, diagnostics }
}

/** Where the user's own file lies, as people are told of it: nothing of the machine is named. */
export const userConfigShown = (): string => `${process.env['XDG_CONFIG_HOME'] ? '$XDG_CONFIG_HOME' : '~/.config'}/fovea/config.json`

/** Where the user's own file lies. */
export function userConfigPath(): string {
  const base = process.env['XDG_CONFIG_HOME'] || join(safeHome(), '.config')
  return join(base, 'fovea', 'config.json')
}

/** The home, or a place where nothing is. */
export function safeHome(): string {
  try {
    return homedir()
  } catch {
    return '/nonexistent'
  }
}

/** One's own file may be a link into a folder of dot files; a repository's may not. */
function ownPath(): string {
  try {
    return realpathSync(userConfigPath())
  } catch {
    return userConfigPath()
  }
}

function readLayer(text: string | Error | undefined, origin: string, report: (diagnostic: Diagnostic) => void): Layer | undefined {
  // Reasons, names and patterns of a repository's file are shown: it passes the same door as the files around it.
  const said = typeof text === 'string' && origin === CONFIG_FILE ? redactSecrets(text).text : text
  return said === undefined ? undefined : layerFrom<Config>(origin, said, { faultsIn, report })
}

/** What the schema refuses, then what only makes sense of values that it accepts. */
function faultsIn(parsed: unknown): string[] {
  const faults = faultsOf(parsed, CONFIG_SCHEMA)
  if (faults.length > 0) return faults
  const { embeddings, generation } = parsed as Config
  return [...(embeddings === undefined ? [] : embeddingsFaults(embeddings)), ...(generation === undefined ? [] : chatFaults(generation))]
}

/** A configuration is small. */
const MOST_BYTES = 1 << 20

/** The text of a plain file; undefined when there is none, an error when it is something else. */
function readText(path: string): string | Error | undefined {
  try {
    const { bytes } = look(path, MOST_BYTES)
    return bytes.length > MOST_BYTES ? new Error('it is larger than 1 MB') : Buffer.from(bytes).toString('utf8')
  } catch (error) {
    const { code } = error as { code?: string }
    // A folder that may not be entered is told by whoever reads it.
    if (code === 'ENOENT' || code === 'ENOTDIR' || !mayEnter(dirname(path))) return undefined
    return new Error(error instanceof NotAFile || code === 'EISDIR' || code === 'ELOOP' ? 'it is not a plain file' : code === 'EACCES' || code === 'EPERM' ? 'permission denied' : `it cannot be read (${code ?? 'unknown'})`)
  }
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}
