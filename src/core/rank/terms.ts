// Words of a task, and where they stand in code. Identifiers are read part by part: `closeAllSessions` holds close, all and session.

const STOP = new Set(('a an and are as at be but by can could do does for from has have how i if in into is it its make must need new no not of on or our '
  + 'should so than that the their then there these they this to use used using was we when where which while who why will with would you your '
  + 'add also code error fix file files get issue let like please see set support want via after before between because all any each only some such').split(' '))

/** Longer words are pasted data. */
const LONGEST_STEM = 60

/** One word to look for. */
export interface Term {
  /** Lower case, without its ending. */
  readonly stem: string
  readonly weight: number
}

/** The words of a text that can tell code apart, each once, in order of appearance. */
export function termsOf(text: string): readonly Term[] {
  const seen = new Map<string, Term>()
  for (const word of text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []) {
    const parts = partsOf(word)
    // A word written like an identifier was written with care: its parts count for more.
    const weight = parts.length > 1 || /[_$\p{Lu}]/u.test(word.slice(1)) ? 1.5 : 1
    for (const part of parts) {
      const stem = stemOf(part)
      if (stem.length < 3 || stem.length > LONGEST_STEM || STOP.has(part) || STOP.has(stem) || seen.has(stem)) continue
      seen.set(stem, { stem, weight })
    }
  }
  return [...seen.values()].slice(0, 64)
}

/** `closeAllSessions` -> close, all, sessions. */
export function partsOf(identifier: string): string[] {
  return identifier
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[ _$]+/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase())
}

/** A light stem: plural and verb endings go, so that `expires` finds `expire` and `expiry`. */
export function stemOf(word: string): string {
  for (const ending of ['ations', 'ation', 'ingly', 'ings', 'ing', 'ies', 'ied', 'ers', 'ed', 'es', 'er', 's', 'e', 'y']) {
    if (word.length - ending.length >= 4 && word.endsWith(ending)) return word.slice(0, -ending.length)
  }
  return word
}

/** Finds terms in text: calls back with the index of the term and where it stands. One pass, case ignored. */
export function scanner(terms: readonly Term[]): (text: string, found: (term: number, at: number) => void) => void {
  if (terms.length === 0) return () => {}
  const index = new Map(terms.map((term, i) => [term.stem, i]))
  const longestFirst = [...index.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
  const pattern = new RegExp(longestFirst.map((stem) => stem.replace(/[$]/g, '\\$&')).join('|'), 'gi')
  return (text, found) => {
    for (const match of text.matchAll(pattern)) {
      const term = index.get(match[0].toLowerCase())
      if (term !== undefined && startsPart(text, match.index)) found(term, match.index)
    }
  }
}

/** Whether an identifier part begins here: not in the middle of a run of lower-case letters. */
function startsPart(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const letterBefore = (before >= 97 && before <= 122) || (before >= 65 && before <= 90)
  if (at === 0 || !letterBefore) return true
  const here = text.charCodeAt(at)
  return here >= 65 && here <= 90 && before >= 97
}
