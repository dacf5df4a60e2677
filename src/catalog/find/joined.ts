// Words that were written together: `custid` is found by `cust` and by `id`, because other names of the catalogue hold these apart.

/** Parts this short are names of their own. */
const SHORT = ['id', 'no'] as const
const LEAST_PART = 3
const LEAST_WHOLE = 5

/** How many resources hold a word. */
export type Holders = (word: string) => number

/** The two known words of which a word is made, the most usual pair; undefined when it is one word. */
export function partsOfJoined(word: string, holders: Holders): readonly [string, string] | undefined {
  if (word.length < LEAST_WHOLE || /\d/.test(word)) return undefined
  let best: readonly [string, string] | undefined
  let most = 0
  for (let at = 2; at <= word.length - 2; at++) {
    const count = Math.min(firstCount(word.slice(0, at), holders), secondCount(word.slice(at), holders))
    if (count > most) [best, most] = [[word.slice(0, at), word.slice(at)], count]
  }
  return best
}

const isShort = (part: string): boolean => (SHORT as readonly string[]).includes(part)

/** The first part may be a shortening that stands alone once; the second must be usual. */
const firstCount = (part: string, holders: Holders): number => (isShort(part) ? Math.max(1, holders(part)) : part.length >= LEAST_PART ? holders(part) : 0)
const secondCount = (part: string, holders: Holders): number => (isShort(part) ? Math.max(1, holders(part)) : part.length >= LEAST_PART && holders(part) > 1 ? holders(part) : 0)
