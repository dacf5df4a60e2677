// Configuration is data. The user's own file may say anything the schema allows; a repository's file is somebody else's text, so it may narrow
// what is shown (ceilings, excludes, smaller limits) but never widen it or spend more than was asked for.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Level } from '../core/level.ts'
import type { Lens, Rule } from '../core/rule.ts'
import { faultsOf } from '../core/schema.ts'
import { CONFIG_SCHEMA } from './config-schema.ts'

/** The name of a repository's own file. */
export const CONFIG_FILE = 'fovea.config.json'

/** Files above this size are one line unless somebody says otherwise. */
export const MAX_FILE_BYTES = 1024 * 1024

/** What a configuration file says. */
export interface Config {
  readonly budget?: string
  readonly format?: string
  readonly meter?: string
  readonly lens?: string
  readonly skeleton?: string
  readonly levels?: readonly Level[]
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly maxFileBytes?: number
  readonly rules?: readonly Rule[]
  readonly lenses?: Readonly<Record<string, Omit<Lens, 'name'>>>
}

/** A configuration and where it came from. */
export interface Layer {
  /** `flags`, `fovea.config.json`, `your own configuration`, `default`. */
  readonly origin: string
  readonly config: Config
}

/** The layers below the flags, strongest first, and what was wrong with them. */
export function loadLayers(root: string, frozen: boolean): { layers: readonly Layer[]; diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  // The same command on the same files must give the same bytes on every machine, so a frozen run does not look at its user.
  const own = frozen ? undefined : readLayer(userConfigPath(), 'your own configuration', diagnostics)
  const repository = readLayer(join(root, CONFIG_FILE), CONFIG_FILE, diagnostics)
  const layers = [repository && narrowed(repository, diagnostics), own].filter((layer) => layer !== undefined)
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

function readLayer(path: string, origin: string, diagnostics: Diagnostic[]): Layer | undefined {
  const text = readText(path)
  if (text === undefined) return undefined
  const parsed = parseJson(text)
  const faults = parsed instanceof Error ? [parsed.message] : faultsOf(parsed, CONFIG_SCHEMA)
  if (faults.length === 0) return { origin, config: parsed as Config }
  diagnostics.push({ code: 'config/invalid', severity: 'error', path: origin, message: `${origin}: ${faults[0]}`, hint: 'Mend it, or see "fovea config --schema" for what it may say.' })
  return undefined
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** JSON with null-prototype objects, so that a key such as `__proto__` is a key like any other. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), (_, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.assign(Object.create(null), value) : value)
  } catch (error) {
    return new Error(`this is not JSON: ${(error as Error).message}`)
  }
}

function withoutFloor(rule: Rule): Rule {
  const { atLeast: floor, ...rest } = rule
  return floor === undefined ? rule : rest
}

/** A repository may not force blocks into the page nor read larger files than the user would. */
function narrowed({ origin, config }: Layer, diagnostics: Diagnostic[]): Layer {
  const widening = (config.rules ?? []).some((rule) => rule.atLeast !== undefined) || (config.maxFileBytes ?? 0) > MAX_FILE_BYTES
  if (widening) diagnostics.push({
    code: 'config/widening', severity: 'warning', path: origin,
    message: `${origin}: atLeast, and maxFileBytes above ${MAX_FILE_BYTES}, are ignored here because a repository's file may only narrow`,
    hint: `Put them into ${join('fovea', 'config.json')} of your own configuration, or use --pin.`,
  })
  const rules = (config.rules ?? []).map(withoutFloor)
  const lenses = Object.fromEntries(Object.entries(config.lenses ?? {}).map(([name, lens]) =>
    [name, { ...lens, rules: (lens.rules ?? []).map(withoutFloor) }]))
  return { origin, config: { ...config, rules, lenses, maxFileBytes: Math.min(config.maxFileBytes ?? MAX_FILE_BYTES, MAX_FILE_BYTES) } }
}
