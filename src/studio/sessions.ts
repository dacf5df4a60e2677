// Sessions, for a page: what each was made with, as an address says it, and what changed since.
import { WHOLE_LADDER } from '../core/request.ts'
import { type Changes, sentencesOf } from '../core/session/changes.ts'
import type { Checkpoint } from '../core/session/checkpoint.ts'
import type { Context, Outcome } from '../operations/index.ts'
import { list, type SessionListed, show } from '../operations/session/look.ts'
import { resume } from '../operations/session/resume.ts'
import type { SessionRow, SessionStanding } from './contract.ts'

/** Sessions that a page lists. */
const MOST_SESSIONS = 200

/** What a command says when nothing is typed. */
const HERE = { root: '.', dir: undefined, json: true } as const

/** The newest first. One that cannot be used says why and harms no other. */
export async function sessionsOf(context: Context): Promise<SessionRow[]> {
  const rows = (await list.run(HERE, context) as Outcome).data as readonly SessionListed[]
  return Promise.all(rows.slice(0, MOST_SESSIONS).map((row) => rowOf(row, context)))
}

async function rowOf({ session_id: id, timestamp: saved, task_type: kind, state, tokens_used: tokens, user_request: request, broken }: SessionListed, context: Context): Promise<SessionRow> {
  const row = { id, saved, kind, state, tokens, request }
  if (broken !== undefined) return { ...row, broken }
  const checkpoint = (await show.run({ id, ...HERE }, context) as Outcome).data as Checkpoint
  return { ...row, zooms: checkpoint.fovea.position, choices: choicesOf(checkpoint) }
}

/** The options of `fovea pack` that make its request; what would hold anyway is not said. */
function choicesOf({ user_request: task, fovea: { request } }: Checkpoint): Readonly<Record<string, string | readonly string[]>> {
  const { budget, format, meter, lens, include = [], exclude = [], pin = [], levels = [], level = [] } = request
  const all = {
    budget: budget === undefined ? '' : String(budget), task, lens: lens === 'default' ? '' : lens ?? '', include, exclude: exclude.filter((pattern) => !pattern.startsWith('!')), pin, level: level.map((one) => `${one.match}=${one.level}`),
    levels: WHOLE_LADDER.every((level) => levels.includes(level)) ? [] : levels, format: format ?? '', meter: meter ?? '',
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value.length > 0))
}

/** What became of a session since it was saved, on the files of today. */
export async function standingOf(id: string | undefined, { frozen, context }: { frozen: boolean; context: Context }): Promise<SessionStanding> {
  const { data } = await resume.run({ id, budget: undefined, format: undefined, output: undefined, log: undefined, frozen, verify: false, noCache: false, redact: undefined, ...HERE }, context) as Outcome
  const { session_id, saved, changes, notes, tokens, zooms } = data as { session_id: string; saved: string; changes: Changes; notes: readonly string[]; tokens: number; zooms: readonly string[] }
  const sentences = sentencesOf(changes, { planned: true })
  return { id: session_id, saved, tokens, zooms, sentences: sentences.length === 0 ? ['nothing changed'] : sentences, notes }
}
