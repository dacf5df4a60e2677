// What is known before anything is chosen: the folder as it is now, and what the choices mean in it.
import type { Reading, Settings, Workspace } from '../workspace/index.ts'

/** A plan that is to be made. */
export interface Asked {
  /** The choices and the configuration, to be compared. */
  readonly said: string
  readonly workspace: Workspace
  readonly settings: Settings
  readonly reading: Reading
  /** What the plan follows from besides, to be compared. */
  readonly besides: string
}
