// Relevance inside a file: the function that speaks of the task is shown in full, its neighbours are not.
import { type Block, isDefinition, walk } from '../block.ts'
import type { Mentions } from './mention.ts'
import type { Term } from './terms.ts'
import { scanner } from './terms.ts'

/** What the task asks for, read once. */
export interface Query {
  readonly terms: readonly Term[]
  readonly mentions: Mentions
}

/** What a block is worth in a file that speaks of the task, when it does not itself. */
const BACKGROUND = 0.1

/** How much a name match counts against a match in the body. */
const NAME_WEIGHT = 4

/** The score of every block of a file, by block: the file's own score bent by what stands in the block. */
export function blockScores(file: Block, text: string, { fileScore, query }: { fileScore: number; query: Query }): ReadonlyMap<Block, number> {
  const blocks = [...walk(file)]
  const scores = new Map<Block, number>()
  const hits = query.terms.length === 0 ? undefined : hitsOf(blocks, text, query)
  const best = hits === undefined ? 0 : [...hits.values()].reduce((most, hit) => Math.max(most, hit), 0)
  for (const block of blocks) {
    const share = best === 0 ? 1 : BACKGROUND + (1 - BACKGROUND) * ((hits?.get(block) ?? 0) / best) ** 1.5
    scores.set(block, fileScore * share * kindWorth(block))
  }
  return scores
}

/** Words found per block: each distinct word counts once, with less and less for repeats. */
function hitsOf(blocks: readonly Block[], text: string, query: Query): Map<Block, number> {
  const counts = new Map(blocks.map((block) => [block, new Float64Array(query.terms.length)]))
  const count = (block: Block | undefined, term: number, weight: number): void => {
    const found = block === undefined ? undefined : counts.get(block)
    if (found !== undefined) found[term] = (found[term] ?? 0) + weight
  }
  const scan = scanner(query.terms)
  const stretches = stretchesOf(blocks[0] as Block)
  scan(text, (term, at) => count(stretches[stretchAt(stretches, at)]?.block, term, 1))
  for (const block of blocks) scan(block.name, (term) => count(block, term, NAME_WEIGHT))
  const hits = new Map<Block, number>()
  // A container is worth what its best part is worth: parents come after their children in reverse order.
  for (const block of blocks.toReversed()) {
    const own = strength(counts.get(block) as Float64Array, query.terms) + (query.mentions.names.has(block.name) ? 10 : 0)
    hits.set(block, block.children.reduce((most, child) => Math.max(most, (hits.get(child) ?? 0) * 0.8), own))
  }
  return hits
}

/** A run of text that belongs to one block itself: a leaf, or the head or tail of a container. */
interface Stretch {
  readonly start: number
  readonly block: Block
}

function stretchesOf(file: Block): Stretch[] {
  const stretches: Stretch[] = []
  const open: (Block | Stretch)[] = [file]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ('block' in next) {
      stretches.push(next)
      continue
    }
    stretches.push({ start: next.start, block: next })
    if (next.children.length > 0) open.push({ start: next.bodyEnd, block: next })
    for (let i = next.children.length - 1; i >= 0; i--) open.push(next.children[i] as Block)
  }
  return stretches
}

const strength = (counts: Float64Array, terms: readonly Term[]): number =>
  counts.reduce((sum, count, t) => sum + (count === 0 ? 0 : (terms[t]?.weight ?? 1) * (1 + Math.log(count))), 0)

/** The last stretch that begins at or before a place. */
function stretchAt(stretches: readonly Stretch[], at: number): number {
  let low = 0
  let high = stretches.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((stretches[middle] as Stretch).start <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** Definitions tell more per token than imports and what lies between. */
const kindWorth = (block: Block): number => (isDefinition(block) || block.kind === 'file' ? 1 : 0.5)
