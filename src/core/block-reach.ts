// Which definitions a budget could reach. A task looks into far more code than it can show, and most of it is worth next to nothing to it, so definitions are on
// offer from the best bargain down, until they would cost several times the budget.
import type { Appraisal } from './appraisal.ts'
import type { Block } from './block.ts'
import type { Corpus, CorpusFile } from './corpus.ts'
import type { Request } from './request.ts'

/** The definitions on offer, and what the others would be worth. */
export interface BlockReach {
  readonly blocks: ReadonlySet<Block>
  /** Files that have definitions which are not on offer. */
  readonly beyond: number
  readonly worth: number
}

/** How many times the budget what is on offer costs. */
const FAR = 2
/** Below this a budget reaches as far as if it were this large. */
const SMALL_BUDGET = 8000
/** About the characters of a token. */
const CHARS = 4

/** How far a request reaches in the parsed files of a task; undefined when that is everywhere. */
export function blockReachOf({ focused, files }: Corpus, request: Request, appraisal: Appraisal): BlockReach | undefined {
  if (focused !== true || request.budget === Infinity) return undefined
  const limit = FAR * Math.max(request.budget, SMALL_BUDGET)
  const parsed = files.filter((file) => file.parts !== undefined)
  if (parsed.reduce((sum, file) => sum + file.tokens, 0) <= limit) return undefined
  const candidates = parsed.flatMap((file) => candidatesOf(file, appraisal))
  const least = leastOf(candidates, limit)
  const blocks = new Set<Block>()
  const left = new Set<CorpusFile>()
  let worth = 0
  for (const one of candidates) {
    if (one.rank >= least) for (let up: Candidate | undefined = one; up !== undefined && !blocks.has(up.block); up = up.above) blocks.add(up.block)
    else {
      left.add(one.file)
      worth += one.value
    }
  }
  return { blocks, beyond: left.size, worth }
}

interface Candidate {
  readonly file: CorpusFile
  readonly block: Block
  readonly above: Candidate | undefined
  readonly cost: number
  readonly value: number
  /** How good a bargain it is, in steps of about a fiftieth. */
  readonly rank: number
}

/** The definitions of a file, parents first. */
function candidatesOf(file: CorpusFile, appraisal: Appraisal): Candidate[] {
  const found: Candidate[] = []
  const demanded = file.verdict.floor !== 'none' || file.verdict.blocks !== undefined
  const open: { block: Block; above: Candidate | undefined }[] = (file.parts?.block.children ?? []).map((block) => ({ block, above: undefined }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { block, above } = next
    const cost = 1 + (block.bodyStart - block.start + block.end - block.bodyEnd) / CHARS
    const named = 1 + block.shape.head.length / CHARS
    const value = appraisal.raise(file, block, { level: 'full', from: 'none', to: 'full', cost })
    const told = appraisal.raise(file, block, { level: 'shape', from: 'none', to: 'shape', cost: named })
    // What is wanted for its signature costs no more than that.
    const isNamed = told / named > value / cost
    const bargain = isNamed ? told / named : value / cost
    const candidate = { file, block, above, cost: file.verdict.capRule >= 0 ? 0 : isNamed ? named : cost, value, rank: demanded ? BEST : rankOf(bargain) }
    found.push(candidate)
    for (const child of block.children) open.push({ block: child, above: candidate })
  }
  return found
}

const BEST = 4000
const STEPS = 32

const rankOf = (bargain: number): number => (bargain <= 0 ? 0 : Math.max(0, Math.min(BEST, Math.floor(BEST / 2 + STEPS * Math.log2(bargain)))))

/** The lowest rank that is reached before the limit; what shares a rank is reached together. */
function leastOf(candidates: readonly Candidate[], limit: number): number {
  const costs = new Float64Array(BEST + 1)
  for (const { rank, cost } of candidates) costs[rank] = (costs[rank] as number) + cost
  let rank = BEST
  for (let room = limit - (costs[rank] as number); rank > 0 && room > 0; room -= costs[rank] as number) rank--
  return rank
}
