// Names that must not be told, looked for in text word by word. `hr.salaries`, "hr"."salaries", hrSalaries and `hr salaries` are one name: what looks like it is taken for it.

/** Finds hidden names in texts. */
export interface Censor {
  /** Whether a text names something hidden. */
  (text: string): boolean
}

/** Of a longer name, a sentence over a column, its beginning is enough. */
const LONGEST = 12

/** The words of a text, in small letters: split at signs, underscores and inner capitals. */
export function wordsOf(text: string): string[] {
  const small = text.toLowerCase()
  return (small === text ? text : text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Types, tags and other short texts are the same in thousands of resources. */
const SHORT = 48
const MOST_KEPT = 20_000

/** A censor that remembers what it said of short texts. */
export function remembering(censor: Censor): Censor {
  const said = new Map<string, boolean>()
  return (text) => {
    if (text.length > SHORT) return censor(text)
    const before = said.get(text)
    if (before !== undefined) return before
    const verdict = censor(text)
    if (said.size < MOST_KEPT) said.set(text, verdict)
    return verdict
  }
}

/** A censor for some names. Its cost grows with the text, not with the number of names. */
export function censorOf(names: Iterable<string>): Censor {
  const phrases = new Set<string>()
  const literal = new Set<string>()
  // How names begin: where a text goes on otherwise, there is nothing to look for.
  const begun = new Set<string>()
  for (const name of names) {
    const words = wordsOf(name).slice(0, LONGEST)
    if (words.length === 0) {
      if (name.trim() !== '') literal.add(name.toLowerCase())
    } else {
      phrases.add(words.join(' '))
      for (let size = 1; size < words.length; size++) begun.add(words.slice(0, size).join(' '))
    }
  }
  if (phrases.size + literal.size === 0) return () => false
  return (text) => named(wordsOf(text), phrases, begun) || (literal.size > 0 && [...literal].some((name) => text.toLowerCase().includes(name)))
}

function named(words: readonly string[], phrases: ReadonlySet<string>, begun: ReadonlySet<string>): boolean {
  for (let at = 0; at < words.length; at++) {
    let phrase = words[at] as string
    for (let next = at + 1; begun.has(phrase) && !phrases.has(phrase) && next < words.length; next++) phrase = `${phrase} ${words[next] as string}`
    if (phrases.has(phrase)) return true
  }
  return false
}
