// What changed across the catalogue: between two scans or revisions, and against what the sources hold now.
import { useState } from 'preact/hooks'
import { choose, query } from '../address.ts'
import { ask } from '../ask.ts'
import { counted } from '../numbers.ts'
import type { ResourceDiff } from '../../../src/catalog/diff.ts'
import type { Ran } from '../../../src/studio/contract.ts'
import type { ChangesView } from '../../../src/studio/contract/catalog.ts'
import { commandOf } from '../choices.ts'
import { cardAt, only } from './address.ts'
import { useAnswer } from './answer.ts'
import { Frame } from './frame.tsx'
import { Badge, When, Words } from './words.tsx'

const asked = (): URLSearchParams => only(query.value, ['since', 'until', 'limit', 'role'])

/** The page. */
export function ChangesPage() {
  return <Frame title="What changed" command={commandOf('fovea catalog diff', only(query.value, ['since', 'until', 'role']))} twin="/catalog/changes.json" asked={asked()}><Body /></Frame>
}

function Body() {
  const { answer, wrong, busy } = useAnswer<ChangesView>('/catalog/changes.json', asked())
  return (
    <>
      <div class={`progress${busy ? ' busy' : ''}`} />
      {wrong === undefined ? null : <p class="wrong" role="alert">{wrong}</p>}
      {answer === undefined ? null : (
        <>
          <Span scans={answer.scans} />
          <p role="status">{answer.total === 0 ? 'Nothing changed.' : `${counted(answer.total)} ${answer.total === 1 ? 'change' : 'changes'}, ${counted(answer.breaking)} breaking`}</p>
          <Diffs diffs={answer.diffs} />
          {answer.diffs.length >= answer.total ? null : <button type="button" onClick={() => choose({ limit: String(answer.diffs.length + 500) })}>Show more ({counted(answer.total - answer.diffs.length)} left)</button>}
        </>
      )}
      <Live />
    </>
  )
}

/** Between which scans; a revision or a day can be typed. */
function Span({ scans }: { scans: ChangesView['scans'] }) {
  const field = (name: 'since' | 'until', label: string) => (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} list="scans" placeholder="2026-01-31, or a revision" value={query.value.get(name) ?? ''} onChange={(event) => choose({ [name]: event.currentTarget.value.trim(), limit: undefined })} />
    </div>
  )
  return (
    <form class="span-form" onSubmit={(event) => event.preventDefault()}>
      {field('since', 'Since')}{field('until', 'Until')}
      <datalist id="scans">{scans.slice(0, 100).map(({ at, changes, breaking }) => <option key={at} value={at}>{`${changes} changes, ${breaking} breaking`}</option>)}</datalist>
      <div class="field"><label for="scan">One scan</label>
        <select id="scan" value={query.value.get('since') === query.value.get('until') ? (query.value.get('since') ?? '') : ''} onChange={(event) => choose({ since: event.currentTarget.value, until: event.currentTarget.value, limit: undefined })}>
          <option value="">all</option>{scans.slice(0, 100).map(({ at, changes }) => <option key={at} value={at}>{`${at} (${changes})`}</option>)}
        </select>
      </div>
    </form>
  )
}

function Diffs({ diffs }: { diffs: readonly ResourceDiff[] }) {
  return (
    <ul class="plain-list changes">{diffs.map(({ id, what, breaking, differences, rev, at }, place) => (
      <li key={place}>
        {what === 'removed' ? <code>{id}</code> : <a href={cardAt(id)}>{id}</a>} {what} {breaking ? <Badge kind="bad">breaking</Badge> : null} {rev === undefined ? null : <span class="empty">rev {rev}, <When at={at ?? ''} /></span>} <Words words={differences.map(({ text }) => text)} label={`Changes of ${id}`} />
      </li>
    ))}</ul>
  )
}

/** Looks at the sources again; nothing of it is kept. */
function Live() {
  const [found, setFound] = useState<Ran<readonly ResourceDiff[]>>()
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const look = (): void => {
    setBusy(true)
    setWrong(undefined)
    const role = query.value.get('role')
    ask<Ran<readonly ResourceDiff[]>>('/catalog/live.json', undefined, { body: role === null ? {} : { role } }).then(setFound, (error: Error) => setWrong(error.message)).finally(() => setBusy(false))
  }
  return (
    <section aria-label="The sources now">
      <h2>The sources now</h2>
      <p>Looks at each source that was added on this machine, and compares it with the catalogue. Nothing is kept: <code>fovea catalog scan</code> does that.</p>
      <button type="button" disabled={busy} onClick={look}>{busy ? 'Looking…' : 'Compare with the sources'}</button>
      {wrong === undefined ? null : <p class="wrong" role="alert">{wrong}</p>}
      {found === undefined ? null : <><p role="status">{found.report.join(', ')}</p>{found.problems.map(({ message }) => <p key={message} class="wrong">{message}</p>)}<Diffs diffs={found.data} /></>}
    </section>
  )
}
