/** How true the skeletons of one language are, as shares from 0 to 1, at L2 unless a name says otherwise. */
export interface SkeletonScore {
  readonly files: number
  /** Who says what the files define: a compiler, or ctags. */
  readonly witness: string
  readonly names: number
  readonly signatures?: number
  readonly bodyLinesLeft?: number
  /** Skeletons that the language's own parser reads, or its grammar where that parser was not at hand. */
  readonly reparse?: number
  readonly savedL1: number
  readonly savedL2: number
}
