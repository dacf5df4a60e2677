// Random projects and what is asked of them: ordinary code, every language that is read here, damage, hostile characters and names; any task, lens, rules, format, meter and budget.
import { LENSES } from '../../src/core/lenses.ts'
import { LEVELS, type Level } from '../../src/core/level.ts'
import type { Entry, Meter } from '../../src/core/ports.ts'
import { INCLUDE_OR_DROP, type Request, WHOLE_LADDER } from '../../src/core/request.ts'
import type { Rule } from '../../src/core/rule.ts'
import { FORMATS } from '../../src/formats/index.ts'
import { LANGUAGES } from '../../src/languages/index.ts'
import { createMeter, METER_NAMES } from '../../src/meters/index.ts'
import { asset } from '../../src/workspace/assets.ts'
import { chance, logarithmic, type Random } from './property.ts'
import { samplesOf } from './tiles.ts'
import { randomTask, randomTree } from './trees.mjs'

/** One file of a project. */
export interface ProjectFile { readonly path: string; readonly content: string }

/** What is asked of a project, as plain data. */
export interface Asked {
  readonly task: string
  readonly lens: string
  readonly rules: readonly Rule[]
  readonly adaptive: boolean
  readonly format: string
  readonly meter: string
  readonly budget: number
}

const meters = new Map<string, Meter>()
for (const name of METER_NAMES) meters.set(name, await createMeter(name, (encoding) => asset(`vocab/${encoding}.bin`)))

/** The meter of a name. */
export const meterNamed = (name: string): Meter => meters.get(name) as Meter

const samples = new Map<string, readonly string[]>()
const samplesFor = (language: string): readonly string[] => {
  if (!samples.has(language)) samples.set(language, samplesOf(language))
  return samples.get(language) as readonly string[]
}

const NASTY = ['{', '}', '(', '"', "'", '`', '"""', '/*', '*/', '#', '\\', '\0', '\u202e', '\ud800', '\r', '\t', '\f', ']]>', '</file>', '```', '--- x ---', '<|endoftext|>', '\u{e0041}', '日本語', '🎉', '\u001b[2J', '\uFEFF', '\u2028']

/** A text of some language, whole or with something cut, doubled or put in. */
function sourceText(random: Random, language: string): string {
  const text = random.pick(samplesFor(language))
  const at = random.below(text.length + 1)
  switch (random.below(6)) {
    case 0: return text.slice(0, at)
    case 1: return text.slice(0, at) + text.slice(at + random.below(40))
    case 2: return text.slice(0, at) + random.pick(NASTY).repeat(1 + random.below(4)) + text.slice(at)
    case 3: return `${text}\n${random.pick(samplesFor(language))}`
    default: return text
  }
}

const LISTED = LANGUAGES.filter(({ extensions }) => extensions.some((ending) => /^\.\w+$/.test(ending)))

function foreignFile(random: Random, at: number): ProjectFile {
  const language = random.pick(LISTED)
  return { path: `${random.pick(['', 'src/', 'lib/x/', 'ünï/', 'a b/'])}${language.name}${at}${random.pick(language.extensions.filter((ending) => /^\.\w+$/.test(ending)))}`, content: sourceText(random, language.name) }
}

/** The files of a random project, few and small: cases are many. */
export function randomFiles(random: Random): ProjectFile[] {
  const files = (randomTree(random.below(2 ** 31)) as ProjectFile[]).slice(0, random.below(12)).map(({ path, content }) => ({ path, content: content.slice(0, 6000) }))
  return [...files, ...Array.from({ length: random.below(4) }, (_, at) => foreignFile(random, at))]
}

/** Budgets from nothing to more than everything. */
export const randomBudget = (random: Random): number => (chance(random, 25) ? random.below(120) : chance(random, 5) ? random.pick([2 ** 31, 1e12, Number.MAX_SAFE_INTEGER]) : logarithmic(random, 20, 20_000))

const glob = (random: Random, files: readonly ProjectFile[]): string => (files.length > 0 && chance(random, 50) ? `/${random.pick(files).path.replaceAll(/[*?{},[\]\\]/g, '?')}` : random.pick(['**/*.ts', '/src/**', '*', '**/*.{py,rs}', 'docs', '/nothing/**', '**']))

function randomRule(random: Random, files: readonly ProjectFile[]): Rule {
  const level = (): Level => random.pick(LEVELS)
  const said = random.pick<Partial<Rule>>([{ atLeast: level() }, { atLeast: 'full' }, { atMost: level() }, { priority: random.below(101) }, { weight: random.pick([0, 0.1, 2, 50]) }, { cap: random.below(400) }, { atLeast: level(), atMost: level() }])
  return { match: glob(random, files), ...said, why: random.pick(['pinned', 'because', 'a ]]> reason']) }
}

/** Any request for a project. */
export const randomAsked = (random: Random, files: readonly ProjectFile[]): Asked => ({
  task: chance(random, 50) ? '' : chance(random, 15) ? random.pick(NASTY).repeat(1 + random.below(5)) : String(randomTask(random.below(2 ** 31))),
  lens: random.pick(LENSES).name, rules: Array.from({ length: chance(random, 50) ? 0 : 1 + random.below(3) }, () => randomRule(random, files)),
  adaptive: chance(random, 85), format: random.pick(FORMATS).name, meter: random.pick(METER_NAMES), budget: randomBudget(random),
})

/** The request as the compiler takes it. */
export const requestFrom = (asked: Asked): Request => ({
  task: asked.task, budget: asked.budget, lens: LENSES.find(({ name }) => name === asked.lens) ?? (LENSES[0] as Request['lens']), rules: asked.rules, ladder: asked.adaptive ? WHOLE_LADDER : INCLUDE_OR_DROP,
})

/** The entries in another order. */
export function shuffled(random: Random, entries: readonly Entry[]): Entry[] {
  const list = [...entries]
  for (let at = list.length - 1; at > 0; at--) {
    const other = random.below(at + 1)
    ;[list[at], list[other]] = [list[other] as Entry, list[at] as Entry]
  }
  return list
}
