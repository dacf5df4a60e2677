import type { Block } from './block.ts'
import type { CorpusFile } from './corpus.ts'
import type { Level } from './level.ts'

/** What taking a step does. */
export type Deed =
  /** The page gets its metadata. */
  | { readonly kind: 'head' }
  | { readonly kind: 'folder'; readonly folder: number }
  | { readonly kind: 'line'; readonly file: number }
  /** The file gets its frame, and everything inside is shown at `level`; or only `first`, and what is raised later. */
  | { readonly kind: 'open'; readonly file: number; readonly level: Level; readonly first?: { readonly block: Block; readonly level: Level } }
  /** One block's own text is raised. */
  | { readonly kind: 'raise'; readonly file: number; readonly block: Block; readonly level: Level }

/** The value of one token at each level, for a block of score 1: signatures tell most per token. */
export const WORTH: Record<Exclude<Level, 'none' | 'line'>, number> = { shape: 0.5, detail: 0.25, full: 0.2 }

/**
 * The value of one token of a line. Knowing that a file exists matters even when it is far from the task, so it falls slower than the score;
 * and a line is never worth less than the skeleton it opens, or the two would become one chunk.
 */
export const lineWorth = (score: number): number => Math.max(0.4 * Math.sqrt(score), WORTH.shape * score)

/** One step on offer. */
export interface Offer {
  readonly deed: Deed
  /** The step that must be taken before; -1 for none. */
  readonly parent: number
  readonly cost: number
  readonly value: number
  /** The file whose rules hold for it, and the level it reaches there. */
  readonly owner?: { readonly file: CorpusFile; readonly level: Level }
}

/** Collects offers; the place of an offer in the list is its step number. */
export class StepList {
  readonly offers: Offer[] = []

  add(offer: Offer): number {
    return this.offers.push(offer) - 1
  }
}
