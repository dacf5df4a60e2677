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

/** Words found per block, each distinct word once per block with less and less for repeats; rarer text wins over longer. */
function hitsOf(blocks: readonly Block[], text: string, query: Query): Map<Block, number> {
  const leaves = blocks.filter((block) => block.children.length === 0)
  const counts = leaves.map(() => new Float64Array(query.terms.length))
  const scan = scanner(query.terms)
  scan(text, (term, at) => {
    const leaf = leafAt(leaves, at)
    const count = counts[leaf]
    if (count !== undefined) count[term] = (count[term] ?? 0) + 1
  })
  const hits = new Map<Block, number>()
  leaves.forEach((leaf, i) => {
    scan(leaf.name, (term) => { const count = counts[i]; if (count) count[term] = (count[term] ?? 0) + NAME_WEIGHT })
    hits.set(leaf, strength(counts[i] as Float64Array, query.terms) + (query.mentions.names.has(leaf.name) ? 10 : 0))
  })
  // A container is worth what its best part is worth: parents come after their children in reverse order.
  for (const block of blocks.toReversed()) {
    if (block.children.length === 0) continue
    const best = block.children.reduce((most, child) => Math.max(most, hits.get(child) ?? 0), 0)
    hits.set(block, Math.max(best * 0.8, query.mentions.names.has(block.name) ? 10 : 0))
  }
  return hits
}

const strength = (counts: Float64Array, terms: readonly Term[]): number =>
  counts.reduce((sum, count, t) => sum + (count === 0 ? 0 : (terms[t]?.weight ?? 1) * (1 + Math.log(count))), 0)

function leafAt(leaves: readonly Block[], at: number): number {
  let low = 0
  let high = leaves.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((leaves[middle] as Block).start <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** Definitions tell more per token than imports and what lies between. */
const kindWorth = (block: Block): number => (isDefinition(block) || block.kind === 'file' ? 1 : 0.5)
