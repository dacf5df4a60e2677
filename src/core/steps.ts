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
  /** Where the steps of each file begin and end, two numbers a file. */
  readonly ranges: Uint32Array
}

/** All steps for a corpus. */
export function stepsOf(corpus: Corpus, request: Request, pricer: Pricer): Steps {
  const list = new StepList(demands())
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
  const ranges = new Uint32Array(corpus.files.length * 2)
  folders.forEach((folder, index) => {
    // What a task needs must not wait for the lines of the folders above it.
    const above = appraisal.piecemeal ? folderSteps[0] : folderSteps[index] ?? folderSteps[0]
    for (const file of folder.files) {
      ranges[file * 2] = list.deeds.length
      addFile(list, { file, corpus, request, pricer, appraisal, lists, above: above ?? -1, reached: reach.of[file] as number, blocks: reach.blocks })
      ranges[file * 2 + 1] = list.deeds.length
    }
  })
  // With a task the root line is worth next to nothing by itself, and everything else waits for it.
  const first = appraisal.piecemeal ? folderSteps[0] : undefined
  return { market: { ...marketOf(list, [...request.rules, ...request.lens.rules]), ...(first === undefined ? {} : { first }) }, deeds: list.deeds, folders, reach, ranges }
}

/** One line for each folder, so that everything that is not shown is at least counted somewhere. */
function outlineSteps(list: StepList, { folders, best, pricer, appraisal }: { folders: readonly Folder[]; best: readonly number[]; pricer: Pricer; appraisal: Appraisal }): number[] {
  const steps: number[] = []
  folders.forEach((folder, index) => {
    const root = index === 0
    const cost = pricer.folder(folder.path, appraisal.piecemeal) + (root ? pricer.outline() : 0)
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

/** Adds the steps of a file. Those of a file that can be opened are worked out once for the same prices. */
function addFile(list: StepList, context: FileContext): void {
  const { file: index, corpus, pricer: { kept }, reached, above } = context
  if (reached === 0) return
  const file = corpus.files[index] as CorpusFile
  if (kept === undefined || reached < 2) return fileSteps(list, file, context)
  let steps = kept.steps.get(file)
  if (steps === undefined) {
    steps = new StepList(demands())
    fileSteps(steps, file, { ...context, above: -1 })
    kept.steps.set(file, steps)
  }
  list.append(steps, above)
}

function fileSteps(list: StepList, file: CorpusFile, { file: index, request, pricer, appraisal, lists, above, reached, blocks }: FileContext): void {
  const allowed = (level: Level): boolean => request.ladder.includes(level) && heightOf(level) <= heightOf(file.verdict.ceiling)
  const lineCost = lists && allowed('line') ? linePrice(pricer, file) : 0
  const parent = lineCost === 0 ? above : list.add({
    deed: { kind: 'line', file: index }, parent: above, cost: lineCost, value: appraisal.line(file, lineCost), owner: { file, level: 'line' },
  })
  if (file.entry.stub !== undefined || reached < 2) return
  // A file that is shown needs no line of its own any more.
  const frame = pricer.frame(file) - lineCost
  if (file.parts !== undefined && (allowed('shape') || allowed('detail'))) partSteps(list, { index, file, pricer, appraisal, allowed, parent, frame, blocks })
  else if (allowed('full')) wholeStep(list, { index, file, pricer, appraisal, parent, frame })
}

function linePrice(pricer: Pricer, file: CorpusFile): number {
  const known = pricer.kept?.lines.get(file)
  if (known !== undefined) return known
  const cost = pricer.line(file)
  pricer.kept?.lines.set(file, cost)
  return cost
}

/** A file that was not parsed is there or not. */
function wholeStep(list: StepList, { index, file, pricer, appraisal, parent, frame }: Omit<ParsedFile, 'allowed' | 'blocks'>): void {
  const cost = frame + pricer.whole(file)
  list.add({ deed: { kind: 'open', file: index, level: 'full' }, parent, cost, value: appraisal.whole(file), owner: { file, level: 'full' } })
}

function marketOf({ parent, cost, value, must, cap }: StepList, rules: readonly Rule[]): Market {
  return { parent: Int32Array.from(parent), cost: Float64Array.from(cost), value: Float64Array.from(value), must: Uint8Array.from(must), cap: Int32Array.from(cap), caps: rules.map((rule) => rule.cap ?? Infinity) }
}

/** Whether rules demand a step. */
function demands(): (offer: Offer) => boolean {
  const floors = new Map<CorpusFile, ReturnType<typeof blockFloors>>()
  const floorsOf = (file: CorpusFile): ReturnType<typeof blockFloors> => {
    if (!floors.has(file)) floors.set(file, blockFloors(file))
    return floors.get(file)
  }
  return (offer) => isFloor(offer) || (offer.owner?.file.verdict.blocks !== undefined && raisesFloor(offer.deed, offer.owner.file, floorsOf(offer.owner.file)))
}

/** Whether a rule demands this step. A ceiling beats a floor: what may not be shown is never forced. */
function isFloor({ owner }: Offer): boolean {
  if (owner === undefined) return false
  const { floor, ceiling } = owner.file.verdict
  return floor !== 'none' && heightOf(owner.level) <= heightOf(lower(floor, ceiling))
}
