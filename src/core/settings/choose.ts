// What was typed becomes what it means, once, here. The rest of the program receives meaning.
import { pathInId } from '../block.ts'
import { MAX_FILE_BYTES } from '../entry/reading.ts'
import { UsageError } from '../field.ts'
import { LENSES } from '../lenses.ts'
import type { Level } from '../level.ts'
import { suggestion } from '../nearest.ts'
import { shown } from '../shown.ts'
import { INCLUDE_OR_DROP, type Request, tokensFrom, WHOLE_LADDER } from '../request.ts'
import type { Lens, Rule } from '../rule.ts'
import { DEFAULT_BUDGET, type Layer, type Preferences } from './preferences.ts'

/** The flags that choose what is shown. */
export interface Flags {
  readonly task?: string | undefined
  readonly budget?: number | undefined
  readonly format?: string | undefined
  readonly meter?: string | undefined
  readonly lens?: string | undefined
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly pin?: readonly string[]
  /** Paths that are shown at one level and no other. */
  readonly level?: readonly { readonly match: string; readonly level: Level }[]
  readonly levels?: readonly Level[]
  readonly skeleton?: string | undefined
  readonly order?: string | undefined
}

/** Flags as a program may give them. */
export interface Given extends Omit<Flags, 'budget'> {
  /** Tokens, or as people write them: `8k`, `none`. */
  readonly budget?: number | string | undefined
}

/** One setting with the place that decided it. */
export interface Decided<T> {
  readonly value: T
  readonly origin: string
}

/** Everything about what is shown, decided before any file is read. */
export interface Chosen {
  readonly budget: Decided<number>
  readonly format: Decided<string>
  readonly meter: Decided<string>
  readonly lens: Decided<Lens>
  readonly maxFileBytes: Decided<number>
  readonly include: Decided<readonly string[]>
  readonly exclude: Decided<readonly string[]>
  readonly rules: Decided<readonly Rule[]>
  readonly ladder: Decided<readonly Level[]>
  /** `path`, or `stable`: what seldom changes comes first. */
  readonly order: Decided<string>
  readonly task: string
}

/** What a flag says, else the first layer that says something, else the default. */
export function decided<T, C extends Preferences>(layers: readonly Layer<C>[], { flag, of, otherwise }: { flag?: T | undefined; of: (config: C) => T | undefined; otherwise: T }): Decided<T> {
  if (flag !== undefined) return { value: flag, origin: 'flags' }
  const layer = layers.find(({ config }) => of(config) !== undefined)
  return layer === undefined ? { value: otherwise, origin: 'default' } : { value: of(layer.config) as T, origin: layer.origin }
}

/** Flags beat the user's own file, which beats the repository's, which beats the defaults; excludes and rules add up. */
export function choose(flags: Given, layers: readonly Layer[]): Chosen {
  const decide = <T>(flag: T | undefined, of: (config: Preferences) => T | undefined, otherwise: T): Decided<T> => decided(layers, { flag, of, otherwise })
  const lens = decide(flags.lens, (config) => config.lens, 'default')
  const own = [...(flags.pin ?? []).flatMap(pinRules), ...(flags.level ?? []).map(({ match, level }): Rule => ({ match, atLeast: level, atMost: level, why: `level: ${match}=${level}` }))]
  return {
    budget: flags.budget === undefined ? least(layers, (config) => (config.budget === undefined ? undefined : tokensFrom(config.budget)), DEFAULT_BUDGET) : { value: budgetFrom(flags.budget), origin: 'flags' },
    // With a task every token of the frame is taken from the code: the leanest format is the default then.
    format: decide(flags.format, (config) => config.format, (flags.task ?? '') === '' ? 'claude-xml' : 'minimal'),
    meter: decide(flags.meter, (config) => config.meter, 'o200k_base'),
    lens: { ...lens, value: lensNamed(lens, layers) },
    maxFileBytes: least(layers, (config) => config.maxFileBytes, MAX_FILE_BYTES),
    include: decide(flags.include?.length ? flags.include : undefined, (config) => config.include, []),
    exclude: gathered(flags.exclude ?? [], layers.map(({ origin, config }) => ({ origin, items: config.exclude ?? [] }))),
    rules: gathered(own, layers.map(({ origin, config }) => ({ origin, items: (config.rules ?? []).map((rule) => ({ ...rule, why: rule.why ?? `${origin}: ${rule.match}` })) }))),
    ladder: ladderOf(decide(flags.skeleton, (config) => config.skeleton, 'auto'), decide(flags.levels?.length ? flags.levels : undefined, (config) => config.levels, WHOLE_LADDER), layers),
    order: decide(flags.order, (config) => config.order, 'path'),
    task: flags.task ?? '',
  }
}

