// What a plan follows from besides its files and its settings. Whoever keeps a plan keeps this with it, and makes another when it is not the same any more: somebody may have
// learned, named or committed something in another window.
import { storeText } from '../core/learn/store.ts'
import { historyKey } from '../sources/history.ts'
import { aliasesShown } from './ctx/shown.ts'
import { recalled } from './experience.ts'
import type { Settings } from './settings.ts'
import type { Workspace } from './workspace.ts'

/** All of it as a text to compare. Only a task and an order ask what was committed. */
export async function besides(workspace: Workspace, { task, order }: Settings): Promise<string> {
  const { store, diagnostics } = await recalled(workspace.experience)
  const shown = aliasesShown(workspace)
  const past = task === '' && order.value === 'path' ? '' : historyKey(workspace.root, workspace.commit)
  return JSON.stringify([storeText(store), diagnostics, [...shown.aliases], shown.diagnostics, past, workspace.facts(false)])
}
