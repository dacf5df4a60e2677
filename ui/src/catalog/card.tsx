// The card of a resource: all that is needed to use it, as the reader may see it.
import { query } from '../address.ts'
import { Copy } from '../copy.tsx'
import { commandOf } from '../choices.ts'
import type { CardView } from '../../../src/studio/contract/catalog.ts'
import { Access } from './access.tsx'
import { at, cardAt, only } from './address.ts'
import { useAnswer } from './answer.ts'
import { Columns, Inputs } from './columns.tsx'
import { Frame } from './frame.tsx'
import { planOn } from './plan-on.ts'
import { Quality } from './quality.tsx'
import { Snippets } from './snippets.tsx'
import { Badge, ending, When, Words } from './words.tsx'
import { visible } from '../../../src/core/visible.ts'

/** The page. */
export function CardPage() {
  const asked = only(query.value, ['id', 'role'])
  const id = query.value.get('id') ?? ''
  return <Frame title={id === '' ? 'Resource' : ending(id)} command={commandOf('fovea catalog details', only(asked, ['role']), id)} twin="/catalog/resource.json" asked={asked}><Body asked={asked} /></Frame>
}

function Body({ asked }: { asked: URLSearchParams }) {
  const { answer, wrong, busy } = useAnswer<CardView>('/catalog/resource.json', asked)
  if (wrong !== undefined) return <p class="wrong" role="alert">{wrong} <a href={at('/catalog')}>Search</a></p>
  return answer === undefined ? <p class="empty" aria-busy={busy}>Loading…</p> : <Card view={answer} />
}

/** What a plan can begin with. */
const PLANNED = ['scan', 'call', 'invoke'] as const

function Card({ view }: { view: CardView }) {
  const { resource: { overview, details }, source, keys, joins, givers, history, access } = view
  return (
    <article class="card">
      <About view={view} />
      <Inputs inputs={details.inputs ?? []} givers={givers} />
      <Columns title={overview.kind === 'api' || overview.kind === 'skill' ? 'Answer' : overview.kind === 'bus' ? 'Message' : 'Columns'} columns={details.columns} keys={keys} nulls={details.quality.null_rate ?? {}} />
      <Snippets snippets={details.usage.snippets} />
      {PLANNED.some((can) => overview.cap.includes(can)) ? <p><a href={at('/catalog/plan', { plan: planOn(view.resource) })}>Try it in a plan</a></p> : null}
      <Avoid patterns={details.usage.anti_patterns} />
      <Joins constraints={details.constraints} joins={joins} />
      <Quality overview={overview} details={details} />
      <Access details={details} access={access} />
      <History history={history} />
      <section><h2>Source</h2><dl><dt>Name</dt><dd><a href={at('/catalog', { source: source.name })}>{source.name}</a></dd><dt>Type</dt><dd>{source.type}</dd>{source.scanned === undefined ? null : <><dt>Scanned</dt><dd><When at={source.scanned} /></dd></>}{source.failure === undefined ? null : <><dt>Down</dt><dd class="wrong">{source.failure}</dd></>}</dl></section>
    </article>
  )
}

function About({ view: { resource: { overview, details } } }: { view: CardView }) {
  const { id, uri, kind, title, description, tags, owner, shape, rev, what_changed: changed, cap, examples } = overview
  return (
    <section aria-label="About">
      <p><strong>{visible(title)}</strong>{description === undefined ? '' : `: ${visible(description)}`}</p>
      <div class="facts"><Badge>{kind}</Badge>{tags.map((tag) => <Badge key={tag}>{tag}</Badge>)}{owner === undefined ? null : <Badge>owner {owner}</Badge>}{changed.length === 0 ? null : <Badge kind="changed">what changed: rev {rev}</Badge>}</div>
      <Words words={changed} label="What the newest revision changed" />
      <dl>
        <dt>Id</dt><dd><code>{id}</code> <Copy text={() => id} label="Copy the id" /></dd>
        <dt>Address</dt><dd><code>{uri}</code></dd>
        {shape.rows_est === undefined ? null : <><dt>Rows</dt><dd>about {shape.rows_est}</dd></>}
        {cap.length === 0 ? null : <><dt>Can do</dt><dd>{cap.join(', ')}</dd></>}
        <Called call={details.call} />
        {examples.length === 0 ? null : <><dt>For</dt><dd>{examples.map(({ task }) => task).join('; ')}</dd></>}
      </dl>
    </section>
  )
}

function Called({ call }: { call: CardView['resource']['details']['call'] }) {
  if (call === undefined) return null
  const way = call.by === 'http' ? `${call.method} ${call.server}${call.path}` : call.by === 'mcp' ? `tool ${call.tool}` : call.by === 'function' ? `${call.module}#${call.name}` : call.path
  return <><dt>Call</dt><dd><code>{visible(way)}</code>{call.by === 'http' && call.auth !== undefined && call.auth !== 'none' ? ` (asks who you are: ${call.auth})` : ''}</dd></>
}

function Avoid({ patterns }: { patterns: readonly string[] }) {
  if (patterns.length === 0) return null
  return <section><h2>Avoid</h2><ul class="avoid">{patterns.map((pattern) => <li key={pattern}>{visible(pattern)}</li>)}</ul></section>
}

function Joins({ constraints: { primary_key: primary = [], unique = [], checks = [] }, joins }: { constraints: CardView['resource']['details']['constraints']; joins: CardView['joins'] }) {
  if (primary.length + unique.length + checks.length + joins.length === 0) return null
  return (
    <section>
      <h2>Keys and joins</h2>
      <dl>
        {primary.length === 0 ? null : <><dt>Key</dt><dd><code>{primary.join(', ')}</code></dd></>}
        {unique.map((columns) => <><dt>Unique</dt><dd><code>{columns.join(', ')}</code></dd></>)}
        {checks.map((check) => <><dt>Holds</dt><dd><code>{check}</code></dd></>)}
        {joins.map(({ id, via }) => <><dt>Joins</dt><dd><a href={cardAt(id)}>{ending(id)}</a> on <code>{via}</code></dd></>)}
      </dl>
    </section>
  )
}

function History({ history }: { history: CardView['history'] }) {
  return (
    <section aria-label="History">
      <h2>What changed</h2>
      {history.length === 0 ? <p class="empty">Nothing is told of its history. A role that does not see everything compares exports of its own.</p> : (
        <ol class="plain-list changes">{history.map(({ rev, at: when, what, changes, breaking }) => (
          <li key={`${rev} ${when}`}>rev {rev}, <When at={when} />: {what} {breaking ? <Badge kind="bad">breaking</Badge> : null} <Words words={changes} label={`Changes of revision ${rev}`} /></li>
        ))}</ol>
      )}
    </section>
  )
}
