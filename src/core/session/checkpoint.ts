// A checkpoint is data that others read too: the fields of the task envelope's protocol as they are there, ours under one key, and whatever else
// somebody put beside them is kept. It holds handles, never text of the code.
import { DocumentFault, newerVersion } from '../document-fault.ts'
import { isRecord, jsonFrom } from '../json.ts'
import { LEVELS, type Level } from '../level.ts'
import { knownFaults, type Schema } from '../schema.ts'
import { INTENTS } from '../task/intent.ts'
import type { History } from './history.ts'
import type { Shown } from './inventory.ts'

/** The version of what stands under `fovea`. */
export const CHECKPOINT_VERSION = 1

/** A session as it is kept. */
export interface Checkpoint {
  readonly session_id: string
  /** ISO time of the last save. */
  readonly timestamp: string
  readonly task_type: string
  readonly user_request: string
  readonly state: string
  readonly context_summary: { readonly chunks_included: number; readonly tokens_used: number; readonly utilization: number }
  readonly artifacts: readonly unknown[]
  readonly conversation_history: readonly unknown[]
  readonly fovea: Own
  readonly [other: string]: unknown
}

/** What Fovea adds. */
export interface Own extends History {
  readonly version: number
  /** Goes up with every save: tells two writers apart. */
  readonly revision: number
  readonly request: StoredRequest
  /** What was shown at shape or more. */
  readonly plan: readonly Shown[]
  readonly [other: string]: unknown
}

/** The choices that lead to the same context on the same code; the task is `user_request`. */
export interface StoredRequest {
  readonly budget?: number | 'none'
  readonly format?: string
  readonly meter?: string
  readonly lens?: string
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly pin?: readonly string[]
  readonly levels?: readonly Level[]
  /** Paths that are shown at one level and no other. */
  readonly level?: readonly { readonly match: string; readonly level: Level }[]
  readonly prompt?: StoredPrompt
}

/** How `fovea task` was asked, when a session is a prompt; the request itself is `user_request`, its budget that of the whole turn. */
export interface StoredPrompt {
  readonly intent?: string
  /** The part of the budget for the prompt. */
  readonly share?: number
  readonly trace?: string
  readonly files?: readonly string[]
  readonly maxFiles?: number
  readonly depth?: number
  readonly commits?: number
}

/** Why a text is not a session that can be used. The message ends a sentence that begins with the file. */
export class CheckpointError extends DocumentFault {
  override readonly name = 'CheckpointError'
}

const text: Schema = { type: 'string' }
const count: Schema = { type: 'number', minimum: 0 }
const texts: Schema = { type: 'array', items: text }
const level: Schema = { type: 'string', enum: LEVELS }

const FIELDS: Readonly<Record<string, Schema>> = {
  session_id: text, timestamp: text, task_type: text, user_request: text, state: text,
  artifacts: { type: 'array' }, conversation_history: { type: 'array' },
}

const SUMMARY: Readonly<Record<string, Schema>> = { chunks_included: count, tokens_used: count, utilization: count }

const PROMPT: Schema = { type: 'object', properties: { intent: { type: 'string', enum: INTENTS }, share: { ...count, maximum: 1 }, trace: text, files: texts, maxFiles: count, depth: count, commits: count } }

const REQUEST: Readonly<Record<string, Schema>> = {
  prompt: PROMPT, format: text, meter: text, lens: text, include: texts, exclude: texts, pin: texts, levels: { type: 'array', items: level },
  level: { type: 'array', items: { type: 'object', required: ['match', 'level'], properties: { match: text, level } } },
}

const OWN: Readonly<Record<string, Schema>> = {
  revision: count, position: count,
  plan: { type: 'array', items: { type: 'object', required: ['handle', 'level'], properties: { handle: text, level } } },
  zooms: { type: 'array', items: { type: 'object', required: ['target', 'level', 'handles'], properties: { target: text, level, handles: texts } } },
}

/** Reads the text of a session's file. Fields that are missing get what an empty session has; fields of others are kept. */
export function checkpointFrom(json: string, id: string): Checkpoint {
  const value = jsonFrom(json, (why) => new CheckpointError(why))
  if (!isRecord(value)) throw new CheckpointError('it is not a session: a session is a JSON object')
  if (typeof value['session_id'] !== 'string') throw new CheckpointError('it is not a session: session_id is missing')
  if (value['session_id'] !== id) throw new CheckpointError(`it says that it is the session ${JSON.stringify(value['session_id'].slice(0, 80))}`)
  refuse(knownFaults(value, FIELDS, ''))
  const summary = recordAt(value, 'context_summary')
  refuse(knownFaults(summary, SUMMARY, 'context_summary.'))
  const empty = emptyCheckpoint(id)
  return { ...empty, ...value, context_summary: { ...empty.context_summary, ...summary }, fovea: ownFrom(recordAt(value, 'fovea'), empty.fovea) }
}

