// Lists of different length in two arrays, so that an index is bytes: row `i` lies between `starts[i]` and `starts[i + 1]`.

/** Rows of numbers. */
export interface Rows {
  readonly starts: Uint32Array
  readonly items: Uint32Array
}

/** Puts lists into rows. */
export function rowsOf(lists: readonly (readonly number[])[]): Rows {
  const starts = new Uint32Array(lists.length + 1)
  lists.forEach((list, i) => { starts[i + 1] = (starts[i] as number) + list.length })
  const items = new Uint32Array(starts[lists.length] as number)
  lists.forEach((list, i) => items.set(list, starts[i] as number))
  return { starts, items }
}

/** One row. */
export const rowAt = ({ starts, items }: Rows, at: number): Uint32Array => items.subarray(starts[at] as number, starts[at + 1] as number)
