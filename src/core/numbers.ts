/** Numbers by hashes of 32 bits. A map would make an object of every hash. */
export class Numbers {
  private size = 0
  private keys = new Int32Array(1 << 12)
  /** 0 where there is none, else one more than the number. */
  private values = new Int32Array(1 << 12)

  /** The number of a hash; -1 when it has none. */
  get(hash: number): number {
    return (this.values[this.slotOf(hash)] as number) - 1
  }

  set(hash: number, number: number): void {
    const slot = this.slotOf(hash)
    if (this.values[slot] === 0) this.size++
    this.keys[slot] = hash
    this.values[slot] = number + 1
    if (this.size * 2 > this.keys.length) this.grow()
  }

  private slotOf(hash: number): number {
    const mask = this.keys.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    while (this.values[slot] !== 0 && this.keys[slot] !== (hash | 0)) slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const { keys, values } = this
    this.keys = new Int32Array(keys.length * 4)
    this.values = new Int32Array(keys.length * 4)
    values.forEach((value, i) => {
      if (value === 0) return
      const slot = this.slotOf(keys[i] as number)
      this.keys[slot] = keys[i] as number
      this.values[slot] = value
    })
  }
}
