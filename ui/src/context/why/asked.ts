// What the server says of the file that is looked at. It is asked after a pause: while a slider moves, plans come one after another.
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AbsentView, MissingView, WhyView } from '../../../../src/studio/contract.ts'
import { changed } from '../../address.ts'
import { ask } from '../../ask.ts'
import { plan, planQuery } from '../../plan.ts'

/** The newest answer: reasons, why it is not there, or what went wrong. */
export interface Answer {
  readonly path: string
  readonly view?: WhyView
  readonly absent?: AbsentView
  readonly wrong?: string
  /** Files that could have been meant. */
  readonly near?: readonly string[]
}

const answer = signal<Answer | undefined>(undefined)

/** Milliseconds between a new plan, or another file, and the question: who holds a key down asks about the last file only. */
const PAUSE = 100

/** The answer for a file; that of an earlier plan until the new one is there, none for another file. */
export function useAnswer(path: string): Answer | undefined {
  const view = plan.value
  useEffect(() => {
    const end = new AbortController()
    const clock = setTimeout(() => void arrive(path, end.signal), PAUSE)
    return () => {
      clearTimeout(clock)
      end.abort()
    }
  }, [path, view])
  return answer.value?.path === path ? answer.value : undefined
}

async function arrive(path: string, signal: AbortSignal): Promise<void> {
  const heard = await answerFor(path, signal).catch((error: Error) => ({ path, wrong: error.message }))
  if (!signal.aborted) answer.value = heard
}

async function answerFor(path: string, signal: AbortSignal): Promise<Answer> {
  const chosen = new URLSearchParams(planQuery.peek())
  if (plan.peek()?.files.path.includes(path)) return { path, view: await ask<WhyView>('/why.json', changed(chosen, { target: path }), { signal }) }
  const { files, near = [] } = await ask<MissingView>('/missing.json', changed(chosen, { find: path, near: 'true' }), { signal })
  const absent = files.find((one) => one.path === path)
  return absent === undefined ? { path, wrong: `There is no file ${path} here.`, near } : { path, absent }
}
