// The first view is asked for at every start. Without a task it follows from the files, the choices and what was learned, and from nothing else: so it is kept like all that
// follows from bytes, and a studio that is opened again shows it as soon as the files have been looked at.
import { keptJson } from '../core/kept-json.ts'
import { originOf } from '../workspace/index.ts'
import type { Asked } from './asked.ts'
import type { PlanView } from './contract.ts'

const KIND = 'first_view'

/** A place where the view of one plan lies, or will lie. */
export interface Shelf {
  recall(): PlanView | undefined
  keep(view: PlanView): void
}

/** The shelf for what was asked; undefined when the plan follows from more: a task and an order ask git's history, a commit has files of its own, a model may answer otherwise. */
export function shelfFor(asked: Asked): Shelf | undefined {
  const { workspace: { memory, commit }, settings } = asked
  if (memory === undefined || settings.task !== '' || settings.order.value !== 'path' || commit !== undefined || settings.embeddings.value !== undefined) return undefined
  const origin = originOf(asked.workspace, asked.reading, asked)
  return {
    recall: () => keptJson<PlanView>(memory.recallText(KIND, origin)),
    keep: (view) => memory.keepText(KIND, origin, JSON.stringify(view)),
  }
}
