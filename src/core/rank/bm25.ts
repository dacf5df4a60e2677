/** How rare something is: found in `holders` of `all` texts. What is found nowhere tells nothing. */
export const rarity = (holders: number, all: number): number => (holders === 0 ? 0 : Math.log(1 + (all - holders + 0.5) / (holders + 0.5)))

/** The rarity of each column over many rows of counts. */
export function rarities(rows: readonly Float64Array[], columns: number): Float64Array {
  const holders = new Float64Array(columns)
  const telling = tellingIn(rows)
  for (let at = 0; at < telling.length; at++) {
    const row = rows[telling[at] as number] as Float64Array
    for (let i = 0; i < columns; i++) if ((row[i] as number) > 0) holders[i] = (holders[i] as number) + 1
  }
  return holders.map((count) => rarity(count, rows.length))
}

/** The places of rows in which anything was counted. Most rows of a large corpus share their zeros, which are looked at once. */
export function tellingIn(rows: readonly Float64Array[]): number[] {
  const telling: number[] = []
  let zeros: Float64Array | undefined
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Float64Array
    if (row === zeros) continue
    if (isTelling(row)) telling.push(i)
    else zeros = row
  }
  return telling
}

/** Whether anything was counted. A plain loop: a callback for each number of each file is what this would take its time for. */
export function isTelling(counts: Float64Array): boolean {
  for (let i = 0; i < counts.length; i++) if ((counts[i] as number) > 0) return true
  return false
}

/** How a score is made of counts. */
export interface Weighing {
  readonly rarity: ArrayLike<number>
  readonly weights: Float64Array
  /** The length of the mean text. */
  readonly mean: number
  /** How much a long text pays, 0 to 1. */
  readonly slope: number
}

const SATURATION = 1.2

/** BM25: each word counts by its rarity, repeats count less and less, and long texts pay. */
export function bm25(counts: Float64Array, length: number, { rarity: rare, weights, mean, slope }: Weighing): number {
  const norm = SATURATION * (1 - slope + (slope * length) / Math.max(1e-9, mean))
  let score = 0
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] as number
    if (count > 0) score += (weights[i] as number) * (rare[i] as number) * ((count * (SATURATION + 1)) / (count + norm))
  }
  return score
}

/** Values as parts of the largest. */
export function normalised(values: ArrayLike<number>): Float64Array {
  const best = largest(values)
  const parts = new Float64Array(values.length)
  if (best > 0) for (let i = 0; i < parts.length; i++) parts[i] = (values[i] as number) / best
  return parts
}

/** The largest value; 0 when there is none above it. */
export function largest(values: ArrayLike<number>): number {
  let best = 0
  for (let i = 0; i < values.length; i++) best = Math.max(best, values[i] as number)
  return best
}
