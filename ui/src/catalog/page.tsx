// The catalogue: words find, facets narrow, every line says why it is here.
import { useEffect, useRef, useState } from 'preact/hooks'
import { choose, query } from '../address.ts'
import { Copy } from '../copy.tsx'
import { bind } from '../keys.ts'
import { counted } from '../numbers.ts'
import type { BrowseView } from '../../../src/studio/contract/catalog.ts'
import { cardAt, FACETS, only, searchCommand } from './address.ts'
import { useAnswer } from './answer.ts'
import { Facets } from './facets.tsx'
import { Frame } from './frame.tsx'
import { Rows } from './rows.tsx'
import { ending } from './words.tsx'

const asked = (): URLSearchParams => only(query.value, ['query', ...FACETS, 'role'])

/** The page. */
export function CatalogPage() {
  return <Frame title="Catalogue" command={searchCommand(query.value)} twin="/catalog.json" asked={asked()}><Found /></Frame>
}

function Found() {
  const question = asked()
  const { answer, wrong, busy } = useAnswer<BrowseView>('/catalog.json', question)
  return (
    <>
      <Search />
      <div class={`progress${busy ? ' busy' : ''}`} />
      {wrong === undefined ? null : <p class="wrong" role="alert">{wrong} <a href="/catalog">Begin again</a></p>}
      {answer === undefined ? null : answer.empty ? <Empty /> : (
        <div class="catalog-panels">
          <Facets facets={answer.facets} />
          <section aria-label="Resources">
            <p role="status">{said(answer)}</p>
            {answer.report.map((line) => <p key={line} class="empty">{line}</p>)}
            <Rows key={question.toString()} asked={question} first={answer} />
            <Links links={answer.links} />
          </section>
        </div>
      )}
    </>
  )
}

const said = ({ total }: BrowseView): string => (total === 0 ? 'Nothing matches: take a filter away, or say it in other words.' : `${counted(total)} ${total === 1 ? 'resource' : 'resources'}`)

/** Milliseconds of silence after which what was typed is meant. */
const PAUSE = 250

function Search() {
  const box = useRef<HTMLInputElement>(null)
  const words = query.value.get('query') ?? ''
  const [typed, setTyped] = useState(words)
  useEffect(() => setTyped(words), [words])
  useEffect(() => {
    if (typed === words) return undefined
    const clock = setTimeout(() => choose({ query: typed }, { replace: words !== '' }), PAUSE)
    return () => clearTimeout(clock)
  }, [typed])
  useEffect(() => bind([{ key: '/', does: 'search the catalogue', act: () => { box.current?.focus(); box.current?.select() } }]), [])
  return (
    <form class="field catalog-search" role="search" onSubmit={(event) => { event.preventDefault(); choose({ query: typed }) }}>
      <label for="catalog-query">What are you looking for?</label>
      <input id="catalog-query" ref={box} type="search" placeholder="daily revenue by city" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
    </form>
  )
}

/** What belongs to the best hits. */
function Links({ links }: { links: BrowseView['links'] }) {
  if (links.length === 0) return null
  return <><h2>Belongs to these</h2><ul class="plain-list">{links.map(({ id, why }) => <li key={id}><a href={cardAt(id)}>{ending(id)}</a> {why}</li>)}</ul></>
}

const FIRST = ['fovea catalog add shop data/shop.sqlite', 'fovea catalog add main env:DATABASE_URL --type postgres', 'fovea catalog add api openapi.yaml'] as const

function Empty() {
  return (
    <section class="catalog-empty">
      <h2>The catalogue is empty</h2>
      <p>Tables, endpoints, topics, data files and skills stand here once a source was added. Adding one is your consent to look at it; an address with a secret is read from the environment and never stored.</p>
      <ul class="plain-list">{FIRST.map((command) => <li key={command} class="copybar"><code class="command" tabIndex={0} role="region" aria-label="A command">{command}</code><Copy text={() => command} label={`Copy ${command}`} /></li>)}</ul>
    </section>
  )
}