/** A program may give anything: what is no number of tokens must not become a pack without a limit. */
function budgetFrom(given: number | string): number {
  if (typeof given === 'number' && given >= 0) return given
  try {
    return tokensFrom(String(given))
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** `src/auth.ts#Sessions.closeAll` pins one definition; a path and a name may have a `#` in them too, so every reading holds. */
function pinRules(pin: string): Rule[] {
  const why = `pinned: ${pin}`
  const whole: Rule = { match: pin, atLeast: 'full', why }
  const inner = [...pin.matchAll(/(?<=.)#(?=.)/g)].map(({ index }): Rule => ({ match: pathInId(pin.slice(0, index)), block: pin.slice(index + 1), atLeast: 'full', why }))
  return [whole, ...inner]
}

/** The request that settings make. */
export const requestOf = (settings: Chosen): Request => ({
  task: settings.task, budget: settings.budget.value, lens: settings.lens.value, rules: settings.rules.value, ladder: settings.ladder.value,
})

function gathered<T>(own: readonly T[], others: readonly { origin: string; items: readonly T[] }[]): Decided<readonly T[]> {
  const spoke = [...(own.length > 0 ? ['flags'] : []), ...others.filter(({ items }) => items.length > 0).map(({ origin }) => origin)]
  return { value: [...own, ...others.flatMap(({ items }) => items)], origin: spoke.join(' + ') || 'default' }
}

/** A number that a repository's file may only lower below what its user allows. */
function least(layers: readonly Layer[], of: (config: Preferences) => number | undefined, otherwise: number): Decided<number> {
  const own = layers.find(({ config, narrowing }) => !narrowing && of(config) !== undefined)
  const allowed = own === undefined ? { value: otherwise, origin: 'default' } : { value: of(own.config) as number, origin: own.origin }
  const narrower = layers.find(({ config, narrowing }) => narrowing && (of(config) ?? Infinity) <= allowed.value)
  return narrower === undefined ? allowed : { value: of(narrower.config) as number, origin: narrower.origin }
}

function lensNamed({ value: name, origin }: Decided<string>, layers: readonly Layer[]): Lens {
  const builtIn = LENSES.find((known) => known.name === name)
  for (const { config, narrowing } of layers) {
    // A repository may bring lenses of its own, but not redefine what a name already means.
    if (narrowing && builtIn !== undefined) continue
    const lens = config.lenses !== undefined && Object.hasOwn(config.lenses, name) ? config.lenses[name] : undefined
    if (lens !== undefined) return { ...lens, name, doc: lens.doc ?? '', rules: (lens.rules ?? []).map((rule) => ({ ...rule, why: rule.why ?? `lens ${name}: ${rule.match}` })) }
  }
  if (builtIn !== undefined) return builtIn
  const names = [...LENSES.map((known) => known.name), ...layers.flatMap(({ config }) => Object.keys(config.lenses ?? {}))]
  throw new UsageError(`${origin === 'flags' || origin === 'default' ? '' : `${origin}: `}there is no lens ${shown(name)}; ${suggestion(name, names)}`)
}

/** `auto` and `enabled` use every level, `disabled` is include or drop (S0.47), unless somebody stronger said which levels may be used. */
function ladderOf(skeleton: Decided<string>, levels: Decided<readonly Level[]>, layers: readonly Layer[]): Decided<readonly Level[]> {
  const strength = ({ origin }: Decided<unknown>): number => ['flags', ...layers.map((layer) => layer.origin), 'default'].indexOf(origin)
  return skeleton.value === 'disabled' && strength(skeleton) <= strength(levels) ? { value: INCLUDE_OR_DROP, origin: skeleton.origin } : levels
}
