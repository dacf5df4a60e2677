// Everything a budget could buy, as steps with a price and a value: the line of a file before its shape, a class before its methods, detail before full.
import type { Market } from './allocate.ts'
import { type Appraisal, byNeed, byToken } from './appraisal.ts'
import { blockFloors, raisesFloor } from './block-floors.ts'
import type { Corpus, CorpusFile } from './corpus.ts'
import { type ParsedFile, partSteps } from './file-steps.ts'
import { type Folder, foldersOf } from './folders.ts'
import { heightOf, type Level, lower } from './level.ts'
import type { Pricer } from './price.ts'
import { type Reach, reachOf } from './reach.ts'
import type { Request } from './request.ts'
import type { Rule } from './rule.ts'
import { type Deed, type Offer, StepList } from './step.ts'

/** The market and what each of its steps does. */
export interface Steps {
  readonly market: Market
  readonly deeds: readonly Deed[]
  readonly folders: readonly Folder[]
  /** What is too far for the budget to be on offer. */
  readonly reach: Reach
}

/** All steps for a corpus. */
export function stepsOf(corpus: Corpus, request: Request, pricer: Pricer): Steps {
  const list = new StepList()
  const headCost = pricer.head(corpus.files)
  const appraisal = corpus.focused ? byNeed : byToken
  const best = corpus.files.reduce((most, file) => Math.max(most, file.score.value), 0)
  if (headCost > 0) list.add({ deed: { kind: 'head' }, parent: -1, cost: headCost, value: appraisal.head(headCost, best) })
  const folders = foldersOf(corpus.files.map((file) => file.entry.path))
  const reach = reachOf(corpus, request, appraisal)
  const lists = request.ladder.includes('line') && pricer.hasLines
  // Even where files are in or out, one line says that there is more: nothing vanishes silently.
  const listed = !pricer.hasLines || corpus.files.length === 0 ? [] : lists ? folders : folders.slice(0, 1)
  const folderSteps = outlineSteps(list, { folders: listed, best: bestScores(corpus, folders), pricer, appraisal })
  folders.forEach((folder, index) => {
    // What a task needs must not wait for the lines of the folders above it.
    const above = appraisal.piecemeal ? folderSteps[0] : folderSteps[index] ?? folderSteps[0]
    for (const file of folder.files) fileSteps(list, { file, corpus, request, pricer, appraisal, lists, above: above ?? -1, reached: reach.of[file] as number, blocks: reach.blocks })
  })
  // With a task the root line is worth next to nothing by itself, and everything else waits for it.
  const first = appraisal.piecemeal ? folderSteps[0] : undefined
  return { market: { ...marketOf(list.offers, [...request.rules, ...request.lens.rules]), ...(first === undefined ? {} : { first }) }, deeds: list.offers.map((offer) => offer.deed), folders, reach }
}

/** One line for each folder, so that everything that is not shown is at least counted somewhere. */
function outlineSteps(list: StepList, { folders, best, pricer, appraisal }: { folders: readonly Folder[]; best: readonly number[]; pricer: Pricer; appraisal: Appraisal }): number[] {
  const steps: number[] = []
  folders.forEach((folder, index) => {
    const root = index === 0
    const cost = pricer.folder(folder.path) + (root ? pricer.outline() : 0)
    // The root line says that there is more at all: it comes before everything else, however high the scores are.
    const value = appraisal.folder(cost, best[index] ?? 0) * (root ? 4 : 1)
    steps.push(list.add({ deed: { kind: 'folder', folder: index }, parent: root ? -1 : (steps[folder.parent] as number), cost, value }))
  })
  return steps
}

/** The best score of a file in or below each folder. */
function bestScores(corpus: Corpus, folders: readonly Folder[]): number[] {
  const best = folders.map((folder) => folder.files.reduce((most, file) => Math.max(most, corpus.files[file]?.score.value ?? 0), 0))
  for (let index = folders.length - 1; index > 0; index--) {
    const parent = folders[index]?.parent ?? 0
    best[parent] = Math.max(best[parent] ?? 0, best[index] ?? 0)
  }
  return best
}

interface FileContext {
  readonly file: number
  readonly corpus: Corpus
  readonly request: Request
  readonly pricer: Pricer
  readonly appraisal: Appraisal
  readonly lists: boolean
  /** The step of its folder. */
  readonly above: number
  /** How far the budget reaches: 0 not at all, 1 for its line, 2 for what is in it. */
  readonly reached: number
  readonly blocks: Reach['blocks']
}

function fileSteps(list: StepList, { file: index, corpus, request, pricer, appraisal, lists, above, reached, blocks }: FileContext): void {
  if (reached === 0) return
  const file = corpus.files[index] as CorpusFile
  const allowed = (level: Level): boolean => request.ladder.includes(level) && heightOf(level) <= heightOf(file.verdict.ceiling)
  const lineCost = lists && allowed('line') ? pricer.line(file) : 0
  const parent = lineCost === 0 ? above : list.add({
    deed: { kind: 'line', file: index }, parent: above, cost: lineCost, value: appraisal.line(file, lineCost), owner: { file, level: 'line' },
  })
  if (file.entry.stub !== undefined || reached < 2) return
  // A file that is shown needs no line of its own any more.
  const frame = pricer.frame(file) - lineCost
  if (file.parts !== undefined && (allowed('shape') || allowed('detail'))) partSteps(list, { index, file, pricer, appraisal, allowed, parent, frame, blocks })
  else if (allowed('full')) wholeStep(list, { index, file, pricer, appraisal, parent, frame })
}

/** A file that was not parsed is there or not. */
function wholeStep(list: StepList, { index, file, pricer, appraisal, parent, frame }: Omit<ParsedFile, 'allowed' | 'blocks'>): void {
  const cost = frame + pricer.whole(file)
  list.add({ deed: { kind: 'open', file: index, level: 'full' }, parent, cost, value: appraisal.whole(file), owner: { file, level: 'full' } })
}

function marketOf(offers: readonly Offer[], rules: readonly Rule[]): Market {
  const floors = new Map(offers.flatMap(({ owner }) => (owner?.file.verdict.blocks === undefined ? [] : [owner.file])).map((file) => [file, blockFloors(file)]))
  return {
    parent: Int32Array.from(offers, (offer) => offer.parent),
    cost: Float64Array.from(offers, (offer) => offer.cost),
    value: Float64Array.from(offers, (offer) => offer.value),
    must: Uint8Array.from(offers, (offer) => (isFloor(offer) || isBlockFloor(offer, floors) ? 1 : 0)),
    cap: Int32Array.from(offers, (offer) => offer.owner?.file.verdict.capRule ?? -1),
    caps: rules.map((rule) => rule.cap ?? Infinity),
  }
}

/** Whether a rule demands this step. A ceiling beats a floor: what may not be shown is never forced. */
function isFloor({ owner }: Offer): boolean {
  if (owner === undefined) return false
  const { floor, ceiling } = owner.file.verdict
  return floor !== 'none' && heightOf(owner.level) <= heightOf(lower(floor, ceiling))
}

const isBlockFloor = ({ deed, owner }: Offer, floors: ReadonlyMap<CorpusFile, ReturnType<typeof blockFloors>>): boolean =>
  owner !== undefined && floors.has(owner.file) && raisesFloor(deed, owner.file, floors.get(owner.file))
