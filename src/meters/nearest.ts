/** The candidate most like a word: one that begins with it, else the one with the fewest letters to add, remove or change. */
export function nearest(word: string, candidates: readonly string[]): string {
  const typed = word.toLowerCase()
  const distances = candidates.map((candidate) => (candidate.startsWith(typed) ? 0 : distance(typed, candidate)))
  return candidates[distances.indexOf(Math.min(...distances))] ?? ''
}

// Row by row through the table of distances between the beginnings of both words.
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 0; i < a.length; i++) {
    const above = row
    row = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const change = above[j]! + (a[i] === b[j] ? 0 : 1)
      row.push(Math.min(change, above[j + 1]! + 1, row[j]! + 1))
    }
  }
  return row[b.length]!
}
