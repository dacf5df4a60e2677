// Globs over paths in linear time per pattern segment: no regular expression is built from text that a repository supplies.
// `*` and `?` stay inside a segment, `**` spans segments, `{a,b}` are alternatives. A pattern without `/` matches a file or a folder of that name anywhere, with all that is in it.

/** The most alternatives that `{…}` may multiply to; more is a mistake or an attack. */
const MOST_ALTERNATIVES = 256

/** A function that says whether a path matches. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const matchers = alternatives(pattern).map(single)
  return (path) => matchers.some((matches) => matches(path))
}

function single(pattern: string): (path: string) => boolean {
  const trimmed = pattern.replace(/^\.?\//, '').replace(/\/$/, '/**')
  const segments = trimmed.split('/')
  if (segments.length > 1 || trimmed !== pattern) return (path) => segmentsMatch(segments, path.split('/'))
  const [name] = segments as [string]
  return (path) => path.split('/').some((segment) => wordMatches(name, segment))
}

/** The classic two-pointer walk, one level up: `**` plays the star, segments play the characters. */
function segmentsMatch(pattern: readonly string[], path: readonly string[]): boolean {
  return wander(pattern, path, { star: (part) => part === '**', same: (part, segment) => wordMatches(part, segment) })
}

/** Whether a word matches a pattern in which `*` is any run of signs and `?` any one; nothing is a segment here. */
export function wordMatches(pattern: string, word: string): boolean {
  return wander([...pattern], [...word], { star: (char) => char === '*', same: (char, other) => char === '?' || char === other })
}

interface Alphabet {
  star(part: string): boolean
  same(part: string, other: string): boolean
}

function wander(pattern: readonly string[], words: readonly string[], alphabet: Alphabet): boolean {
  let p = 0
  let w = 0
  let star = -1
  let retry = 0
  while (w < words.length) {
    const part = pattern[p]
    if (part !== undefined && alphabet.star(part)) {
      star = p++
      retry = w
    } else if (part !== undefined && alphabet.same(part, words[w] as string)) {
      p++
      w++
    } else if (star >= 0) {
      p = star + 1
      w = ++retry
    } else return false
  }
  while (p < pattern.length && alphabet.star(pattern[p] as string)) p++
  return p === pattern.length
}

/** `a{b,c}d` -> `abd`, `acd`; nested braces are read inside out. */
function alternatives(pattern: string): string[] {
  let open: string[] = [pattern]
  for (;;) {
    const next = open.flatMap(expandOnce)
    if (next.length > MOST_ALTERNATIVES) throw new TypeError(`the pattern "${pattern}" has more than ${MOST_ALTERNATIVES} alternatives`)
    if (next.length === open.length && next.every((text, i) => text === open[i])) return open
    open = next
  }
}

function expandOnce(pattern: string): string[] {
  // The first closing brace that has an opening one before it.
  const end = pattern.indexOf('}', pattern.indexOf('{'))
  const start = pattern.lastIndexOf('{', end)
  if (!pattern.includes('{') || end < 0) return [pattern]
  const before = pattern.slice(0, start)
  const after = pattern.slice(end + 1)
  return pattern.slice(start + 1, end).split(',').map((choice) => before + choice + after)
}

/** A pattern for one path: it begins at the root, and a sign that means something to a pattern stands for any character. */
export const globFor = (path: string): string => `/${path.replace(/[*?{},]/g, '?')}`
