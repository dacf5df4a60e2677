import type { Allocation } from './allocate.ts'
import { type Block, isDefinition, readsTheSame, walk } from './block.ts'
import type { Corpus, CorpusFile } from './corpus.ts'
import { heightOf, type Level } from './level.ts'
import type { Deed } from './step.ts'
import type { Steps } from './steps.ts'
import type { LevelOf } from './write.ts'

/** Which block at which level, with prices. No text, no format: explain reads it, delta compares two, zoom makes one with a closer root. */
export interface Plan {
  /** Whether the page carries its metadata. */
  readonly head: boolean
  readonly files: readonly FilePlan[]
  /** Paths of the folders that have a line. */
  readonly folders: ReadonlySet<string>
  /** Everything that was bought, in the order of the steps. */
  readonly picks: readonly Pick[]
  /** Priced tokens. */
  readonly cost: number
  /** What it is worth, as a part of everything that could be shown: 0 to 1. */
  readonly value: number
  /** No plan within the same budget could be worth more. */
  readonly bound: number
  /** Tokens by which floors exceed the budget. */
  readonly overrun: number
  /** True when there was nothing left to buy. */
  readonly complete: boolean
}

/** One file in a plan. */
export interface FilePlan {
  readonly file: CorpusFile
  /** It has a line of its own (also true of every opened file in formats that list). */
  readonly listed: boolean
  readonly opened: boolean
  /** Only what was raised is shown of it, and gaps are marked in the fewest tokens. */
  readonly bare: boolean
  /** Its card stands for it. */
  readonly card?: true
  readonly levelOf: LevelOf
}

/** One thing bought. */
export interface Pick {
  /** Id of the block; a folder's path ends in a slash; `(head)` for the metadata. */
  readonly id: string
  readonly level: Level
  readonly cost: number
  readonly value: number
}

/** Reads what was taken as a plan. */
export const planOf = (corpus: Corpus, steps: Steps, bought: Allocation): Plan => new Planner(corpus, steps).plan(bought)

/** Reads one plan after the other. Plans of one search differ in few files: a file of which the same was taken is the same object in both. */
export class Planner {
  private readonly picks: (Pick | undefined)[] = []
  private readonly everything: number
  private last: { readonly taken: Uint8Array; readonly files: readonly FilePlan[] } | undefined

  constructor(private readonly corpus: Corpus, private readonly steps: Steps) {
    this.everything = steps.market.value.reduce((sum, value) => sum + value, steps.reach.worth) || 1
  }

  plan({ taken, cost, value, bound, overrun }: Allocation): Plan {
    const { deeds, folders, reach } = this.steps
    const { last } = this
    const files = this.corpus.files.map((_, i) => (last === undefined || this.differs(i, last.taken, taken) ? this.file(i, taken) : last.files[i] as FilePlan))
    this.last = { taken, files }
    const picks: Pick[] = []
    const named = new Set<string>()
    for (let step = 0; step < deeds.length; step++) {
      if (taken[step] === 0) continue
      picks.push(this.pick(step))
      const deed = deeds[step] as Deed
      if (deed.kind === 'folder') named.add(folders[deed.folder]?.path ?? '')
    }
    const complete = picks.length === deeds.length && reach.beyond === 0
    const part = (worth: number): number => (complete ? 1 : Math.min(1, worth / this.everything))
    return { head: deeds[0]?.kind !== 'head' || taken[0] === 1, files, folders: named, picks, cost, value: part(value), bound: part(bound), overrun, complete }
  }

  private differs(file: number, before: Uint8Array, now: Uint8Array): boolean {
    const { ranges } = this.steps
    for (let step = ranges[file * 2] as number; step < (ranges[file * 2 + 1] as number); step++) if (before[step] !== now[step]) return true
    return false
  }

