// An answer follows from the files, from what was asked, learned, named and committed, and from nothing else. Asked again while all of that is the same, it is given again: then nothing is
// counted, ranked or chosen. What may be answered otherwise every time is not kept.
import { keptJson } from '../core/known.ts'
import { besides } from './besides.ts'
import { originOf } from './origin.ts'
import type { Settings } from './settings.ts'
import { hasCatalog } from './summon.ts'
import type { Reading, Workspace } from './workspace.ts'

/** A place where one answer lies, or will lie. */
export interface AnswerPlace<T> {
  /** What lies there; whoever takes it looks whether it is what was meant. */
  recall(): Partial<T> | undefined
  keep(answer: T): Promise<void>
}

interface Kept<T> {
  /** All of the digest: the name of a file has its beginning only. */
  readonly origin: string
  readonly answer: T
}

/** Where the answer to a question lies. Undefined without a cache, and for what follows from more than can be compared: a model, a catalogue, what is not committed. */
export async function answerPlace<T>(workspace: Workspace, settings: Settings, { reading, said }: { reading: Reading; said: string }): Promise<AnswerPlace<T> | undefined> {
  const { answers, embedder } = workspace
  const asksMore = embedder !== undefined || settings.embeddings.value !== undefined || settings.order.value !== 'path' || hasCatalog(workspace)
  if (answers === undefined || asksMore) return undefined
  const past = settings.task === '' ? undefined : workspace.historyProblem()
  const now = async (): Promise<string> => originOf(workspace, reading, { said: JSON.stringify([said, settings, past]), besides: await besides(workspace, settings) })
  const origin = await now()
  return {
    recall: () => {
      const kept = keptJson<Kept<Partial<T>>>(answers.find(origin.slice(0, 8)))
      return kept?.origin === origin ? kept.answer ?? undefined : undefined
    },
    keep: async (answer) => {
      // What was learned, named or committed while the answer was made may have gone into it or not.
      if (await isPastKnown(workspace, settings) && await now() === origin) answers.keep(origin.slice(0, 8), JSON.stringify({ origin, answer } satisfies Kept<T>))
    },
  }
}

/** Whether a task was given all of the past that there is: git may be missing, or too slow for once. */
async function isPastKnown(workspace: Workspace, { task }: Settings): Promise<boolean> {
  if (task === '') return true
  const history = await workspace.history()
  return history === undefined ? workspace.historyProblem() === undefined : history.partial !== true
}
