// How much work a parse may be. It is counted and never timed, so the same text always stops at the same place. Three things are counted, because each of them alone can grow without the others:
// steps of the grammar; pieces of text that it asks for, because a word that never ends is read to the end from every place where it could begin; and how long a part is that cannot be read, because what
// stands in it is copied at every new attempt.

/** Where a parse is. */
export interface Progress {
  readonly currentOffset: number
  readonly hasError: boolean
}

/** Counts the work of one parse. Each function says whether there was too much of it, then and ever after. */
export interface Work {
  /** A look at the parse, after a fixed number of steps. */
  look(progress: Progress): boolean
  /** A piece of the text is asked for. */
  read(): boolean
}

/** Characters in a piece of text: a grammar that asks for no more can read a piece many times without being noticed, and that must be cheap. */
export const PIECE = 512

/**
 * Steps for what was passed of the text, so that a text in which every place has many readings is given up early. None of 37,000 real files in 51 languages needs as many; dense Scala needs 0.034 a
 * character, most files 0.01. Some grammars take 20 ms from one look to the next when brackets are never closed.
 */
const LOOKS = { least: 300, perCharacter: 0.03 }

/** Pieces for what was passed of the text: some grammars look ahead at every word and ask again. Dense Scala asks for 0.43 pieces a character, Perl for 0.12, most files for 0.01. */
const READS = { least: 4000, perCharacter: 0.5 }

/** A part that cannot be read goes on until so many looks find nothing wrong. */
const CALM = 16

/** So much of it costs nothing worth counting: errors here and there are in many files. */
const SHORT = 2000

/** The length of the part that cannot be read, summed up at every look at it: what its reading costs. 12,000 characters with one error after the other are too many. */
const LOST = 800_000

/** A count for a text, or for the part of it that begins there. */
export function workOn(start = 0): Work {
  const left = { looks: LOOKS.least, reads: READS.least, lost: LOST }
  const isOver = (): boolean => left.looks < 0 || left.reads < 0 || left.lost < 0
  const trouble = { from: start, calm: CALM }
  let at = start
  return {
    read: () => --left.reads < 0 || isOver(),
    look({ currentOffset, hasError }) {
      const passed = Math.max(0, currentOffset / BYTES - at)
      at += passed
      left.looks += passed * LOOKS.perCharacter - 1
      left.reads += passed * READS.perCharacter
      trouble.calm = hasError ? 0 : trouble.calm + 1
      if (trouble.calm >= CALM) trouble.from = at
      // At the end of the text attempts go on for a while, and cost little.
      else if (passed > 0) left.lost -= Math.max(0, at - trouble.from - SHORT)
      return isOver()
    },
  }
}

/** The grammars count bytes of UTF-16. */
const BYTES = 2
