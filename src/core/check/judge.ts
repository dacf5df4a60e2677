// Whether a plan shows what a case asks for, and what would have to change for it to.
import { type Block, isDefinition, pathInId, readsTheSame, walk } from '../block.ts'
import type { CorpusFile } from '../corpus.ts'
import { blocksNamed } from '../find.ts'
import { heightOf, higher, type Level, lower } from '../level.ts'
import { type FilePlan, levelOfFile, type Plan } from '../plan.ts'
import type { Case } from './cases.ts'

/** One thing that is not as a case wants it. */
export interface Miss {
  readonly target: string
  /** True when it should not be shown. */
  readonly unwanted: boolean
  readonly wanted: Level
  readonly found: Level
  /** False when nothing in the corpus is called so. */
  readonly exists: boolean
  /** Its file ranks too low to be looked into at this budget. */
  readonly far?: true
  /** About how many tokens more would show it; absent when no budget would. */
  readonly more?: number
  /** Why it ranks where it ranks, strongest first. */
  readonly signals: readonly { readonly name: string; readonly strength: number; readonly why: string }[]
  readonly rules: readonly string[]
}

/** A plan and what a larger budget would give. */
export interface Planned {
  readonly plan: Plan
  next(more: number): Plan
  /** Blocks of files that were not worth parsing for the plan. */
  readonly beyond?: ReadonlyMap<CorpusFile, Block>
}

/** Files that were not parsed and could hold one of the symbols that a case names. */
export function unparsedFor({ must, mustNot }: Case, plan: Plan): CorpusFile[] {
  const words = [...must, ...mustNot].filter((target) => filesNamed(target, plan).length === 0).map((target) => /[\p{L}\p{N}_$]*(?=(?:\(\))?$)/u.exec(target)?.[0] ?? '').filter((word) => word !== '')
  return plan.files.map(({ file }) => file).filter(({ parts, entry }) => parts === undefined && words.some((word) => entry.text.includes(word)))
}

/** What a plan does not show as a case wants it; nothing when the case is met. */
export function missesOf({ must, mustNot, level }: Case, planned: Planned): Miss[] {
  const missing = must.map((target) => missOf(target, level, planned)).filter(({ found, wanted }) => heightOf(found) < heightOf(wanted))
  const unwanted = mustNot.map((target) => ({ ...missOf(target, level, planned), unwanted: true })).filter(({ found, wanted }) => heightOf(found) >= heightOf(wanted))
  return [...missing.map((miss) => withMore(miss, planned)), ...unwanted]
}

function missOf(target: string, wanted: Level, { plan, beyond }: Planned): Miss {
  const seen = sightingsOf({ target, wanted, beyond }, plan)
  const best = seen.reduce<Sighting | undefined>((most, one) => (most === undefined || heightOf(one.level) > heightOf(most.level) || (one.level === most.level && one.file.score.value > most.file.score.value) ? one : most), undefined)
  const signals = [...(best?.file.score.signals ?? [])].sort((a, b) => b.strength - a.strength).slice(0, 3)
  return { target, unwanted: false, wanted, found: best?.level ?? 'none', exists: best !== undefined, ...(best?.file.parts === undefined && best?.level === 'none' && target !== best.file.entry.path ? { far: true } : {}), signals, rules: best?.file.verdict.why ?? [] }
}

function withMore(miss: Miss, planned: Planned): Miss {
  const more = miss.exists && !miss.far ? moreFor(miss, planned) : undefined
  return more === undefined ? miss : { ...miss, more }
}

/** The most tokens that are tried, and how exact the answer is. */
const MOST = 512_000
const STEP = 250

/** About how many tokens more show a target. */
function moreFor({ target, wanted }: Miss, { next, beyond }: Planned): number | undefined {
  return leastFor((more) => sightingsOf({ target, wanted, beyond }, next(more)).some(({ level }) => heightOf(level) >= heightOf(wanted)))
}

/** About the least number of tokens more for which something holds: doubled until it does, then halved towards the least; undefined when no number that is tried is enough. */
export function leastFor(met: (more: number) => boolean): number | undefined {
  let high = STEP
  while (!met(high)) if ((high *= 2) > MOST) return undefined
  let low = high === STEP ? 0 : high / 2
  while (high - low > Math.max(20, high / 16)) {
    const middle = Math.round((low + high) / 2)
    if (met(middle)) high = middle
    else low = middle
  }
  return high
}

/** The level that a file has with so many tokens more. Each number is tried once: a plan of a large corpus is dear. */
export function levelWith(path: string, { next }: Pick<Planned, 'next'>): (more: number) => Level {
  const known = new Map<number, Level>()
  return (more) => {
    const level = known.get(more) ?? sightingsOf({ target: path, wanted: 'full', beyond: undefined }, next(more))[0]?.level ?? 'none'
    known.set(more, level)
    return level
  }
}

interface Sought {
  readonly target: string
  readonly wanted: Level
  readonly beyond: Planned['beyond']
}

interface Sighting {
  readonly file: CorpusFile
  readonly level: Level
}

/** Everything that a name means: a file by its path or the end of it, `path#Symbol`, or a symbol anywhere. */
function sightingsOf({ target, wanted, beyond }: Sought, plan: Plan): Sighting[] {
  const files = filesNamed(target, plan)
  if (files.length > 0) return files.map((planned) => ({ file: planned.file, level: planned.opened ? levelOfFile(planned) : planned.listed ? 'line' : 'none' }))
  const hash = target.lastIndexOf('#')
  const [within, name] = hash < 0 ? [plan.files, target] : [filesNamed(pathInId(target.slice(0, hash)), plan), target.slice(hash + 1)]
  return within.flatMap((planned) => symbolsIn(planned, name, { wanted, beyond }))
}

const filesNamed = (path: string, plan: Plan): FilePlan[] => {
  const exact = plan.files.filter(({ file }) => file.entry.path === path)
  return exact.length > 0 ? exact : plan.files.filter(({ file }) => file.entry.path.endsWith(`/${path}`))
}

/** A file that was not parsed is there or not. */
function symbolsIn(planned: FilePlan, name: string, { wanted, beyond }: Pick<Sought, 'wanted' | 'beyond'>): Sighting[] {
  const { file, opened } = planned
  const root = file.parts?.block ?? beyond?.get(file)
  if (root === undefined) return []
  const levelOf = (block: Block): Level => (!opened ? 'none' : file.parts === undefined ? 'full' : shownOf(block, planned, wanted))
  return blocksNamed(root, name.replaceAll('::', '.').replace(/\(\)$/, '')).map((block) => ({ file, level: levelOf(block) }))
}

/** A class is shown with its own lines; shown in full, with everything in it. */
function shownOf(block: Block, planned: FilePlan, wanted: Level): Level {
  const own = readAs(block, planned)
  if (heightOf(wanted) <= heightOf('shape')) return own
  return [...walk(block)].filter(isDefinition).reduce((least, inner) => lower(least, readAs(inner, planned)), own)
}

/** A block that reads the same at a higher level has reached it. */
function readAs(block: Block, { file, levelOf }: FilePlan): Level {
  const level = levelOf(block)
  if (level === 'none' || level === 'line') return level
  return (['detail', 'full'] as const).reduce<Level>((most, above) => (readsTheSame(block, file.entry.text, [level, above]) ? higher(most, above) : most), level)
}
