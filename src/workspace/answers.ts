// An answer follows from the files, from what was asked, learned, named and committed, and from nothing else. Asked again while all of that is the same, it is given again: then nothing is
// counted, ranked or chosen. So it is while files changed that the answer follows from so roughly that it stays the same. What may be answered otherwise every time is not kept.
import type { Footing } from '../core/footing.ts'
import { keptJson } from '../core/kept-json.ts'
import { wordedOf } from '../core/known.ts'
import { besides } from './besides.ts'
import type { Read } from './compile.ts'
import { footingText, standingOrigin } from './footing.ts'
import { groundOf, originOn, type Saying, toldOf } from './origin.ts'
import type { Settings } from './settings.ts'
import { hasCatalog } from './summon.ts'
import type { Workspace } from './workspace.ts'

/** An answer of which the most is one long text. */
export interface Texted {
  readonly text: string
}

/** A place where one answer lies, or will lie. */
export interface AnswerPlace<T extends Texted> {
  /** What lies there, or what would lie there if it were made anew; whoever takes it looks whether it is what was meant. */
  recall(): Partial<T> | undefined
  /** Keeps an answer, with what it stands on where that is known. */
  keep(answer: T, footing?: Footing): Promise<void>
}

/** What stands in the first line, before the text: written as JSON the text would cost most of the time that an answer takes. */
interface Kept<T> {
  /** All of the digest: the name of a file has its beginning only. */
  readonly origin: string
  readonly answer: Omit<T, 'text'>
}

/** Where the answer to a question lies. Undefined without a cache, and for what follows from more than can be compared: a model, a catalogue, what is not committed. */
export async function answerPlace<T extends Texted>(workspace: Workspace, settings: Settings, { reading, known, said }: Read & { readonly said: string }): Promise<AnswerPlace<T> | undefined> {
  const { answers, embedder } = workspace
  const asksMore = embedder !== undefined || settings.embeddings.value !== undefined || settings.order.value !== 'path' || hasCatalog(workspace)
  if (answers === undefined || asksMore) return undefined
  const past = settings.task === '' ? undefined : workspace.historyProblem()
  const sayingNow = async (): Promise<Saying> => ({ said: JSON.stringify([said, settings, past]), besides: await besides(workspace, settings) })
  const told = toldOf(workspace, reading, await sayingNow())
  // The same question about files of the same names.
  const ground = groundOf(told, workspace, reading)
  const origin = originOn(ground, workspace, reading)
  const under = (one: string): Partial<T> | undefined => {
    const lying = answers.find(one.slice(0, 8)) ?? ''
    const line = lying.indexOf('\n')
    const kept = line < 0 ? undefined : keptJson<Kept<T>>(lying.slice(0, line))
    return kept?.origin === one ? { ...kept.answer, text: lying.slice(line + 1) } as Partial<T> : undefined
  }
  return {
    recall: () => {
      const same = under(origin)
      if (same !== undefined || settings.task === '') return same
      const footing = answers.footings.find(ground.slice(0, 8))
      // A few files are counted sooner than what is kept of all can be opened.
      const standing = footing === undefined ? undefined : standingOrigin(footing, { ground, entries: reading.entries, known: (entry) => known?.priced.get(entry) ?? wordedOf(entry, { parser: workspace.parser }) })
      return standing === undefined ? undefined : under(standing)
    },
    keep: async (answer, footing) => {
      // What was learned, named or committed while the answer was made may have gone into it or not.
      if (!await isPastKnown(workspace, settings) || toldOf(workspace, reading, await sayingNow()) !== told) return
      const { text, ...rest } = answer
      if (answers.keep(origin.slice(0, 8), `${JSON.stringify({ origin, answer: rest } satisfies Kept<T>)}\n`, text) && footing !== undefined) answers.footings.keep(ground.slice(0, 8), footingText(footing, { origin, ground, entries: reading.entries }))
    },
  }
}

/** Whether a task was given all of the past that there is: git may be missing, or too slow for once. */
async function isPastKnown(workspace: Workspace, { task }: Settings): Promise<boolean> {
  if (task === '') return true
  const history = await workspace.history()
  return history === undefined ? workspace.historyProblem() === undefined : history.partial !== true
}
