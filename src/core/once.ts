/** Works out once for each name what follows from it. */
export function remembered<T>(make: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const made = make(name)
    known.set(name, made)
    return made
  }
}

/** Works something out on first need, and never again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** The same for what is asked of one name many times in a row: only the last one is remembered. */
export function lately<T>(make: (name: string) => T): (name: string) => T {
  let last: { readonly name: string; readonly value: T } | undefined
  return (name) => {
    if (last?.name !== name) last = { name, value: make(name) }
    return last.value
  }
}
