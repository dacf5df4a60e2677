// Texts that were read and may be asked for again. A tree can be larger than memory: beyond a bound the oldest text goes, and is read again when somebody asks. Bytes are held from the
// first on, many where it is known that every text will be printed; those for which there is no room are read a second time.
import type { Legible } from '../core/ports.ts'
import { readings } from './read.ts'

/** Something that may hold its text. */
export interface Shelf {
  text?: string | undefined
}

/** Characters that are held at the most; one takes one or two bytes. What nearly everybody asks is asked while a text is read, so few are asked for again. */
const MOST_HELD = 3 << 20

/** So many bytes are asked for at once: a buffer for each text costs more than the text. */
const SLAB = 1 << 20
/** Bytes that are taken for a second reading at the most: a repository of ten thousand files. */
export const ROOM_FOR_ALL: number = 64 << 20
/** The same where only some texts are asked for again: all of a small repository, so that it is read once and a file that is saved meanwhile does no harm. */
export const ROOM_FOR_SOME: number = 4 << 20

/** A queue of what is held, oldest first, and beside it what was read last: that lies in bytes which the next reading overwrites. */
export class Texts {
  private slab = new Uint8Array(0)
  private used = 0
  private owner: object | undefined
  private legible: Legible | undefined
  private reading = -1
  private queue: Shelf[] = []
  private first = 0
  private held = 0

  /** `room` is how many bytes are held for a second reading. */
  constructor(private readonly most = MOST_HELD, private room = 0) {}

  /** Bytes that are held for a second reading; undefined when there is no room left. */
  copied(bytes: Uint8Array): Uint8Array | undefined {
    if (bytes.length > this.slab.length - this.used) {
      if (bytes.length > SLAB || this.room < SLAB) return undefined
      this.room -= SLAB
      // Nobody sees what nobody wrote: filling it with zeros would touch all of it twice.
      this.slab = new Uint8Array(Buffer.allocUnsafeSlow(SLAB).buffer)
      this.used = 0
    }
    this.slab.set(bytes, this.used)
    return this.slab.subarray(this.used, this.used += bytes.length)
  }

  /** What was just read for somebody. */
  show(owner: object, legible: Legible): void {
    this.owner = owner
    this.legible = legible
    this.reading = readings()
  }

  /** The same, for who it was read for, as long as nothing else was read. */
  shown(owner: object): Legible | undefined {
    return this.owner === owner && this.reading === readings() ? this.legible : undefined
  }

  hold(shelf: Shelf, text: string): void {
    shelf.text = text
    this.queue.push(shelf)
    this.held += text.length
    while (this.held > this.most) this.drop()
  }

  private drop(): void {
    const oldest = this.queue[this.first++] as Shelf
    this.held -= oldest.text?.length ?? 0
    oldest.text = undefined
    if (this.first * 2 < this.queue.length) return
    this.queue = this.queue.slice(this.first)
    this.first = 0
  }
}
