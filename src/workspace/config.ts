// Configuration is data. The user's own file may say anything the schema allows; a repository's file is somebody else's text, so it may narrow
// what is shown (ceilings, excludes, smaller limits) but never widen it or spend more than was asked for.
import { accessSync, constants, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Policy } from '../catalog/roles.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Level } from '../core/level.ts'
import type { Lens, Rule } from '../core/rule.ts'
import { faultsOf } from '../core/schema.ts'
import { tokensFrom } from '../core/request.ts'
import type { CtxConfig } from '../core/ctx/settings.ts'
import { type ChatConfig, chatFaults, type EmbeddingsConfig, embeddingsFaults } from '../models/index.ts'
import { MAX_FILE_BYTES } from '../sources/files.ts'
import { look, NotAFile } from '../sources/read.ts'
import { CONFIG_SCHEMA } from './config-schema.ts'

/** The budget when nobody says: enough for an agent's turn, small enough not to fill its window. */
export const DEFAULT_BUDGET = 32_000

/** The name of a repository's own file. */
export const CONFIG_FILE = 'fovea.config.json'

/** What a configuration file says. */
export interface Config {
  readonly budget?: string
  readonly format?: string
  readonly meter?: string
  readonly lens?: string
  readonly skeleton?: string
  readonly order?: string
  readonly levels?: readonly Level[]
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly maxFileBytes?: number
  readonly rules?: readonly Rule[]
  readonly embeddings?: EmbeddingsConfig
  readonly generation?: ChatConfig
  readonly lenses?: Readonly<Record<string, Omit<Lens, 'name'>>>
  readonly ctx?: CtxConfig
  readonly catalog?: CatalogConfig
  /** Where a team keeps its catalogue and memory: `env:NAME`. */
  readonly database?: string
  readonly project?: string
}

/** What a configuration says of the catalogue. */
export interface CatalogConfig {
  readonly role?: string
  readonly roles?: Readonly<Record<string, Policy>>
}

/** A configuration and where it came from. */
export interface Layer {
  /** `flags`, `fovea.config.json`, `your own configuration`, `default`. */
  readonly origin: string
  readonly config: Config
  /** Its numbers can only lower what the others allow. */
  readonly narrowing?: boolean
}

/** The layers below the flags, strongest first, and what was wrong with them. */
export function loadLayers(root: string, frozen: boolean): { layers: readonly Layer[]; diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  // The same command on the same files must give the same bytes on every machine, so a frozen run does not look at its user.
  const own = frozen ? undefined : readLayer(ownPath(), 'your own configuration', diagnostics)
  const repository = readLayer(join(root, CONFIG_FILE), CONFIG_FILE, diagnostics)
  if (repository !== undefined) diagnostics.push(...unheard(repository.config, own?.config ?? {}))
  const layers = [own, repository && narrowed(repository, diagnostics)].filter((layer) => layer !== undefined)
  return { layers, diagnostics }
}

/** Where the user's own file lies. */
export function userConfigPath(): string {
  const base = process.env['XDG_CONFIG_HOME'] || join(safeHome(), '.config')
  return join(base, 'fovea', 'config.json')
}

