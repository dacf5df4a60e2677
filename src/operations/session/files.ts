// Sessions on disk as checkpoints: every way in and out says which file, what is wrong with it and what to do next.
import { relative, resolve } from 'node:path'
import { nextStep } from '../../core/document-fault.ts'
import { flag, text, UsageError } from '../../core/field.ts'
import { suggestion } from '../../core/nearest.ts'
import { type Checkpoint, CheckpointError, checkpointFrom, checkpointText } from '../../core/session/checkpoint.ts'
import { sessionIdFrom } from '../../core/session/id.ts'
import { LostUpdate, documentsFor, documentsIn, DocumentError, filed, type SharedDocuments, withoutSecrets, type Workspace } from '../../workspace/index.ts'
import { Failure } from '../operation.ts'

/** Where sessions are kept unless told. */
const FOLDER = '.fovea/sessions'

/** Inputs that every session command has. */
export const placing = {
  root: text('The folder', { sign: 'DIR', otherwise: '.' }),
  dir: text('Where sessions are kept, such as .copilot/sessions', { sign: 'DIR', otherwise: FOLDER }),
  json: flag('The answer as JSON'),
}

/** A folder of sessions, with its name for people. */
export interface Shelf {
  readonly files: SharedDocuments
  readonly shown: string
}

/** A session as it was read. */
export interface Loaded {
  readonly text: string
  readonly checkpoint: Checkpoint
}

const ADVICE = ': name another folder with --dir'

/** Opens the sessions of a workspace: those of its team, or the files in a folder that was named. */
export async function shelfOf(workspace: Workspace, dir: string | undefined): Promise<Shelf> {
  const { root } = workspace
  const own = dir === undefined || dir === FOLDER
  const files = own ? await documentsFor(workspace, FOLDER, ADVICE) : filed(documentsIn(root, resolve(root, dir), { advice: ADVICE }))
  return { files, shown: relative(root, files.folder).startsWith('..') ? files.folder : relative(root, files.folder).replaceAll('\\', '/') || '.' }
}

/** The id that a command needs. */
export function idTyped(typed: string | undefined, verb: string): string {
  if (typed === undefined) throw new UsageError(`name a session: fovea session ${verb} ID; "fovea session list" lists them`)
  return sessionIdFrom(typed)
}

/** Reads a session that must be there. */
export async function load(shelf: Shelf, id: string): Promise<Loaded> {
  const found = await loadIfThere(shelf, id)
  if (found !== undefined) return found
  const names = await namesOn(shelf)
  throw new Failure(`there is no session "${id}" in ${shelf.shown}; ${names.length === 0 ? 'make one with fovea session save' : suggestion(id, names)}`)
}

/** Reads a session; undefined when there is none. */
export async function loadIfThere(shelf: Shelf, id: string): Promise<Loaded | undefined> {
  try {
    const text = await shelf.files.read(id)
    return text === undefined ? undefined : { text, checkpoint: withoutSecrets(checkpointFrom(text, id)) }
  } catch (error) {
    throw broken(shelf, id, error)
  }
}

function broken(shelf: Shelf, id: string, error: unknown): unknown {
  if (!(error instanceof CheckpointError || error instanceof DocumentError)) return error
  const file = `${shelf.shown}/${id}.json`
  const fault = error instanceof CheckpointError ? error : { newer: false }
  return new Failure(`${file} cannot be used: ${error.message}. ${nextStep(fault)}; "fovea session rm ${id}" removes it, "fovea session save ${id} --replace" starts anew and keeps it as ${id}.json.bak`)
}

/** The names of all files that could be sessions. */
export async function namesOn(shelf: Shelf): Promise<string[]> {
  try {
    return await shelf.files.names()
  } catch (error) {
    throw error instanceof DocumentError ? new Failure(`the sessions in ${shelf.shown} cannot be listed: ${error.message}`) : error
  }
}

/** Writes a session whose file still reads `before`, with the next revision. */
export async function keep(shelf: Shelf, checkpoint: Checkpoint, before: string | undefined): Promise<Checkpoint> {
  const id = checkpoint.session_id
  const next = withoutSecrets<Checkpoint>({ ...checkpoint, fovea: { ...checkpoint.fovea, revision: checkpoint.fovea.revision + 1 } })
  try {
    const text = checkpointText(next)
    // What could not be read again must not be written.
    checkpointFrom(text, id)
    await shelf.files.write(id, text, before)
  } catch (error) {
    throw unwritten(shelf, checkpoint, error)
  }
  return next
}

function unwritten(shelf: Shelf, { session_id: id, fovea }: Checkpoint, error: unknown): unknown {
  if (error instanceof LostUpdate) return new Failure(`the session "${id}" was not saved: ${error.message} (this run began at revision ${fovea.revision}). Run it again to go on from what is there now`)
  if (error instanceof CheckpointError) return new Failure(`the session "${id}" was not saved: ${error.message}`)
  return error instanceof DocumentError ? new Failure(`${shelf.shown}/${id}.json cannot be written: ${error.message}`) : error
}

/** Moves a file that cannot be used out of the way; says where it is now. */
export async function setAside(shelf: Shelf, id: string): Promise<string> {
  try {
    return relative(shelf.files.folder, await shelf.files.setAside(id))
  } catch (error) {
    throw error instanceof DocumentError ? new Failure(`${shelf.shown}/${id}.json cannot be moved out of the way: ${error.message}`) : error
  }
}
