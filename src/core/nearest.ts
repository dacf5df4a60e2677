// Did you mean? The names closest to a word that was mistyped.

/** The candidates nearest to a word, best first, at most `most`; only those that are close enough to be meant. */
export function nearest(word: string, candidates: Iterable<string>, most = 3): string[] {
  const wanted = word.toLowerCase()
  const limit = Math.max(2, Math.floor(wanted.length / 3))
  return [...new Set(candidates)].filter((name) => name !== '')
    .map((name) => ({ name, far: farness(wanted, name.toLowerCase()) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name)
}

/** Edits between two words; holding the other word as a part counts as near. */
function farness(a: string, b: string): number {
  if (Math.min(a.length, b.length) >= 3 && (b.includes(a) || a.includes(b))) return Math.min(2, Math.abs(a.length - b.length) / 8)
  if (Math.abs(a.length - b.length) > Math.max(a.length, b.length) / 2) return Infinity
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + same))
    }
    row = next
  }
  return row[b.length] as number
}

/** The end of a sentence that refuses a word: `; did you mean a, b?`, or the whole list when nothing is near. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates)
  if (near.length > 0) return `did you mean ${near.join(', ')}?`
  return candidates.length === 0 ? 'there is nothing to choose from' : `it is one of ${candidates.join(', ')}`
}
