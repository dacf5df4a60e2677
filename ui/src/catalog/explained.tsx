// What each source will run, what is done here, and what is unwise.
import { Copy } from '../copy.tsx'
import { counted } from '../numbers.ts'
import type { ExplainedPiece } from '../../../src/ir/explain.ts'
import type { ExplainedPlan } from '../../../src/studio/contract/catalog.ts'
import { cardAt } from './address.ts'
import { Code } from './code.tsx'
import { ending } from './words.tsx'

/** A plan before it runs. */
export function Explained({ plan: { pieces, local, personal, anti_patterns: avoid } }: { plan: ExplainedPlan }) {
  return (
    <section class="card" aria-label="Explained">
      <h2>What runs where</h2>
      {pieces.map((part, place) => <Part key={place} part={part} />)}
      <h3>Here</h3>
      <p>{local.length === 0 ? 'Nothing: the sources run all of it.' : local.map(({ step, op }) => `${step} (${op})`).join(', ')}</p>
      {personal.length === 0 ? null : <p><strong>Personal data in the result:</strong> {personal.join(', ')}</p>}
      {avoid.length === 0 ? null : <><h3>Avoid</h3><ul class="avoid">{avoid.map(({ resource, text }) => <li key={resource + text}>{ending(resource)}: {text}</li>)}</ul></>}
    </section>
  )
}

function Part({ part: { source, by, steps, cost, dialect, sql, parameters = [], columns, call, args = {}, most_calls: most } }: { part: ExplainedPiece }) {
  const code = sql ?? (call === undefined ? `all rows${columns === undefined ? '' : ` of ${columns.join(', ')}`}` : `${call} ${JSON.stringify(args)}`)
  return (
    <>
      <h3>{source} runs {steps.join(', ')}</h3>
      <figure class="snippet">
        <figcaption>{by === 'sql' ? `${dialect} query` : by === 'call' ? `at most ${counted(most ?? 1)} calls` : 'read'}<Copy text={() => code} label={`Copy what ${source} runs`} /></figcaption>
        <Code engine={by === 'sql' ? 'sql' : 'text'} text={code} />
      </figure>
      {parameters.length === 0 ? null : <p>Bound to it: <code>{JSON.stringify(parameters)}</code></p>}
      <ul class="plain-list">{cost.map(({ resource, rows_est: rows, latency_ms_p50: latency }) => <li key={resource}><a href={cardAt(resource)}>{ending(resource)}</a>{rows === undefined ? '' : `: about ${counted(rows)} rows`}{latency === undefined ? '' : `, ${counted(latency)} ms`}</li>)}</ul>
    </>
  )
}
