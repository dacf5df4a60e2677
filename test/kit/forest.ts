// Forests of steps, and every way to buy from a small one.
import fc from 'fast-check'
import type { Forest } from '../../src/core/chunk.ts'

/** A forest from rows of parent, cost and value. */
export const forestOf = (rows: readonly (readonly [number, number, number])[]): Forest => ({
  parent: Int32Array.from(rows, (row) => row[0]), cost: Float64Array.from(rows, (row) => row[1]), value: Float64Array.from(rows, (row) => row[2]),
})

/** Any forest of whole numbers, so that sums are exact. */
export const forest = (most: number, cheapest = 1): fc.Arbitrary<Forest> => fc
  .array(fc.tuple(fc.nat(1000), fc.integer({ min: cheapest, max: 12 }), fc.nat(30)), { maxLength: most })
  .map((rows) => forestOf(rows.map(([parent, cost, value], i) => [(parent % (i + 1)) - 1, cost, value])))

/** One way to buy. */
export interface Subset {
  readonly steps: ReadonlySet<number>
  readonly cost: number
  readonly value: number
}

/** Every set of steps that holds the parents of its members. */
export function closedSubsets({ parent, cost, value }: Forest): Subset[] {
  let subsets: Subset[] = [{ steps: new Set(), cost: 0, value: 0 }]
  parent.forEach((before, step) => {
    const grown = subsets
      .filter(({ steps }) => before < 0 || steps.has(before))
      .map((subset) => ({ steps: new Set([...subset.steps, step]), cost: subset.cost + (cost[step] as number), value: subset.value + (value[step] as number) }))
    subsets = [...subsets, ...grown]
  })
  return subsets
}
