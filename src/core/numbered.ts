// Where something stands in a list.

/** Finds the numbers of things in a list; undefined for what is not in it. Whoever asks does so in the order of the list, nearly always, and may leave some out: then no table is needed. */
export function numbered<T>(all: readonly T[]): (one: T) => number | undefined {
  let next = 0
  let numbers: Map<T, number> | undefined
  return (one) => {
    if (numbers === undefined) {
      let at = next
      while (at < all.length && all[at] !== one) at++
      if (at < all.length) return (next = at + 1) - 1
      numbers = new Map(all.map((other, number) => [other, number]))
    }
    return numbers.get(one)
  }
}
