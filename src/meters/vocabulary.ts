// A vocabulary is the list of byte strings that are one token; the place in the list is the rank, and lower ranks merge first.
// It is kept flat (one array of bytes, one of offsets, one open-addressed hash table) because 200,000 small objects would cost
// ten times the memory and most of the start-up.

/** The byte strings that are tokens. */
export interface Vocabulary {
  /** How many tokens there are. */
  readonly size: number
  /** Bytes of the longest token. */
  readonly longest: number
  /** The rank of bytes[start, end), or NO_RANK. */
  rankOf(bytes: Uint8Array, start: number, end: number): number
  /** Ranks of all strings of two bytes, at `first << 8 | second`; NO_RANK where there is none. */
  readonly pairs: Int32Array
}

/** The rank of what is not a token: above every real rank, so that a minimum never picks it. */
export const NO_RANK = 0x7fffffff

const MAGIC = 'fovea-v1'
const LENGTHS_AT = MAGIC.length + 4

// A slot of the table is rank + 1 in the low 18 bits and the high bits of the hash above them; 0 is free.
const RANK_BITS = 18
const RANK_MASK = (1 << RANK_BITS) - 1

interface Layout {
  readonly size: number
  /** The length of each token. */
  readonly lengths: Uint8Array
  readonly arena: Uint8Array
  readonly longest: number
}

/** Token r is arena[offsets[r], offsets[r + 1]). */
interface Tokens {
  readonly arena: Uint8Array
  readonly offsets: Uint32Array
}

/** Reads the vocabulary that scripts/build-vocab.mjs wrote, after gunzip. The bytes are kept, not copied. */
export function readVocabulary(data: Uint8Array): Vocabulary {
  const { size, lengths, arena, longest } = layOut(data)
  const tokens = { arena, offsets: offsetsOf(lengths) }
  return { size, longest, rankOf: finder(tokens, hashTable(tokens)), pairs: pairRanks(tokens) }
}

/** Where the parts of a vocabulary stand in its bytes. */
export function layOut(data: Uint8Array): Layout {
  const size = sizeOf(data)
  const lengths = data.subarray(LENGTHS_AT, LENGTHS_AT + size)
  const arena = data.subarray(LENGTHS_AT + size)
  let longest = 0
  let total = 0
  for (let rank = 0; rank < size; rank++) {
    const length = lengths[rank] ?? 0
    if (length === 0) throw damaged(`token ${rank} is empty or missing`)
    total += length
    if (length > longest) longest = length
  }
  if (arena.length !== total) throw damaged(`${arena.length} bytes of tokens where ${total} belong`)
  return { size, lengths, arena, longest }
}

function offsetsOf(lengths: Uint8Array): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1)
  for (let rank = 0; rank < lengths.length; rank++) offsets[rank + 1] = offsets[rank]! + lengths[rank]!
  return offsets
}

/** How many tokens a vocabulary has. */
export function sizeOf(data: Uint8Array): number {
  for (let i = 0; i < MAGIC.length; i++) if (data[i] !== MAGIC.charCodeAt(i)) throw damaged(`it does not begin with ${MAGIC}`)
  const size = data[8]! | (data[9]! << 8) | (data[10]! << 16) | (data[11]! << 24)
  if (size <= 0 || size >= RANK_MASK) throw damaged(`it claims ${size} tokens`)
  return size
}

const damaged = (cause: string): TypeError =>
  new TypeError(`the vocabulary cannot be read: ${cause}. Hand in the gunzipped bytes of a file written by scripts/build-vocab.mjs.`)

/** A hash of bytes[start, end), all 32 bits usable. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

function hashTable({ arena, offsets }: Tokens): Uint32Array {
  const size = offsets.length - 1
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(size * 2)))
  const mask = table.length - 1
  for (let rank = 0; rank < size; rank++) {
    const hash = hashOf(arena, offsets[rank]!, offsets[rank + 1]!)
    let slot = hash & mask
    while (table[slot] !== 0) slot = (slot + 1) & mask
    table[slot] = (hash & ~RANK_MASK) | (rank + 1)
  }
  return table
}

function finder({ arena, offsets }: Tokens, table: Uint32Array): Vocabulary['rankOf'] {
  const mask = table.length - 1
  return (bytes, start, end) => {
    const hash = hashOf(bytes, start, end)
    const length = end - start
    for (let slot = hash & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
      const entry = table[slot]!
      if (((entry ^ hash) & ~RANK_MASK) !== 0) continue
      const rank = (entry & RANK_MASK) - 1
      const from = offsets[rank]!
      if (offsets[rank + 1]! - from !== length) continue
      let same = 0
      while (same < length && arena[from + same] === bytes[start + same]) same++
      if (same === length) return rank
    }
    return NO_RANK
  }
}

function pairRanks({ arena, offsets }: Tokens): Int32Array {
  const pairs = new Int32Array(1 << 16).fill(NO_RANK)
  for (let rank = 0; rank < offsets.length - 1; rank++) {
    const from = offsets[rank]!
    if (offsets[rank + 1]! - from === 2) pairs[(arena[from]! << 8) | arena[from + 1]!] = rank
  }
  return pairs
}
