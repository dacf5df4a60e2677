// Zooms of a session as a row with a place in it: what lies before the place holds, what lies behind it was undone and can be done again.
import type { Level } from '../level.ts'

/** Something that was raised. */
export interface Zoom {
  /** As it was asked for: `fn=closeAll`. */
  readonly target: string
  readonly level: Level
  /** Handles of what it named then: `src/a.ts#Sessions.closeAll@9f8e7d6c`. */
  readonly handles: readonly string[]
}

/** All zooms, oldest first, and how many of them hold. */
export interface History {
  readonly zooms: readonly Zoom[]
  readonly position: number
}

/** The zooms that hold. */
export const inEffect = ({ zooms, position }: History): readonly Zoom[] => zooms.slice(0, position)

/** One zoom more. What was undone before is forgotten. */
export const zoomed = (history: History, zoom: Zoom): History => ({ zooms: [...inEffect(history), zoom], position: history.position + 1 })

/** The last zoom that holds no longer does; undefined when none holds. */
export const undone = ({ zooms, position }: History): History | undefined => (position === 0 ? undefined : { zooms, position: position - 1 })

/** The zoom that was undone last holds again; undefined when none was. */
export const redone = ({ zooms, position }: History): History | undefined => (position === zooms.length ? undefined : { zooms, position: position + 1 })
