// What a configuration says of what is shown. A repository's file is somebody else's text: it may narrow what is shown, never widen it or spend more than was asked for.
import type { Diagnostic } from '../diagnostic.ts'
import { MAX_FILE_BYTES } from '../entry/reading.ts'
import { alternativesOf } from '../glob.ts'
import type { Level } from '../level.ts'
import { tokensFrom } from '../request.ts'
import type { Lens, Rule } from '../rule.ts'

/** The budget when nobody says: enough for an agent's turn, small enough not to fill its window. */
export const DEFAULT_BUDGET = 32_000

/** The name of a repository's own file. */
export const CONFIG_FILE = 'fovea.config.json'

/** What a configuration file says of what is shown. */
export interface Preferences {
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
  readonly lenses?: Readonly<Record<string, Omit<Lens, 'name'>>>
}

/** A configuration and where it came from. */
export interface Layer<C extends Preferences = Preferences> {
  /** `flags`, `fovea.config.json`, `your own configuration`, `default`. */
  readonly origin: string
  readonly config: C
  /** Its numbers can only lower what the others allow. */
  readonly narrowing?: boolean
}

/** Reads a configuration. Nothing comes back when something is wrong with it, and that is told. */
export function layerFrom<C extends Preferences>(origin: string, text: string | Error, { faultsIn, report }: { faultsIn: (parsed: unknown) => readonly string[]; report: (diagnostic: Diagnostic) => void }): Layer<C> | undefined {
  const parsed = text instanceof Error ? text : parseJson(text)
  const faults = parsed instanceof Error ? [parsed.message] : schemaFirst(parsed, faultsIn)
  if (faults.length === 0) return { origin, config: parsed as C }
  report({ code: 'config/invalid', severity: 'error', path: origin, message: `${origin}: ${faults[0]}`, hint: 'Mend it, or see "fovea config --schema" for what it may say.' })
  return undefined
}

/** What the schema refuses, then what only makes sense of values that it accepts. */
function schemaFirst(parsed: unknown, faultsIn: (parsed: unknown) => readonly string[]): readonly string[] {
  const faults = faultsIn(parsed)
  return faults.length > 0 ? faults : [...budgetFault(parsed), ...patternFaults(parsed as Preferences)]
}

/** Patterns that would be refused when they are used: whoever wrote them hears of it here, with the name of the file. */
function patternFaults({ rules = [], lenses = {} }: Preferences): string[] {
  const patterns = [...Object.values(lenses).flatMap((lens) => [...(lens.include ?? []), ...(lens.exclude ?? []), ...(lens.rules ?? []).map(({ match }) => match)]), ...rules.map(({ match }) => match)]
  let alternatives = 0
  for (const pattern of patterns) {
    try {
      alternatives += alternativesOf(pattern).length
    } catch (error) {
      return [(error as Error).message]
    }
    if (alternatives > MOST_ALTERNATIVES) return [`its patterns have more than ${MOST_ALTERNATIVES} alternatives together`]
  }
  return []
}

/** Each is tried on every path. */
const MOST_ALTERNATIVES = 4000

function budgetFault(parsed: unknown): string[] {
  const budget = (parsed as Preferences | null)?.budget
  try {
    if (typeof budget === 'string') tokensFrom(budget)
    return []
  } catch (error) {
    return [`budget: ${(error as Error).message}`]
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

function withoutFloor({ atLeast: _floor, ...rule }: Rule): Rule {
  return { ...rule, narrowing: true }
}

/** Numbers of a repository that are larger than its user allows have no effect: says so, because whoever wrote them expects one. */
export function unheard(repository: Preferences, own: Preferences): Diagnostic[] {
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

/** What only its user may say: whoever names a model is sent code and a key. */
const ONES_OWN = ['meter', 'embeddings', 'generation', 'database', 'project', 'secrets', 'memory']

/** A repository may not force blocks into the page nor read larger files than the user would. */
export function narrowed<C extends Preferences>({ origin, config }: Layer<C>, report: (diagnostic: Diagnostic) => void): Layer<C> {
  if (widens(config)) report({
    code: 'config/widening', severity: 'warning', path: origin,
    message: `${origin}: atLeast, meter, embeddings, generation, database, project, secrets, memory, and excludes that begin with !, are ignored here because a repository's file may only narrow`,
    hint: 'Put them into your own configuration (~/.config/fovea/config.json), or use --pin and --meter.',
  })
  const rules = (config.rules ?? []).map(withoutFloor)
  const lenses = Object.fromEntries(Object.entries(config.lenses ?? {}).map(([name, lens]) =>
    [name, { ...lens, rules: (lens.rules ?? []).map(withoutFloor) }]))
  const exclude = (config.exclude ?? []).filter((pattern) => !pattern.startsWith('!'))
  const rest = Object.fromEntries(Object.entries(config).filter(([key]) => !ONES_OWN.includes(key))) as unknown as C
  return { origin, config: { ...rest, rules, lenses, exclude }, narrowing: true }
}

function widens(config: Preferences): boolean {
  const brings = (config.exclude ?? []).some((pattern) => pattern.startsWith('!'))
  const forces = [...(config.rules ?? []), ...Object.values(config.lenses ?? {}).flatMap((lens) => lens.rules ?? [])].some((rule) => rule.atLeast !== undefined)
  return brings || forces || ONES_OWN.some((key) => (config as Readonly<Record<string, unknown>>)[key] !== undefined)
}
