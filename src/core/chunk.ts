// The order in which a budget is best spent when some things must come before others.
//
// Steps form a forest: each has at most one step that must be taken before it (a method after its class, `full` after `detail`).
// A step that is worth little for its price but opens the way to better ones is joined with them into a chunk, and chunks come out by falling
// density (value per token). This is the classic decomposition for tree-like precedence, and two things follow that we rely on:
//   - filling in this order up to the budget, and a fraction of the next chunk, is the best that any plan could do (the bound);
//   - taking each chunk that still fits, in this order, never yields less value for a larger budget.

/** What the decomposition needs to know of a step. A parent has a smaller index than its children; -1 for none. */
export interface Forest {
  readonly parent: Int32Array
  readonly cost: Float64Array
  readonly value: Float64Array
}

/** Steps that are taken together, parents first. */
export interface Chunk {
  readonly steps: readonly number[]
  readonly cost: number
  readonly value: number
}

/** Densities closer than this are the same: steps of equal worth stay separate, so that each can be taken when it fits. */
const SAME = 1e-9

/** The chunks of a forest by falling density; equal densities in step order. */
export function chunksOf(forest: Forest): Chunk[] {
  const heap = new ChunkHeap(forest)
  for (let step = forest.parent.length - 1; step >= 0; step--) heap.close(step)
  return heap.drain()
}

/** A leftist heap per open step, all in flat arrays: hundreds of thousands of steps are ordinary. */
class ChunkHeap {
  private readonly left: Int32Array
  private readonly right: Int32Array
  private readonly rank: Int32Array
  private readonly value: Float64Array
  private readonly cost: Float64Array
  /** Value per token. What costs nothing is infinitely good value. */
  private readonly density: Float64Array
  /** Members of a chunk as a linked list: next step, and the last of the list. */
  private readonly next: Int32Array
  private readonly last: Int32Array
  /** The heap of chunks below each step, waiting for it; the last place is for the roots. */
  private readonly waiting: Int32Array

  constructor(private readonly forest: Forest) {
    const n = forest.parent.length
    this.left = new Int32Array(n).fill(-1)
    this.right = new Int32Array(n).fill(-1)
    this.rank = new Int32Array(n).fill(1)
    this.value = forest.value.slice()
    this.cost = forest.cost.slice()
    this.next = new Int32Array(n).fill(-1)
    this.last = new Int32Array(n)
    this.density = new Float64Array(n)
    for (let step = 0; step < n; step++) {
      this.last[step] = step
      this.weigh(step)
    }
    this.waiting = new Int32Array(n + 1).fill(-1)
  }

  /** Joins a step with the denser chunks that wait for it, and hands the result to its parent. */
  close(step: number): void {
    let below = this.waiting[step] as number
    while (below >= 0 && (this.density[below] as number) > (this.density[step] as number) * (1 + SAME)) {
      this.append(step, below)
      below = this.merge(this.left[below] as number, this.right[below] as number)
    }
    this.left[step] = below
    const parent = this.forest.parent[step] as number
    const slot = parent < 0 ? this.waiting.length - 1 : parent
    this.waiting[slot] = this.merge(this.waiting[slot] as number, step)
  }

  drain(): Chunk[] {
    const chunks: Chunk[] = []
    let root = this.waiting.at(-1) as number
    while (root >= 0) {
      chunks.push({ steps: this.members(root), cost: this.cost[root] as number, value: this.value[root] as number })
      root = this.merge(this.left[root] as number, this.right[root] as number)
    }
    return chunks
  }

  private members(step: number): number[] {
    const steps: number[] = []
    for (let at = step; at >= 0; at = this.next[at] as number) steps.push(at)
    return steps
  }

  private append(into: number, chunk: number): void {
    this.next[this.last[into] as number] = chunk
    this.last[into] = this.last[chunk] as number
    this.value[into] = (this.value[into] as number) + (this.value[chunk] as number)
    this.cost[into] = (this.cost[into] as number) + (this.cost[chunk] as number)
    this.weigh(into)
  }

  private weigh(step: number): void {
    const cost = this.cost[step] as number
    this.density[step] = cost <= 0 ? Infinity : (this.value[step] as number) / cost
  }

  private before(a: number, b: number): boolean {
    const x = this.density[a] as number
    const y = this.density[b] as number
    return x === y ? a < b : x > y
  }

  private merge(a: number, b: number): number {
    if (a < 0) return b
    if (b < 0) return a
    const top = this.before(a, b) ? a : b
    const other = top === a ? b : a
    const right = this.merge(this.right[top] as number, other)
    const left = this.left[top] as number
    const swap = left < 0 || this.rankOf(left) < this.rankOf(right)
    this.left[top] = swap ? right : left
    this.right[top] = swap ? left : right
    this.rank[top] = this.rankOf(this.right[top] as number) + 1
    return top
  }

  private rankOf(step: number): number {
    return step < 0 ? 0 : (this.rank[step] as number)
  }
}
