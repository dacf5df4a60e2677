/** How much of a block is shown, from nothing to every byte. `code` is everything but long documentation. */
export const LEVELS = ['none', 'line', 'shape', 'detail', 'code', 'full'] as const

export type Level = (typeof LEVELS)[number]

/** The place of a level on the ladder: none 0 ... full 5. */
export const heightOf = (level: Level): number => LEVELS.indexOf(level)

/** The higher of two levels. */
export const higher = (a: Level, b: Level): Level => (heightOf(a) >= heightOf(b) ? a : b)

/** The lower of two levels. */
export const lower = (a: Level, b: Level): Level => (heightOf(a) <= heightOf(b) ? a : b)

const SEED_NAMES: Record<Level, string> = { full: 'L0', code: 'L0', detail: 'L1', shape: 'L2', line: 'L3', none: 'L3' }

/** The name that skeleton users know: L0 full, L1 skeleton with docs, L2 signatures, L3 not included. */
export const seedName = (level: Level): string => SEED_NAMES[level]

const SPELLINGS: Record<string, Level> = {
  l0: 'full', l1: 'detail', l2: 'shape', l3: 'none',
  // Zoom depths of the Fractal protocol.
  implementation: 'detail', signature: 'shape',
}

/** A level as people type it: `full`, `L1`, `signature`; undefined for anything else. */
export function levelNamed(text: string): Level | undefined {
  const word = text.toLowerCase()
  return LEVELS.find((name) => name === word) ?? (Object.hasOwn(SPELLINGS, word) ? SPELLINGS[word] : undefined)
}

/** The same, which must be one. */
export function levelFrom(text: string): Level {
  const level = levelNamed(text)
  if (level === undefined) throw new TypeError(`a level is one of ${LEVELS.join(', ')} or L0 to L3, not "${text}"`)
  return level
}
