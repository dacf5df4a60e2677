// How much work a parse may be. It is counted and never timed, so the same text always stops at the same place. The runtime counts for itself (scripts/meter.mjs): a unit is one turn of one of its loops, which
// takes a nanosecond in ordinary text and up to seven where much is copied. What happens outside of it, when it asks for text or lets us look, is charged in the same units.

/** What all parses of one text may spend together: as it stands, mended, and the parts that are read again. */
export interface Account {
  parsing: number
  reading: number
}

/** The work of one parse, and then of reading its tree. */
export interface Work {
  /** The units that may be spent now; below zero there was too much. */
  left(): number
  /** Units were spent. */
  spend(units: number): void
  /** The parse is there in the text, in bytes of UTF-16: what was passed pays for more. */
  pass(offset: number): void
  /** From now on the tree is read. */
  turn(): void
}

/** Characters in a piece of text, and what it costs to hand one over: a word that never ends is read to the end from every place where it could begin. */
export const PIECE = { characters: 512, units: 3000 }

/** What a look at the parse costs. */
export const LOOK = 2000

/** A parse may be so much ahead of what the passed text pays for. Ordinary files need 20 to 100 units a character all along; errors, and places with many readings, make it uneven. */
const AHEAD = { least: 60_000_000, perCharacter: 150 }

/** All parses of a text. */
const PARSING = { least: 100_000_000, perCharacter: 100, most: 180_000_000 }

/** All reading of trees. A question about a tree counts as a hundred units, and a node that is passed over as one: a wide tree can be asked for the square of its size. */
const READING = { least: 60_000_000, perCharacter: 500, most: 250_000_000 }

/** An account for a text of a length. */
export const accountFor = (length: number): Account => ({ parsing: within(PARSING, length), reading: within(READING, length) })

const within = ({ least, perCharacter, most }: typeof PARSING, length: number): number => Math.min(most, least + length * perCharacter)

/** The work of a parse that begins at a place of the text. */
export function workOn(account: Account, start = 0): Work {
  let [ahead, at] = [AHEAD.least, start]
  let now: keyof Account = 'parsing'
  return {
    left: () => (now === 'parsing' ? Math.min(ahead, account.parsing) : account.reading),
    spend(units) {
      account[now] -= units
      if (now === 'parsing') ahead -= units
    },
    pass(offset) {
      const passed = Math.max(0, offset / BYTES - at)
      at += passed
      ahead += passed * AHEAD.perCharacter
    },
    turn() {
      now = 'reading'
    },
  }
}

/** The grammars count bytes of UTF-16. */
const BYTES = 2