function safeHome(): string {
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

function readLayer(path: string, origin: string, diagnostics: Diagnostic[]): Layer | undefined {
  const text = readText(path)
  if (text === undefined) return undefined
  const parsed = text instanceof Error ? text : parseJson(text)
  const faults = parsed instanceof Error ? [parsed.message] : faultsIn(parsed)
  if (faults.length === 0) return { origin, config: parsed as Config }
  diagnostics.push({ code: 'config/invalid', severity: 'error', path: origin, message: `${origin}: ${faults[0]}`, hint: 'Mend it, or see "fovea config --schema" for what it may say.' })
  return undefined
}

/** What the schema refuses, then what only makes sense of values that it accepts. */
function faultsIn(parsed: unknown): string[] {
  const faults = faultsOf(parsed, CONFIG_SCHEMA)
  if (faults.length > 0) return faults
  const { embeddings, generation } = parsed as Config
  return [...budgetFault(parsed), ...(embeddings === undefined ? [] : embeddingsFaults(embeddings)), ...(generation === undefined ? [] : chatFaults(generation))]
}

function budgetFault(parsed: unknown): string[] {
  const budget = (parsed as Config | null)?.budget
  try {
    if (typeof budget === 'string') tokensFrom(budget)
    return []
  } catch (error) {
    return [`budget: ${(error as Error).message}`]
  }
}

/** A configuration is small. */
const MOST_BYTES = 1 << 20

/** The text of a plain file; undefined when there is none, an error when it is something else. */
function readText(path: string): string | Error | undefined {
  try {
    const { bytes } = look(path, MOST_BYTES)
    return bytes.length > MOST_BYTES ? new Error('it is larger than 1 MB') : bytes.toString('utf8')
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

/** JSON with null-prototype objects, so that a key such as `__proto__` is a key like any other. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), (_, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.assign(Object.create(null), value) : value)
  } catch (error) {
    // The parser's own words would quote the file, which may not be ours to quote.
    const place = /position (\d+)/.exec((error as Error).message)?.[1]
    return new Error(`this is not JSON${place === undefined ? '' : `: look at line ${text.slice(0, Number(place)).split('\n').length}`}`)
  }
}

function withoutFloor(rule: Rule): Rule {
  const { atLeast: floor, ...rest } = rule
  return floor === undefined ? rule : rest
}

/** Numbers of a repository that are larger than its user allows have no effect: says so, because whoever wrote them expects one. */
function unheard(repository: Config, own: Config): Diagnostic[] {
  const allowed = own.budget === undefined ? DEFAULT_BUDGET : tokensFrom(own.budget)
  const tooLarge = [
    ...(repository.budget !== undefined && tokensFrom(repository.budget) > allowed ? [`budget ${repository.budget} is ignored: the limit is ${allowed} tokens`] : []),
    ...((repository.maxFileBytes ?? 0) > (own.maxFileBytes ?? MAX_FILE_BYTES) ? [`maxFileBytes ${repository.maxFileBytes} is ignored: the limit is ${own.maxFileBytes ?? MAX_FILE_BYTES} bytes`] : []),
  ]
  return tooLarge.map((said) => ({
    code: 'config/widening', severity: 'warning', path: CONFIG_FILE, message: `${CONFIG_FILE}: ${said}, and a repository's file may only lower it`,
    hint: 'Put it into your own configuration (~/.config/fovea/config.json), or use --budget.',
  }))
}

/** A repository may not force blocks into the page nor read larger files than the user would. */
function narrowed({ origin, config }: Layer, diagnostics: Diagnostic[]): Layer {
  const brings = (config.exclude ?? []).some((pattern) => pattern.startsWith('!'))
  const forces = [...(config.rules ?? []), ...Object.values(config.lenses ?? {}).flatMap((lens) => lens.rules ?? [])].some((rule) => rule.atLeast !== undefined)
  // Whoever names a model is sent code and a key.
  const widening = brings || forces || config.meter !== undefined || config.embeddings !== undefined || config.generation !== undefined || config.database !== undefined || config.project !== undefined
  if (widening) diagnostics.push({
    code: 'config/widening', severity: 'warning', path: origin,
    message: `${origin}: atLeast, meter, embeddings, generation, database, project, and excludes that begin with !, are ignored here because a repository's file may only narrow`,
    hint: 'Put them into your own configuration (~/.config/fovea/config.json), or use --pin and --meter.',
  })
  const rules = (config.rules ?? []).map(withoutFloor)
  const lenses = Object.fromEntries(Object.entries(config.lenses ?? {}).map(([name, lens]) =>
    [name, { ...lens, rules: (lens.rules ?? []).map(withoutFloor) }]))
  const exclude = (config.exclude ?? []).filter((pattern) => !pattern.startsWith('!'))
  const { meter: _meter, embeddings: _embeddings, generation: _generation, database: _database, project: _project, ...rest } = config
  return { origin, config: { ...rest, rules, lenses, exclude }, narrowing: true }
}
