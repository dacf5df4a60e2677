// Runs a plan within limits. A source that was not added on this machine refuses, and says what to do; nothing here asks for credentials.
import { useEffect, useState } from 'preact/hooks'
import { choose, query } from '../address.ts'
import { ask } from '../ask.ts'
import { Copy } from '../copy.tsx'
import { counted } from '../numbers.ts'
import type { Ran } from '../../../src/studio/contract.ts'
import type { PlanRows } from '../../../src/studio/contract/catalog.ts'
import { csvOf, jsonOf } from './table-text.ts'
import { visible } from '../../../src/core/visible.ts'

/** The form and what came of it. */
export function Run({ plan, ready, types }: { plan: string; ready: boolean; types: readonly string[] }) {
  const [ran, setRan] = useState<Ran<PlanRows>>()
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [limit, timeout] = [query.value.get('limit') ?? '1000', query.value.get('timeout') ?? '30']
  useEffect(() => { setRan(undefined); setWrong(undefined) }, [plan])
  const run = (event: SubmitEvent): void => {
    event.preventDefault()
    const role = query.value.get('role')
    setBusy(true)
    setWrong(undefined)
    ask<Ran<PlanRows>>('/catalog/run.json', undefined, { body: { plan, limit, timeout, ...(role === null ? {} : { role }) } })
      .then(setRan, (error: Error) => { setRan(undefined); setWrong(error.message) }).finally(() => setBusy(false))
  }
  return (
    <section aria-label="Run">
      <h2>Run</h2>
      <form class="run-form" onSubmit={run}>
        <div class="field"><label for="limit">Most rows</label><input id="limit" inputMode="numeric" value={limit} onChange={(event) => choose({ limit: event.currentTarget.value }, { replace: true })} /></div>
        <div class="field"><label for="timeout">Most seconds</label><input id="timeout" inputMode="numeric" value={timeout} onChange={(event) => choose({ timeout: event.currentTarget.value }, { replace: true })} /></div>
        <button type="submit" class="primary" disabled={!ready || busy}>{busy ? 'Running…' : 'Run'}</button>
      </form>
      {wrong === undefined ? null : <p class="wrong" role="alert">{wrong}</p>}
      {ran === undefined ? null : <Table ran={ran} types={types} />}
    </section>
  )
}

/** Rows that are drawn at once. */
const STEP = 200

function Table({ ran: { data, report }, types }: { ran: Ran<PlanRows>; types: readonly string[] }) {
  const [most, setMost] = useState(STEP)
  const typeOf = (name: string): string => types.find((one) => one.startsWith(`${name}:`))?.slice(name.length + 1) ?? ''
  return (
    <>
      <p role="status">{counted(data.rows.length)} {data.rows.length === 1 ? 'row' : 'rows'}</p>
      {report.map((line) => <p key={line}>{line}</p>)}
      <div class="tabs"><Copy text={() => csvOf(data)} label="Copy the rows as CSV">CSV</Copy><Copy text={() => jsonOf(data)} label="Copy the rows as JSON">JSON</Copy></div>
      <div class="wide" tabIndex={0} role="region" aria-label="Rows">
        <table>
          <thead><tr>{data.columns.map((name) => <th key={name} scope="col"><code>{name}</code> <span class="type">{typeOf(name)}</span></th>)}</tr></thead>
          <tbody>{data.rows.slice(0, most).map((row, place) => <tr key={place}>{row.map((value, at) => <td key={at} class={typeof value === 'number' ? 'number' : ''}>{value === null ? <span class="empty">null</span> : visible(String(value))}</td>)}</tr>)}</tbody>
        </table>
      </div>
      {data.rows.length <= most ? null : <button type="button" onClick={() => setMost(most + 5 * STEP)}>Show more ({counted(data.rows.length - most)} left)</button>}
    </>
  )
}
