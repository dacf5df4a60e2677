// What stays between two plans for the same files. Another budget changes what is bought: not what a file is worth, how it is built, or what its parts cost.
// Everything here is found by the very objects it follows from, so a file that was read anew is worked out anew.
import type { CorpusFile } from './corpus.ts'
import type { Tree } from './focus.ts'
import type { Entry } from './ports.ts'
import type { StepList } from './step.ts'

/** Characters of parsed files that are held at the most. */
const MOST_CHARS = 30_000_000

/** Kept by whoever makes many plans of one folder. */
export class Between {
  private ranking: { readonly entries: readonly Entry[]; readonly said: string; readonly files: readonly CorpusFile[] } | undefined
  private readonly trees = new Held<Entry, Tree>()
  private readonly opened = new Held<CorpusFile, CorpusFile>()
  private prices: { readonly said: string; readonly kept: StepsKept } | undefined

  /** The files of some entries with their scores; `said` is all that scores follow from besides. */
  ranked(entries: readonly Entry[], said: string, make: () => readonly CorpusFile[]): readonly CorpusFile[] {
    if (this.ranking?.entries !== entries || this.ranking.said !== said) this.ranking = { entries, said, files: make() }
    return this.ranking.files
  }

  /** How an entry is built, with its tokens in a meter. */
  async tree(entry: Entry, meter: string, make: () => Promise<Tree | undefined>): Promise<Tree | undefined> {
    const known = this.trees.get(entry, meter)
    if (known !== undefined) return known
    const tree = await make()
    if (tree !== undefined) this.trees.set(entry, meter, { value: tree, size: tree.block.end })
    return tree
  }

  /** A file with its parts. */
  withParts(file: CorpusFile, tree: Tree, make: () => CorpusFile): CorpusFile {
    const known = this.opened.get(file, '')
    if (known !== undefined && known.parts?.block === tree.block) return known
    const made = make()
    this.opened.set(file, '', { value: made, size: tree.block.end })
    return made
  }

  /** Steps of files, for one way of pricing them. */
  stepsUnder(said: string): StepsKept {
    if (this.prices?.said !== said) this.prices = { said, kept: { lines: new WeakMap(), steps: new WeakMap() } }
    return this.prices.kept
  }
}

/** What lines of files cost, and the steps of those that can be opened. */
export interface StepsKept {
  readonly lines: WeakMap<CorpusFile, number>
  readonly steps: WeakMap<CorpusFile, StepList>
}

/** The oldest go when there is too much. */
class Held<K, V> {
  private readonly held = new Map<K, { readonly said: string; readonly value: V; readonly size: number }>()
  private size = 0

  get(key: K, said: string): V | undefined {
    const known = this.held.get(key)
    return known?.said === said ? known.value : undefined
  }

  set(key: K, said: string, { value, size }: { value: V; size: number }): void {
    this.drop(key)
    this.held.set(key, { said, value, size })
    this.size += size
    for (const [oldest] of this.held) {
      if (this.size <= MOST_CHARS) break
      this.drop(oldest)
    }
  }

  private drop(key: K): void {
    this.size -= this.held.get(key)?.size ?? 0
    this.held.delete(key)
  }
}