/** What can be read of a value in which something is broken, on the ground of what is known besides and without the parts that `skip` names; undefined when that is not a session. */
export function sessionIn(value: unknown, id: string, besides?: { ground: Checkpoint; skip: (part: unknown) => boolean }): Checkpoint | undefined {
  if (!isRecord(value)) return undefined
  const ground = besides?.ground ?? emptyCheckpoint(id)
  // Half a list is better than none, and worse than all of it.
  const sound = (fields: Record<string, unknown>, known: Known): Record<string, unknown> => (besides === undefined ? soundFields(fields, known, halfList) : soundFields(fields, known, (part) => (besides.skip(part) ? undefined : part)))
  const { context_summary: summary, fovea, session_id: _id, ...fields } = value
  const own = isRecord(fovea) ? fovea : {}
  const request = sound(isRecord(own['request']) ? own['request'] : {}, REQUEST)
  if (typeof fields['user_request'] !== 'string' && Object.keys(request).length === 0) return undefined
  const merged = { ...ground.fovea, ...sound(own, OWN), version: CHECKPOINT_VERSION, request: { ...ground.fovea.request, ...request } }
  const whole = { ...ground, ...sound(fields, FIELDS), session_id: id, context_summary: { ...ground.context_summary, ...sound(isRecord(summary) ? summary : {}, SUMMARY) }, fovea: { ...merged, position: Math.min(merged.position, merged.zooms.length) } }
  try {
    return checkpointFrom(checkpointText(whole), id)
  } catch {
    return undefined
  }
}

type Known = Readonly<Record<string, Schema>>

/** The fields that are what they must be, once `part` has looked at them; undefined leaves one out. */
function soundFields(fields: Record<string, unknown>, known: Known, part: (value: unknown, schema: Schema | undefined) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const kept = part(value, Object.hasOwn(known, name) ? known[name] : undefined)
    return kept !== undefined && knownFaults({ [name]: kept }, known, '').length === 0 ? [[name, kept]] : []
  }))
}

/** Of a list, the values that are what they must be. */
function halfList(value: unknown, schema: Schema | undefined): unknown {
  const items = schema?.items
  return items === undefined || !Array.isArray(value) ? value : value.filter((each) => knownFaults({ each }, { each: items }, '').length === 0)
}

/** The text of a session's file. */
export function checkpointText(checkpoint: Checkpoint): string {
  try {
    return `${JSON.stringify(checkpoint, null, 2)}\n`
  } catch {
    throw new CheckpointError('it nests deeper than can be written')
  }
}

/** A session before anything happened in it. */
export const emptyCheckpoint = (id: string): Checkpoint => ({
  session_id: id, timestamp: '1970-01-01T00:00:00Z', task_type: 'explore', user_request: '', state: 'running',
  context_summary: { chunks_included: 0, tokens_used: 0, utilization: 0 }, artifacts: [], conversation_history: [],
  fovea: { version: CHECKPOINT_VERSION, revision: 0, request: {}, plan: [], zooms: [], position: 0 },
})

function ownFrom(own: Record<string, unknown>, empty: Own): Own {
  const version = own['version'] ?? CHECKPOINT_VERSION
  if (typeof version !== 'number') throw new CheckpointError('fovea.version must be a number')
  if (version > CHECKPOINT_VERSION) throw new CheckpointError(newerVersion(version, CHECKPOINT_VERSION), true)
  const request = recordAt(own, 'request', 'fovea.')
  refuse([...knownFaults(own, OWN, 'fovea.'), ...knownFaults(request, REQUEST, 'fovea.request.'), ...budgetFaults(request['budget'])])
  const whole = { ...empty, ...own, request } as Own
  if (!Number.isInteger(whole.position) || whole.position > whole.zooms.length) throw new CheckpointError('fovea.position is not a place in fovea.zooms')
  return whole
}

const budgetFaults = (budget: unknown): string[] =>
  (budget === undefined || budget === 'none' || (typeof budget === 'number' && budget >= 0) ? [] : ['fovea.request.budget must be a number or "none"'])

function refuse([fault]: readonly string[]): void {
  if (fault !== undefined) throw new CheckpointError(fault)
}

function recordAt(value: Record<string, unknown>, name: string, place = ''): Record<string, unknown> {
  const inner = Object.hasOwn(value, name) ? value[name] : {}
  if (!isRecord(inner)) throw new CheckpointError(`${place}${name} must be an object`)
  return inner
}
