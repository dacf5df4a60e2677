// Contexts that can be taken up again.
import type { Group } from '../operation.ts'
import { list, rm, show } from './look.ts'
import { restore, resume } from './resume.ts'
import { save } from './save.ts'
import { redo, sessionZoom, undo } from './zoom.ts'

/** The word that session commands share. */
export const SESSION: Group = {
  name: 'session',
  title: 'Save a context and take it up again on later code',
  doc: 'A session keeps the request, the plan as handles, zooms, artifacts and the conversation, and no text of the code. It is a JSON file in .fovea/sessions, or in the folder that --dir names.',
}

/** All session commands, in the order of help. */
export const SESSION_OPERATIONS = [save, resume, restore, list, show, sessionZoom, undo, redo, rm] as const