  private file(index: number, taken: Uint8Array): FilePlan {
    const { ranges, deeds } = this.steps
    const file = this.corpus.files[index] as CorpusFile
    let draft: Draft | undefined
    for (let step = ranges[index * 2] as number; step < (ranges[index * 2 + 1] as number); step++) {
      if (taken[step] === 1) applyTo(draft ??= { listed: false, opened: false, bare: false, card: false, base: 'none', raised: new Map() }, deeds[step] as FileDeed)
    }
    if (draft === undefined) return { file, listed: false, opened: false, bare: false, levelOf: hidden }
    const { listed, opened, bare, card, base, raised } = draft
    // A frame around nothing but "39 more" tells less than the file's line.
    const empty = base === 'none' && raised.size === 0 && !card
    return { file, listed, opened: opened && !empty, bare, ...(card ? { card } : {}), levelOf: (block: Block) => raised.get(block) ?? (bare ? base : untouched(block, base)) }
  }

  private pick(step: number): Pick {
    const { market, deeds } = this.steps
    return this.picks[step] ??= { ...nameOf(deeds[step] as Deed, this.corpus, this.steps), cost: market.cost[step] ?? 0, value: market.value[step] ?? 0 }
  }
}

/** What no step has raised: imports are told in a line rather than hidden. */
const untouched = (block: Block, base: Level): Level => (block.line === undefined || base === 'full' ? base : 'line')

/** What was taken of one file. */
interface Draft {
  listed: boolean
  opened: boolean
  bare: boolean
  card: boolean
  base: Level
  readonly raised: Map<Block, Level>
}

const hidden: LevelOf = (block) => untouched(block, 'none')

type FileDeed = Exclude<Deed, { kind: 'head' | 'folder' }>

function applyTo(draft: Draft, deed: FileDeed): void {
  if (deed.kind === 'line') draft.listed = true
  else if (deed.kind === 'raise') draft.raised.set(deed.block, deed.level)
  else if (deed.kind === 'card') Object.assign(draft, { opened: true, card: true })
  else {
    draft.opened = true
    draft.card = false
    draft.base = deed.level
    draft.bare = deed.bare ?? false
    if (deed.first !== undefined) draft.raised.set(deed.first.block, deed.first.level)
  }
}

function nameOf(deed: Deed, corpus: Corpus, steps: Steps): { id: string; level: Level } {
  switch (deed.kind) {
    case 'head': return { id: '(head)', level: 'line' }
    case 'folder': return { id: steps.folders[deed.folder]?.path ?? '', level: 'line' }
    case 'line': return { id: corpus.files[deed.file]?.entry.path ?? '', level: 'line' }
    case 'open': return deed.first !== undefined ? { id: deed.first.block.id, level: deed.first.level } : { id: corpus.files[deed.file]?.entry.path ?? '', level: deed.level === 'none' ? 'line' : deed.level }
    case 'card': return { id: corpus.files[deed.file]?.entry.path ?? '', level: 'detail' }
    case 'raise': return { id: deed.block.id, level: deed.level }
  }
}

/** The level that holds for the whole of an opened file: full when everything is, else the lowest that one of its definitions has. */
export function levelOfFile({ file, card, levelOf }: FilePlan): Level {
  if (file.parts === undefined) return 'full'
  if (card) return 'detail'
  const inner = [...walk(file.parts.block)].slice(1)
  const reaches = (wanted: Level) => (block: Block): boolean => reached(block, file.entry.text, { level: levelOf(block), wanted })
  if (inner.every(reaches('full'))) return 'full'
  return inner.filter(isDefinition).every(reaches('detail')) ? 'detail' : 'shape'
}

/** A block that reads the same at two levels has reached both. */
function reached(block: Block, text: string, { level, wanted }: { level: Level; wanted: Level }): boolean {
  if (heightOf(level) >= heightOf(wanted)) return true
  return level !== 'none' && (level !== 'line' || block.line !== undefined) && readsTheSame(block, text, [level, wanted])
}
