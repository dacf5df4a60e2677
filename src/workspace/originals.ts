// Outputs of tools that were shown in part. A frozen workspace and one without a cache keep none.
import type { Workspace } from './workspace.ts'

/** Keeps an output, which must hold no secrets; gives its handle, or nothing when there is nowhere to keep it. */
export function keepOriginal(workspace: Workspace, text: string): string | undefined {
  const id = workspace.digest.sha256(text).slice(0, 8)
  return workspace.originals?.keep(id, text) === true ? `out@${id}` : undefined
}

/** An output that was kept; undefined when it is not here, not any more, or not what it was. */
export function findOriginal(workspace: Workspace, pin: string): string | undefined {
  const text = workspace.originals?.find(pin.slice(0, 8))
  return text !== undefined && workspace.digest.sha256(text).startsWith(pin) ? text : undefined
}
