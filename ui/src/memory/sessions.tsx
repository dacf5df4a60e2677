// Contexts that were saved: what each was for, what changed since, and the way back to it.
import { signal } from '@preact/signals'
import type { SessionRow, SessionStanding } from '../../../src/studio/contract.ts'
import { announce } from '../announce.tsx'
import { href } from '../address.ts'
import { ask } from '../ask.ts'
import { Copy } from '../copy.tsx'
import { counted } from '../numbers.ts'

const standings = signal<Readonly<Record<string, SessionStanding | string>>>({})

const tell = (id: string, standing: SessionStanding | string): void => { standings.value = { ...standings.peek(), [id]: standing } }

async function look(id: string): Promise<void> {
  tell(id, 'Looking…')
  tell(id, await ask<SessionStanding>('/session.json', new URLSearchParams({ id })).catch((error: Error) => error.message))
}

/** All of them, the newest first. */
export function Sessions({ rows, again }: { rows: readonly SessionRow[]; again: () => void }) {
  const remove = async (id: string): Promise<void> => {
    await ask('/session/remove.json', undefined, { body: { id } }).then(() => announce(`the session ${id} was removed`), (error: Error) => announce(`it was not removed: ${error.message}`))
    again()
  }
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      {rows.length === 0 ? <p class="empty">No session was saved yet. Below the files of <a href="/">the context</a> is a button that saves one.</p> : <ul class="sessions">{rows.map((row) => <Session key={row.id} row={row} remove={() => void remove(row.id)} />)}</ul>}
    </section>
  )
}

function Session({ row: { id, saved, kind, state, tokens, request, broken, zooms = 0, choices }, remove }: { row: SessionRow; remove: () => void }) {
  return (
    <li>
      <h3 class="mono">{id}</h3>
      {broken === undefined ? <p>{request === '' ? 'An overview' : request} <span class="quiet">{kind}, {state}, {counted(tokens)} tokens{zooms === 0 ? '' : `, ${zooms} zoomed`}, saved {saved.replace('T', ' ').replace(/:\d\dZ$/, '')}</span></p> : <p class="wrong">It cannot be used: {broken}</p>}
      <div class="session-acts">
        {broken === undefined && choices !== undefined ? <><a class="button" href={href('/', choices)}>Resume</a><button type="button" onClick={() => void look(id)}>What changed since?</button><Copy label={`Copy command that resumes ${id}`} text={() => `fovea session resume ${id}`}>Copy command</Copy></> : null}
        <button type="button" aria-label={`Remove ${id}`} onClick={remove}>Remove</button>
      </div>
      <Standing standing={standings.value[id]} />
    </li>
  )
}

function Standing({ standing }: { standing: SessionStanding | string | undefined }) {
  if (standing === undefined) return null
  if (typeof standing === 'string') return <p role="status">{standing}</p>
  return <ul role="status" class="standing">{[...standing.sentences, ...standing.notes, `${counted(standing.tokens)} tokens today`].map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
}
