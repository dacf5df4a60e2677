// Which files a budget could reach. Of a large corpus most files are so far from being bought that pricing them would cost more than everything else
// together, so the best are priced until they would cost several times the budget.
import type { Appraisal } from './appraisal.ts'
import type { Block } from './block.ts'
import { blockReachOf } from './block-reach.ts'
import { type Corpus, type CorpusFile, sizeOf } from './corpus.ts'
import type { Request } from './request.ts'

/** What may be bought of each file, and what the rest would be worth. */
export interface Reach {
  /** 1 where the line of a file is on offer, 2 where the file can be opened as well; by its place in the corpus. */
  readonly of: Uint8Array
  /** The definitions that can be bought in files that can be opened; absent when all of them can. */
  readonly blocks?: ReadonlySet<Block>
  /** Files of which something is not on offer. */
  readonly beyond: number
  /** About what that is worth. */
  readonly worth: number
}

/** How many times the budget what is on offer costs. */
const FAR = 6
/** The same for lines when there is a task: they come last, and no budget buys more. */
const FAR_LINES = 1
/** Below this a budget reaches as far as if it were this large. */
const SMALL_BUDGET = 8000
/** So many files are always in reach. */
const FEW = 500
/** About the least that a line, a frame and the first definitions of a file cost. */
const LINE = 10
const FRAME = 20
const SKELETON = 400

/** How far a request reaches in a corpus. */
export function reachOf(corpus: Corpus, request: Request, appraisal: Appraisal): Reach {
  const inside = blockReachOf(corpus, request, appraisal)
  const of = filesInReach(corpus, request, appraisal)
  const outside = beyond(corpus.files, of, appraisal)
  return inside === undefined ? { of, ...outside } : { of, blocks: inside.blocks, beyond: outside.beyond + inside.beyond, worth: outside.worth + inside.worth }
}

function filesInReach({ focused, files }: Corpus, request: Request, appraisal: Appraisal): Uint8Array {
  const of = new Uint8Array(files.length).fill(2)
  if (files.length <= FEW || request.budget === Infinity) return of
  of.fill(0)
  const budget = Math.max(request.budget, SMALL_BUDGET)
  const caps = [...request.rules, ...request.lens.rules].map(({ cap }) => cap ?? Infinity)
  const lines = (focused ? FAR_LINES : FAR) * budget
  if (files.length * LINE <= lines) of.fill(1)
  else mark(of, 1, { files, caps, limit: lines, few: FEW, order: byFalling(files, (file) => file.score.value), cost: () => LINE })
  const order = byFalling(files, (file) => file.score.value * ease(file, appraisal))
  // A task knows what it is about: what it looked into counts with all that can be bought of it, and only what that leaves of the budget opens others.
  const cost = focused ? (file: CorpusFile): number => FRAME + Math.min(sizeOf(file), request.budget) : (file: CorpusFile): number => costOf(file, request.budget)
  mark(of, 2, { files, caps, limit: FAR * budget, few: focused ? 0 : FEW, order, cost })
  if (focused) files.forEach(({ parts }, index) => { if (parts !== undefined) of[index] = 2 })
  return of
}

interface Marking {
  readonly files: readonly CorpusFile[]
  readonly caps: readonly number[]
  readonly limit: number
  /** So many are reached whatever they cost. */
  readonly few: number
  readonly order: Uint32Array
  cost(file: CorpusFile): number
}

/** Marks files in their order until the limit. What falls under a cap counts no further than the cap: the budget goes elsewhere then. */
function mark(of: Uint8Array, reached: number, { files, caps, limit, few, order, cost }: Marking): void {
  const spent = new Float64Array(caps.length)
  let room = limit
  order.forEach((index, place) => {
    const file = files[index] as CorpusFile
    const { floor, blocks, capRule } = file.verdict
    if (room > 0 || place < few || floor !== 'none' || blocks !== undefined) of[index] = reached
    const price = cost(file)
    if (capRule < 0 || (spent[capRule] = (spent[capRule] as number) + price) <= (caps[capRule] as number)) room -= price
  })
}

/** The places of files by falling keys, the first of equals first. Most files of a large corpus are far, and what is said of far ones is rough: they share their keys, and only the keys are sorted. */
function byFalling(files: readonly CorpusFile[], key: (file: CorpusFile) => number): Uint32Array {
  const sharing = new Map<number, number[]>()
  for (let i = 0; i < files.length; i++) {
    const one = key(files[i] as CorpusFile)
    const before = sharing.get(one)
    if (before === undefined) sharing.set(one, [i])
    else before.push(i)
  }
  const order = new Uint32Array(files.length)
  let at = 0
  for (const one of new Float64Array(sharing.keys()).sort().reverse()) {
    const places = sharing.get(one) as readonly number[]
    order.set(places, at)
    at += places.length
  }
  return order
}

/** With a task a long file that can only be had whole is a worse bargain; otherwise every token of it counts the same. */
function ease(file: CorpusFile, { piecemeal }: Appraisal): number {
  if (file.parts !== undefined) return 1
  return piecemeal ? SKELETON / (SKELETON + sizeOf(file)) : 0.5
}

const costOf = (file: CorpusFile, budget: number): number => FRAME + Math.min(sizeOf(file), file.parts === undefined ? budget : SKELETON)

function beyond(files: readonly CorpusFile[], of: Uint8Array, appraisal: Appraisal): { beyond: number; worth: number } {
  let count = 0
  let worth = 0
  files.forEach((file, index) => {
    const isStub = file.entry.stub !== undefined
    if (of[index] === 2 || (of[index] === 1 && isStub)) return
    count++
    if (of[index] === 0) worth += appraisal.line(file, LINE)
    if (!isStub) worth += appraisal.whole(file)
  })
  return { beyond: count, worth }
}
