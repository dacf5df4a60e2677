// Texts that were read and may be asked for again. A tree can be larger than memory: beyond a bound the oldest text goes, and is read again when somebody asks.

/** Something that may hold its text. */
export interface Shelf {
  text?: string | undefined
}

/** Characters that are held at the most; one takes one or two bytes. What nearly everybody asks is asked while a text is read, so few are asked for again. */
const MOST_HELD = 3 << 20

/** A queue of what is held, oldest first. */
export class Texts {
  private queue: Shelf[] = []
  private first = 0
  private held = 0

  constructor(private readonly most = MOST_HELD) {}

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
