// One file: its level and why in a sentence, what speaks for it, what can be done, and what stands in it.
import type { PlanView, SignalView, WhyView } from '../../../../src/studio/contract.ts'
import { choose, query } from '../../address.ts'
import { choicesIn, commandFor, commandOf } from '../../choices.ts'
import { Copy } from '../../copy.tsx'
import { levelClass, LEVEL_DOCS } from '../../level.ts'
import { Rate } from '../../memory/rate.tsx'
import { counted, percent, scored } from '../../numbers.ts'
import { Absent } from '../absent.tsx'
import { exclude, isPinned, togglePin } from '../rules.tsx'
import { select } from '../selection.ts'
import { type Answer, useAnswer } from './asked.ts'
import { Definitions } from './definitions.tsx'

/** The panel of a file. */
export function FileWhy({ plan, path }: { plan: PlanView; path: string }) {
  const answer = useAnswer(path)
  return (
    <>
      <div class="why-head"><h2 class="mono">{path}</h2><button type="button" class="plain" aria-label="Look at no file" title="Look at no file (esc)" onClick={() => select(undefined)}>×</button></div>
      {answer === undefined ? <p class="empty" aria-busy="true">Looking…</p> : <Heard plan={plan} answer={answer} />}
    </>
  )
}

function Heard({ plan, answer: { view, absent, wrong, near = [] } }: { plan: PlanView; answer: Answer }) {
  if (absent !== undefined) return <Absent file={absent} />
  if (view === undefined) return <><p class="wrong" role="alert">{wrong}</p><Near paths={near} /></>
  return (
    <>
      <p class="because" role="status"><span class={`swatch ${levelClass(view.level)}`} aria-hidden="true" />{view.because}</p>
      {view.raise === '' ? null : <p class="raise">{view.raise}</p>}
      <p>{counted(view.cost)} tokens shown of {counted(view.tokens)} ({percent(view.cost, plan.tokens)} of the context), {view.language}, {LEVEL_DOCS[view.level]}.</p>
      <Acts plan={plan} view={view} />
      <Rate path={view.id} />
      <Signals view={view} />
      {view.rules.length === 0 ? null : <><h3>Rules that speak</h3><ul class="said">{view.rules.map((rule) => <li key={rule}>{rule}</li>)}</ul></>}
      <Copies view={view} />
      <Definitions blocks={view.blocks} />
    </>
  )
}

/** What could have been meant. */
function Near({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null
  return <><h3>Did you mean</h3><ul class="picks">{paths.map((path) => <li key={path}><button type="button" class="link mono" onClick={() => select(path)}>{path}</button></li>)}</ul></>
}

function Acts({ plan, view: { id, cost, tokens } }: { plan: PlanView; view: WhyView }) {
  const pinned = isPinned(id)
  const more = Math.max(0, tokens - cost)
  const share = plan.budget === 'none' ? '' : `, ${percent(more, plan.budget)} of the budget`
  return (
    <div class="why-acts" role="group" aria-label="Rules for this file">
      <button type="button" aria-pressed={pinned} onClick={() => togglePin(id)}>Pin</button>
      <button type="button" onClick={() => exclude(id)}>Omit</button>
      <button type="button" onClick={() => choose({ view: 'text' })}>See its text</button>
      <span class="price">{pinned ? 'It is shown in full, whatever it costs.' : more === 0 ? 'A pin costs nothing more.' : `A pin costs about ${counted(more)} tokens more${share}.`}</span>
    </div>
  )
}

function Signals({ view: { score, signals, rank, of } }: { view: WhyView }) {
  return (
    <>
      <h3>Score {scored(score)} <span class="price">{counted(rank)} of {counted(of)}</span></h3>
      <ul class="signals">{signals.map((signal) => <Signal key={signal.name + signal.why} signal={signal} />)}</ul>
    </>
  )
}

const Signal = ({ signal: { name, strength, why } }: { signal: SignalView }) => (
  <li><span class="name">{name}</span><span class="share-bar" aria-hidden="true"><span style={{ width: `${Math.max(0, Math.min(1, strength)) * 100}%` }} /></span><span class="number">{strength.toFixed(2)}</span><span class="words">{why}</span></li>
)

function Copies({ view: { id, handle } }: { view: WhyView }) {
  const chosen = choicesIn(query.value)
  return (
    <div class="why-acts" role="group" aria-label="Copy of this file">
      <Copy label="Copy path" text={() => id}>Copy path</Copy>
      <Copy label="Copy handle" text={() => handle}>Copy handle</Copy>
      <Copy label="Copy zoom command" text={() => commandOf('fovea zoom', new URLSearchParams(), handle)}>Copy zoom command</Copy>
      <Copy label="Copy explain command" text={() => commandFor(chosen, 'fovea explain', id)}>Copy explain command</Copy>
      <code class="handle">{handle}</code>
    </div>
  )
}
