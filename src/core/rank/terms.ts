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

/** What a stem leaves out, the longest first, by the last letter. */
const ENDINGS: ReadonlyMap<number, readonly string[]> = byLastLetter(['ations', 'ation', 'ingly', 'ings', 'ing', 'ies', 'ied', 'ers', 'ed', 'es', 'er', 's', 'e', 'y'])

function byLastLetter(endings: readonly string[]): Map<number, string[]> {
  const groups = new Map<number, string[]>()
  for (const ending of endings) {
    const last = ending.charCodeAt(ending.length - 1)
    groups.set(last, [...groups.get(last) ?? [], ending])
  }
  return groups
}


/** As words and as stems: `these` is looked up as `thes`. */
const STOP = new Set(LITTLE.flatMap((word) => [word, stemOf(word)]))

/** Whether a stem tells nothing apart: a little word. */
export const isCommon = (stem: string): boolean => STOP.has(stem)

/** `closeAllSessions` -> close, all, sessions. */
export const partsOf = (identifier: string): string[] => (PLAIN.test(identifier) ? plainParts(identifier) : foreignParts(identifier))

const PLAIN = /^[\w$]*$/

/** Nearly every word is plain, and every distinct word of a workspace comes here once: letter by letter is several times as quick as by expressions. */
function plainParts(identifier: string): string[] {
  const parts: string[] = []
  const lower = identifier.toLowerCase()
  let start = 0
  for (let at = 0; at < identifier.length; at++) {
    const between = isBetween(identifier.charCodeAt(at))
    if (!between && (at === 0 || !beginsPart(identifier, at))) continue
    if (at > start) parts.push(lower.slice(start, at))
    start = between ? at + 1 : at
  }
  if (start < lower.length) parts.push(lower.slice(start))
  return parts
}

const isBetween = (code: number): boolean => code === 95 || code === 36
const isUpper = (code: number): boolean => code >= 65 && code <= 90
const isLower = (code: number): boolean => code >= 97 && code <= 122

/** A capital begins a part after anything but a capital, and before a small letter. */
function beginsPart(text: string, at: number): boolean {
  if (!isUpper(text.charCodeAt(at))) return false
  const before = text.charCodeAt(at - 1)
  return isUpper(before) ? isLower(text.charCodeAt(at + 1)) : !isBetween(before)
}

function foreignParts(identifier: string): string[] {
  return identifier
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[ _$]+/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase())
}

/** A light stem: plural and verb endings go, so that `expires` finds `expire` and `expiry`. */
export function stemOf(word: string): string {
  for (const ending of ENDINGS.get(word.charCodeAt(word.length - 1)) ?? []) {
    if (word.length - ending.length >= 4 && word.endsWith(ending)) return word.slice(0, -ending.length)
  }
  return word
}
