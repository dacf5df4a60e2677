// Plans: written here, checked while they are written, explained before they run, and run within limits when somebody says so.
import { useEffect, useRef, useState } from 'preact/hooks'
import { query } from '../address.ts'
import type { PlanPageView } from '../../../src/studio/contract/catalog.ts'
import { commandOf, reading } from '../choices.ts'
import { only } from './address.ts'
import { useAnswer } from './answer.ts'
import { Editor, showPlace } from './editor.tsx'
import { Explained } from './explained.tsx'
import { Frame } from './frame.tsx'
import { keepPlan, planIn } from './kept-plan.ts'
import { Run } from './run.tsx'

/** Milliseconds of silence after which what was typed is looked at. */
const PAUSE = 300

/** What the twin is asked. */
function asked(plan: string): URLSearchParams {
  const params = only(query.value, ['role'])
  if (plan !== '') params.set('plan', plan)
  return params
}

/** The same in a shell, with the plan as it stands. */
const command = (): string => commandOf('fovea plan explain -', only(query.value, ['role']))

/** The page. */
export function PlanPage() {
  const plan = planIn(query.value)
  return <Frame title="Plan" command={reading(command(), plan)} brief={`${command()} <<'PLAN' …`} twin="/catalog/plan.json" asked={asked(plan)}><Body /></Frame>
}

function Body() {
  const kept = planIn(query.value)
  const [text, setText] = useState(kept)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => setText(kept), [kept])
  useEffect(() => {
    const clock = setTimeout(() => keepPlan(text), PAUSE)
    return () => clearTimeout(clock)
  }, [text])
  const { answer, wrong, busy } = useAnswer<PlanPageView>('/catalog/plan.json', asked(kept))
  const problems = answer?.check?.data.problems ?? []
  return (
    <>
      <Examples onPick={setText} />
      <div class="plan-page">
        <section aria-label="The plan">
          <Editor text={text} problems={kept === text ? problems : []} box={box} onInput={setText} />
          <div class={`progress${busy ? ' busy' : ''}`} />
          <p id="plan-said" role="status">{saying(answer)}</p>
          {wrong === undefined ? null : <p class="wrong" role="alert">{wrong}</p>}
          <ul class="problems">{problems.map(({ severity, message, place, line, column }) => (
            <li key={place + message} class={severity}>
              <button type="button" onClick={() => { if (box.current !== null && line !== undefined) showPlace(box.current, line, column ?? 1) }}>{line === undefined ? '' : `line ${line}, column ${column}: `}{place === '' ? '' : `${place}: `}{message}</button>
            </li>
          ))}</ul>
        </section>
        <section aria-label="What it does">
          <Run plan={kept} ready={answer?.check?.data.ok === true} types={answer?.check?.data.result ?? []} />
          {answer?.explain === undefined ? null : <Explained plan={answer.explain.data} />}
        </section>
      </div>
    </>
  )
}

function saying(answer: PlanPageView | undefined): string {
  if (answer?.check === undefined) return 'Write a plan, or take an example. Nothing runs before you say so.'
  const { ok, result, problems } = answer.check.data
  const mistakes = problems.filter(({ severity }) => severity === 'error').length
  return ok ? `The plan can run. Result: ${result.join(', ')}` : `${mistakes} ${mistakes === 1 ? 'mistake' : 'mistakes'}: the plan cannot run`
}

/** Plans that fit what is here. */
function Examples({ onPick }: { onPick: (text: string) => void }) {
  const { answer } = useAnswer<PlanPageView>('/catalog/plan.json', only(query.value, ['role']))
  const examples = answer?.examples ?? []
  if (examples.length === 0) return null
  return <div class="tabs" role="group" aria-label="Examples">{examples.map(({ title, text }) => <button key={title} type="button" onClick={() => onPick(text)}>{title}</button>)}</div>
}
