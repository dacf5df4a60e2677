import { counted } from '../../core/names.ts'
import { emptyCheckpoint } from '../../core/session/checkpoint.ts'
import { sessionIdFrom } from '../../core/session/id.ts'
import { checkpointOf } from '../../core/session/save.ts'
import type { Flags, TaskAsk, TaskCompilation, Workspace } from '../../workspace/index.ts'
import { storedPrompt } from '../prompt.ts'
import { keep, loadIfThere, shelfOf } from './files.ts'
import { storedRequest } from './inflate.ts'

/** Saves the prompt of a task as a session, and says where. What the session had beside it stays. */
export async function keepPrompt(workspace: Workspace, made: TaskCompilation, { id: typed, ask, flags }: { id: string; ask: TaskAsk; flags: Flags }): Promise<string> {
  const id = sessionIdFrom(typed)
  const shelf = await shelfOf(workspace, undefined)
  const before = await loadIfThere(shelf, id)
  const request = { ...storedRequest(made.settings, flags), budget: made.budget.total, prompt: storedPrompt(ask) }
  const moment = { id, timestamp: workspace.timestamp(), taskType: made.understood.intent, task: ask.request, request, compiled: made.compiled, digest: workspace.digest }
  const saved = await keep(shelf, checkpointOf(moment, before?.checkpoint ?? emptyCheckpoint(id)), before?.text)
  return `saved ${shelf.shown}/${id}.json: ${counted(saved.fovea.plan.length, 'handle')}; take it up again with fovea session resume ${id}`
}
