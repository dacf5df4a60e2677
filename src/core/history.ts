// What a repository remembers, as data. Ages are measured against the newest commit and never against the clock, so that the same commit gives the same answer on any day.

/** One change that somebody made on purpose and described. */
export interface Commit {
  /** In hex. */
  readonly id: string
  /** When it was committed, unix seconds. */
  readonly time: number
  /** Subject and body, without blanks around it, at most `MOST_MESSAGE` characters. */
  readonly message: string
  /** What it changed, relative to the root; empty when it touched more than `MOST_PATHS` files. */
  readonly paths: readonly string[]
}

/** The changes that led to what is checked out, newest first, merges left out. Paths may name files that are gone or hidden. */
export interface History {
  readonly commits: readonly Commit[]
  /** Reading it ended before its end. */
  readonly partial?: true
}

/** What is kept of a message: the rest is logs and lists. */
export const MOST_MESSAGE = 2000

/** A commit that touches more files says nothing of any of them: it moves, formats or imports. Some of its paths would be an accident of the alphabet, so it has none. */
export const MOST_PATHS = 60
