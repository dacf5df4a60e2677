// Words and their stems. Identifiers are read part by part: `closeAllSessions` holds close, all and session.

const LITTLE = ('a am an and are as at be but by can could do does for from has have how i if in into is it its make must need new no not of on or our '
  + 'should so than that the their then there these they this to use used using was we when where which while who why will with would you your my me just more other '
  + 'add also code error fix file get issue let like please see set support want via after before between because all any each only some such up us eg ie vs re ok etc').split(' ')

/** A word as code and prose write it. */
export const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu

const LONGEST_STEM = 40

const known = new Map<string, readonly string[]>()
/** The cache is emptied at this size: generated text has endless words. */
const MOST_KNOWN = 200_000

/** The stems of the parts of a word. */
export function stemsOf(word: string): readonly string[] {
  const before = known.get(word)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const stems = plainStems(word)
  const all = stems.length < 2 ? stems : [...stems, ...pairsOf(stems)]
  known.set(word, all)
  return all
}

const plainStems = (word: string): string[] => partsOf(word).map(stemOf).filter((stem) => stem.length >= 2 && stem.length <= LONGEST_STEM)

/** Neighbours as one: `clientIP`, `client_ip` and the words `client ip` share a pair, which says more than both words apart. */
export const pairsOf = (stems: readonly string[]): string[] => stems.slice(1).map((stem, i) => `${stems[i]} ${stem}`)

/** As words and as stems: `these` is looked up as `thes`. */
const STOP = new Set(LITTLE.flatMap((word) => [word, stemOf(word)]))

/** Whether a stem tells nothing apart: a little word. */
export const isCommon = (stem: string): boolean => STOP.has(stem)

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
