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

/** Collects offers as columns; the place of an offer is its step number. Hundreds of thousands of steps are ordinary. */
export class StepList {
  readonly deeds: Deed[] = []
  readonly parent: number[] = []
  readonly cost: number[] = []
  readonly value: number[] = []
  /** 1 where a rule demands the step. */
  readonly must: number[] = []
  /** The rule whose cap holds for it; -1 for none. */
  readonly cap: number[] = []

  constructor(private readonly isDemanded: (offer: Offer) => boolean = () => false) {}

  add(offer: Offer): number {
    this.deeds.push(offer.deed)
    this.parent.push(offer.parent)
    this.cost.push(offer.cost)
    this.value.push(offer.value)
    this.must.push(this.isDemanded(offer) ? 1 : 0)
    return this.cap.push(offer.owner?.file.verdict.capRule ?? -1) - 1
  }

  /** Adds the steps of another list; those that come first there come after a step here. */
  append(list: StepList, after: number): void {
    const base = this.deeds.length
    for (let step = 0; step < list.deeds.length; step++) {
      const before = list.parent[step] as number
      this.deeds.push(list.deeds[step] as Deed)
      this.parent.push(before < 0 ? after : base + before)
      this.cost.push(list.cost[step] as number)
      this.value.push(list.value[step] as number)
      this.must.push(list.must[step] as number)
      this.cap.push(list.cap[step] as number)
    }
  }
}
