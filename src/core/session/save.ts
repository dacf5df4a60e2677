// From a compiled context to the checkpoint of its session.
import type { Compiled } from '../compile.ts'
import type { Digest } from '../ports.ts'
import { type Checkpoint, CHECKPOINT_VERSION, emptyCheckpoint, type StoredRequest } from './checkpoint.ts'
import { shownIn } from './inventory.ts'

/** What a session is at the moment of saving. */
export interface Moment {
  readonly id: string
  readonly timestamp: string
  readonly taskType: string
  readonly task: string
  readonly request: StoredRequest
  readonly compiled: Compiled
  readonly digest: Digest
  /** Fields to set as they are: state, artifacts, conversation_history, somebody's own. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** The checkpoint of a moment. What the session already had and the moment does not speak of is kept. */
export function checkpointOf(moment: Moment, before?: Checkpoint): Checkpoint {
  const { compiled, request } = moment
  const past = before ?? emptyCheckpoint(moment.id)
  const budget = request.budget
  const used = typeof budget === 'number' && budget > 0 ? compiled.tokens / budget : 0
  return {
    ...past, ...moment.fields,
    session_id: moment.id, timestamp: moment.timestamp, task_type: moment.taskType, user_request: moment.task,
    context_summary: { ...past.context_summary, chunks_included: compiled.page.files.length, tokens_used: compiled.tokens, utilization: Math.round(used * 1e4) / 1e4 },
    fovea: { ...past.fovea, version: CHECKPOINT_VERSION, request, plan: shownIn(compiled.plan, moment.digest) },
  }
}
