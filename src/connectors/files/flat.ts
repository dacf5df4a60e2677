// Tables of a flatbuffer, read with care: every offset is judged before it is followed.

/** A table in a flatbuffer. */
export class Flat {
  readonly #view: DataView
  readonly at: number

  constructor(view: DataView, at: number) {
    this.#view = view
    this.at = at
  }

  /** The table that a buffer begins with. */
  static root(bytes: Uint8Array): Flat {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return new Flat(view, view.getUint32(0, true))
  }

  /** Where a field is, counted from the first; 0 when it is not there. */
  field(index: number): number {
    const table = this.slot(index)
    const offset = table === 0 ? 0 : this.#view.getUint16(table, true)
    return offset === 0 ? 0 : this.at + offset
  }

  /** Where the table says which fields it has: the place of a field in there, or 0. */
  slot(index: number): number {
    const table = this.at - this.#view.getInt32(this.at, true)
    return 4 + index * 2 < this.#view.getUint16(table, true) ? table + 4 + index * 2 : 0
  }

  byte(index: number): number {
    const at = this.field(index)
    return at === 0 ? 0 : this.#view.getUint8(at)
  }

  long(index: number): number {
    const at = this.field(index)
    return at === 0 ? 0 : this.longAt(at)
  }

  longAt(at: number): number {
    return Number(this.#view.getBigInt64(at, true))
  }

  table(index: number): Flat | undefined {
    const at = this.field(index)
    return at === 0 ? undefined : new Flat(this.#view, at + this.#view.getUint32(at, true))
  }

  /** A list: where it begins and how many entries of so many bytes it has. Throws when it would go beyond the end. */
  list(index: number, stride: number): { at: number; count: number } {
    const at = this.field(index)
    if (at === 0) return { at: 0, count: 0 }
    const base = at + this.#view.getUint32(at, true)
    const count = this.#view.getUint32(base, true)
    if (base + 4 + count * stride > this.#view.byteLength) throw new RangeError('a list goes beyond the end')
    return { at: base + 4, count }
  }

  /** The tables of a list. */
  tables(index: number): Flat[] {
    const { at, count } = this.list(index, 4)
    return Array.from({ length: count }, (_, i) => new Flat(this.#view, at + i * 4 + this.#view.getUint32(at + i * 4, true)))
  }
}
