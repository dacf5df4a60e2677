// Saves what is chosen as a session, so that it can be taken up again on later code.
import { useState } from 'preact/hooks'
import type { Ran } from '../../../src/studio/contract.ts'
import { announce } from '../announce.tsx'
import { choose, query } from '../address.ts'
import { ask } from '../ask.ts'
import { choicesIn } from '../choices.ts'
import './memory.css'

/** The choices as JSON: what can be said several times is a list. */
function bodyOf(chosen: URLSearchParams): Record<string, unknown> {
  const lists = new Set(['include', 'exclude', 'pin', 'level', 'levels'])
  const names = [...new Set(chosen.keys())].filter((name) => name !== 'order')
  return Object.fromEntries(names.map((name) => [name, lists.has(name) ? chosen.getAll(name) : chosen.get(name)]))
}

/** A name and a button. */
export function SaveSession() {
  const [name, setName] = useState('')
  const [told, setTold] = useState<{ text: string; failed?: boolean }>()
  const chosen = choicesIn(query.value)
  const commit = chosen.get('commit')
  const save = async (): Promise<void> => {
    try {
      const { data } = await ask<Ran<{ session_id: string }>>('/session/save.json', undefined, { body: { ...bodyOf(chosen), ...(name.trim() === '' ? {} : { id: name.trim() }) } })
      setTold({ text: `saved as ${data.session_id}` })
      announce(`the session ${data.session_id} was saved`)
    } catch (error) {
      setTold({ text: `it was not saved: ${(error as Error).message}`, failed: true })
    }
  }
  return (
    <form class="save-session" onSubmit={(event) => { event.preventDefault(); void save() }}>
      <label for="session-name">Session</label>
      <input id="session-name" type="text" value={name} placeholder="Name, or empty for one from the task" autocomplete="off" spellcheck={false} onInput={(event) => setName(event.currentTarget.value)} />
      <button type="submit" disabled={commit !== null} aria-describedby={commit === null ? undefined : 'session-refused'}>Save session</button>
      {commit === null ? null : <AtCommit commit={commit} />}
      {chosen.has('order') ? <span class="quiet">A session does not keep: order.</span> : null}
      {told === undefined ? null : <span role="status" class={told.failed === true ? 'wrong' : 'quiet'}>{told.text} {told.failed === true ? null : <a href="/memory">See it</a>}</span>}
    </form>
  )
}

/** Why nothing can be saved at a commit, and the way out. */
const AtCommit = ({ commit }: { commit: string }) => (
  <>
    <span id="session-refused" class="quiet">A session is about the files on disk and cannot keep the commit {commit}: take the commit away, then save.</span>
    <button type="button" onClick={() => choose({ commit: undefined })}>Take the commit away</button>
  </>
)
