/** A queue of numbers that gives back the smallest first. */
export class Heap {
  private keys: Float64Array
  /** How many numbers wait. */
  size = 0

  constructor(capacity: number) {
    this.keys = new Float64Array(capacity)
  }

  /** Forgets everything and makes room for so many numbers at once. */
  reset(capacity: number): void {
    if (capacity > this.keys.length) this.keys = new Float64Array(capacity)
    this.size = 0
  }

  push(key: number): void {
    const keys = this.keys
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (keys[parent]! <= key) break
      keys[at] = keys[parent]!
      at = parent
    }
    keys[at] = key
  }

  /** The smallest number; the heap must not be empty. */
  pop(): number {
    const smallest = this.keys[0]!
    this.size--
    if (this.size > 0) this.sink(this.keys[this.size]!)
    return smallest
  }

  private sink(key: number): void {
    const { keys, size } = this
    let at = 0
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child++
      if (keys[child]! >= key) break
      keys[at] = keys[child]!
      at = child
    }
    keys[at] = key
  }
}
