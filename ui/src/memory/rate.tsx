// Useful or not: two buttons, a reason for the journal, what changed by it, and a way to take it back.
import { useState } from 'preact/hooks'
import { about } from '../plan.ts'
import './memory.css'
import { forget, rate, ratePack, taught, teaching } from './teach.ts'

/** The rating of one file; of the whole context without a path. */
export function Rate({ path }: { path?: string }) {
  const [reason, setReason] = useState('')
  const what = path ?? 'this context'
  if (about.value?.frozen === true) return <p class="quiet">This studio was started with --frozen: nothing is learned.</p>
  const say = (useful: boolean): void => {
    void (path === undefined ? ratePack(useful, reason) : rate(path, useful, reason))
    setReason('')
  }
  const id = `why-${path === undefined ? 'context' : 'file'}`
  return (
    <div class="rate" role="group" aria-label={`Feedback on ${what}`}>
      <div class="rate-acts">
        <button type="button" disabled={teaching.value} onClick={() => say(true)}>{path === undefined ? 'Useful context' : 'Useful'}</button>
        <button type="button" disabled={teaching.value} onClick={() => say(false)}>{path === undefined ? 'Not a useful context' : 'Not useful'}</button>
        <label class="hidden-label" for={id}>Reason, for the journal</label>
        <input id={id} type="text" value={reason} placeholder="Reason, for the journal" maxLength={300} onInput={(event) => setReason(event.currentTarget.value)} />
      </div>
      <Effect about={path ?? ''} />
    </div>
  )
}

function Effect({ about: subject }: { about: string }) {
  const last = taught.value
  if (teaching.value) return <p class="quiet">Learning, and making the plan again…</p>
  if (last === undefined || last.about !== subject) return null
  return (
    <p class={last.failed === true ? 'wrong' : 'effect'}>{last.text} {last.undo === true && subject !== '' ? <button type="button" onClick={() => void forget(subject)}>Undo: forget it</button> : null}</p>
  )
}
