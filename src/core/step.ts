import type { Block } from './block.ts'
import type { CorpusFile } from './corpus.ts'
import type { Level } from './level.ts'

/** What taking a step does. */
export type Deed =
  /** The page gets its metadata. */
  | { readonly kind: 'head' }
  | { readonly kind: 'folder'; readonly folder: number }
  | { readonly kind: 'line'; readonly file: number }
  /** The file gets its frame, and everything inside is shown at `level`; or only `first`, and what is raised later. `bare` also hides what is otherwise told in a line. */
  | { readonly kind: 'open'; readonly file: number; readonly level: Level; readonly first?: { readonly block: Block; readonly level: Level }; readonly bare?: boolean }
  /** The file gets its frame around its card, until it is opened. */
  | { readonly kind: 'card'; readonly file: number }
  /** One block's own text is raised. */
  | { readonly kind: 'raise'; readonly file: number; readonly block: Block; readonly level: Level }

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
