// Levels as people see them: a name, a colour, a key.
import type { Level } from '../../src/core/level.ts'

/** From nothing to everything; the place is the number in a plan. */
export const LEVELS: readonly Level[] = ['none', 'line', 'shape', 'detail', 'code', 'full']

/** What each shows, for people. */
export const LEVEL_DOCS: Readonly<Record<Level, string>> = {
  none: 'left out', line: 'one line', shape: 'signatures', detail: 'signatures and docs', code: 'code without long docs', full: 'everything',
}

/** The class that colours it: `level-shape`. */
export const levelClass = (level: Level | undefined): string => `level-${level ?? 'none'}`

/** Keys 1 to 5. */
export const LEVEL_KEYS: Readonly<Record<string, Level>> = { 1: 'line', 2: 'shape', 3: 'detail', 4: 'code', 5: 'full' }
