// What all files together are, and each is held against by a task. It is told by itself, so that one file can be held against it again when only that file has changed.
import { roughly } from '../rough.ts'
import { bm25, type Weighing } from './bm25.ts'
import type { Scan, Sought } from './scan.ts'
import { type Tier, tierOf } from './tier.ts'

/** How many files there are and how many words they have, and how rare each term and each name of a query is in them. */
export interface Gauge {
  readonly files: number
  readonly words: number
  readonly rarity: Readonly<Record<'terms' | 'names', ArrayLike<number>>>
}

const SLOPE = 0.6

/** What names, the path and the past of a file count at first sight, beside 1 for its words. */
export const BESIDES = 0.5

/** What words count by where they stand: tests and prose repeat the words of everything. What a task names counts in full wherever it is. */
const FIRST_WORTH: Readonly<Record<Tier, number>> = { core: 1, tests: 0.7, config: 0.5, other: 0.5 }

/** What is said in a file counts so much at first sight. */
export const firstWorth = (path: string): number => FIRST_WORTH[tierOf(path)]

/** The words of the mean file, roughly: a word more in one of thousands must not change the scores of all. */
export const meanOf = ({ files, words }: Pick<Gauge, 'files' | 'words'>): number => roughly(words / Math.max(1, files), 2)

/** How scores of texts are made of counts: of all terms, of those in the first line of the task, and of names. */
export function weighingsOf(gauge: Gauge, query: Sought): Readonly<Record<'words' | 'title' | 'names', Weighing>> {
  const inText = { rarity: gauge.rarity.terms, mean: meanOf(gauge), slope: SLOPE }
  return {
    words: { ...inText, weights: Float64Array.from(query.terms, ({ weight }) => weight) },
    title: { ...inText, weights: Float64Array.from(query.terms, ({ title }) => Number(title)) },
    names: { ...inText, rarity: gauge.rarity.names, weights: Float64Array.from(query.names, ({ weight }) => weight) },
  }
}

/** What a text says of a task in words and in names. */
export const saidIn = (scan: Scan, { words, names }: Pick<ReturnType<typeof weighingsOf>, 'words' | 'names'>): { words: number; names: number } =>
  ({ words: bm25(scan.terms, scan.words, words), names: bm25(scan.names, scan.words, names) })
