// The modes by name.
import { markdown } from './markdown.ts'
import { minimal } from './minimal.ts'
import type { Mode } from './mode.ts'
import { xml } from './xml.ts'

export { BETWEEN, type Mode, type Omitted } from './mode.ts'

/** The names of the modes; the first is the default. */
export const MODE_NAMES = ['xml', 'markdown', 'minimal'] as const

/** The name of a mode. */
export type ModeName = (typeof MODE_NAMES)[number]

/** The modes. */
export const MODES: Readonly<Record<ModeName, Mode>> = { xml, markdown, minimal }
