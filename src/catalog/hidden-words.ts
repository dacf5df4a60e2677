// Names that must not be told, looked for in text word by word. `hr.salaries`, "hr"."salaries", hrSalaries and `hr salaries` are one name: what looks like it is taken for it.

/** Finds hidden names in texts. */
export interface Censor {
  /** Whether a text names something hidden. */
  (text: string): boolean
}

/** Names longer than this are looked for as they are written. */
const LONGEST = 12

/** The words of a text, in small letters: split at signs, underscores and inner capitals. */
export const wordsOf = (text: string): string[] => (text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** A censor for some names. Its cost grows with the text, not with the number of names. */
export function censorOf(names: Iterable<string>): Censor {
  const phrases = new Set<string>()
  const literal = new Set<string>()
  let longest = 0
  for (const name of names) {
    const words = wordsOf(name)
    if (words.length === 0 || words.length > LONGEST) {
      if (name.trim() !== '') literal.add(name.toLowerCase())
    } else {
      phrases.add(words.join(' '))
      longest = Math.max(longest, words.length)
    }
  }
  return (text) => named(wordsOf(text), phrases, longest) || (literal.size > 0 && [...literal].some((name) => text.toLowerCase().includes(name)))
}

function named(words: readonly string[], phrases: ReadonlySet<string>, longest: number): boolean {
  for (let at = 0; at < words.length; at++) {
    let phrase = ''
    for (let size = 0; size < longest && at + size < words.length; size++) {
      phrase = size === 0 ? (words[at] as string) : `${phrase} ${words[at + size] as string}`
      if (phrases.has(phrase)) return true
    }
  }
  return false
}
