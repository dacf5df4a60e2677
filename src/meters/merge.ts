// Byte pair merging: start from single bytes and join, again and again, the two neighbours whose union has the lowest rank, the leftmost
// first among equals. Searching the minimum anew each time is quadratic and lets one long line stop the program, so the parts are a
// linked list and the candidate pairs wait in a heap. A few bytes are still searched, because that is faster than keeping a heap.

import { Heap } from './heap.ts'
import { NO_RANK, type Vocabulary } from './vocabulary.ts'

// A heap key is rank * PLACES + place: ordered by rank, then from left to right. Exact in a double for ranks below 2^18.
const PLACES = 2 ** 31

/** What merging asks of a vocabulary. */
export type Ranks = Pick<Vocabulary, 'longest' | 'rankOf' | 'pairs'>

const NOTHING = new Uint8Array(0)

// Up to so many bytes are searched.
const FEW = 40

/** Merges one stretch of bytes at a time. The arrays are kept from call to call; after `merge` the parts can be walked with `next`. */
export class Merger {
  /** Where the part after the one at a place begins; places count from the start of the stretch. */
  next: Int32Array
  private previous: Int32Array
  // The rank of the part at a place joined with the one after it.
  private ranks: Int32Array
  private readonly queue: Heap
  private readonly vocabulary: Ranks
  // Only during a merge: a text must not be kept alive by the meter that counted it.
  private bytes: Uint8Array = NOTHING
  private start = 0
  private length = 0

  constructor(vocabulary: Ranks, capacity: number) {
    this.vocabulary = vocabulary
    this.next = new Int32Array(capacity + 1)
    this.previous = new Int32Array(capacity + 1)
    this.ranks = new Int32Array(capacity + 1)
    this.queue = new Heap(2 * capacity)
  }

  /** How many tokens bytes[start, end) becomes. */
  merge(bytes: Uint8Array, start: number, end: number): number {
    this.bytes = bytes
    this.start = start
    this.length = end - start
    this.split()
    const parts = this.length <= FEW ? this.joinBySearch() : this.joinByHeap()
    this.bytes = NOTHING
    return parts
  }

  private joinBySearch(): number {
    const { next, ranks, length } = this
    for (let parts = length; ; parts--) {
      let lowest = NO_RANK
      let place = 0
      for (let at = 0; at < length; at = next[at]!) {
        if (ranks[at]! >= lowest) continue
        lowest = ranks[at]!
        place = at
      }
      if (lowest === NO_RANK) return parts
      this.join(place)
    }
  }

  private joinByHeap(): number {
    let parts = this.length
    while (this.queue.size > 0) {
      const key = this.queue.pop()
      const rank = Math.floor(key / PLACES)
      const place = key - rank * PLACES
      // A pair that changed since it was queued is stale: its union is longer now, so its rank is another one.
      if (this.ranks[place] !== rank) continue
      this.join(place)
      parts--
    }
    return parts
  }

  private split(): void {
    const { bytes, start, length, vocabulary } = this
    if (length >= this.next.length) this.grow()
    this.queue.reset(2 * length)
    for (let place = 0; place < length; place++) {
      this.next[place] = place + 1
      this.previous[place] = place - 1
      const at = start + place
      this.propose(place, place + 1 < length ? vocabulary.pairs[(bytes[at]! << 8) | bytes[at + 1]!]! : NO_RANK)
    }
  }

  private grow(): void {
    this.next = new Int32Array(this.length + 1)
    this.previous = new Int32Array(this.length + 1)
    this.ranks = new Int32Array(this.length + 1)
  }

  private propose(place: number, rank: number): void {
    this.ranks[place] = rank
    if (rank !== NO_RANK && this.length > FEW) this.queue.push(rank * PLACES + place)
  }

  // The part at a place takes in the one after it.
  private join(place: number): void {
    const { next, previous } = this
    const absorbed = next[place]!
    const end = next[absorbed]!
    next[place] = end
    this.ranks[absorbed] = NO_RANK
    if (end < this.length) previous[end] = place
    this.propose(place, end < this.length ? this.rankOf(place, next[end]!) : NO_RANK)
    const before = previous[place]!
    if (before >= 0) this.propose(before, this.rankOf(before, end))
  }

  private rankOf(from: number, to: number): number {
    return to - from > this.vocabulary.longest ? NO_RANK : this.vocabulary.rankOf(this.bytes, this.start + from, this.start + to)
  }
}
