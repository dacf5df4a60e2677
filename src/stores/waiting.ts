// Values that wait to be written. They lie in slabs that are used again: a buffer for each value would live until the next great collection, long after it was written.

/** Bytes of a slab. Every kind that has values has one at least, so it is small; what is longer is a buffer of its own. */
const SLAB = 1 << 16

/** The slabs that all kinds share, and how many bytes wait in them and beside them. */
export class Slabs {
  waiting = 0
  private readonly free: Buffer[] = []

  take(): Buffer {
    return this.free.pop() ?? Buffer.allocUnsafeSlow(SLAB)
  }

  give(slabs: readonly Buffer[]): void {
    this.free.push(...slabs)
  }
}

/** Values of one kind. */
export class Waiting {
  private readonly values = new Map<string, Uint8Array>()
  private slabs: Buffer[] = []
  private used = 0
  private sum = 0

  constructor(private readonly shared: Slabs) {}

  get size(): number {
    return this.values.size
  }

  get bytes(): number {
    return this.sum
  }

  add(key: string, value: Uint8Array | string): void {
    const bytes = typeof value === 'string' ? this.written(value) : this.copied(value)
    this.values.set(key, bytes)
    this.sum += bytes.length
    this.shared.waiting += bytes.length
  }

  /** A copy, for what is in a slab is written over. */
  get(key: string): Uint8Array | undefined {
    const bytes = this.values.get(key)
    return bytes === undefined ? undefined : new Uint8Array(bytes)
  }

  /** The values as they lie, until they are dropped. */
  entries(): Iterable<readonly [string, Uint8Array]> {
    return this.values
  }

  drop(): void {
    this.values.clear()
    this.shared.give(this.slabs)
    this.shared.waiting -= this.sum
    this.slabs = []
    this.used = 0
    this.sum = 0
  }

  private copied(value: Uint8Array): Uint8Array {
    if (value.length > SLAB) return new Uint8Array(value)
    const slab = this.slab(value.length)
    slab.set(value, this.used)
    return this.taken(slab, value.length)
  }

  private written(value: string): Uint8Array {
    // A sign has at most three bytes for each unit of its text: only where that is too much they are counted.
    const most = this.used + value.length * 3 <= SLAB ? value.length * 3 : Buffer.byteLength(value)
    if (most > SLAB) return Buffer.from(value)
    const slab = this.slab(most)
    return this.taken(slab, slab.write(value, this.used))
  }

  /** A slab with room for so many bytes behind what is used of it. */
  private slab(bytes: number): Buffer {
    if (this.slabs.length === 0 || this.used + bytes > SLAB) {
      this.slabs.push(this.shared.take())
      this.used = 0
    }
    return this.slabs.at(-1) as Buffer
  }

  /** What was just written, by an array that is no Buffer: parts of those cost several times as much, and there are tens of thousands. */
  private taken({ buffer, byteOffset }: Buffer, length: number): Uint8Array {
    const value = new Uint8Array(buffer, byteOffset + this.used, length)
    this.used += length
    return value
  }
}
