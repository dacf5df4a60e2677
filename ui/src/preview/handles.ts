// Handles in a text: `src/a.ts#login@9f8e7d6c`, `src/a.ts@9f8e7d6c`, `@9f8e7d6c`, `A.ADR1@9f8e7d6c`, `out@9f8e7d6c:10-60`.

/** A handle and where it stands. */
export interface Found {
  readonly start: number
  readonly end: number
  readonly target: string
}

const PINS = /@[0-9a-f]{8}(?![\w-])(?::\d{1,9}-\d{1,9})?/g

/** What cannot stand in the path or name before the digits, as pages write them. */
const BEFORE = /[\s"'`<>()[\]{},;|=]/

/** A path is no longer than this. */
const MOST_BEFORE = 400

/** Every handle of a line, in order. It looks back from each pin, so that a long line without one costs nothing. */
export function handlesIn(line: string): Found[] {
  if (!line.includes('@')) return []
  const found: Found[] = []
  for (const match of line.matchAll(PINS)) {
    const least = Math.max(found.at(-1)?.end ?? 0, match.index - MOST_BEFORE)
    let start = match.index
    while (start > least && !BEFORE.test(line[start - 1] as string)) start--
    const end = match.index + match[0].length
    found.push({ start, end, target: line.slice(start, end) })
  }
  return found
}
