// Zoom in a drawer: more of one thing, what uses it and what it uses. The address names it, so the back button closes it.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PlaceView, ZoomAnswer } from '../../../src/studio/contract.ts'
import { choose, query } from '../address.ts'
import { announce } from '../announce.tsx'
import { ask } from '../ask.ts'
import { Copy } from '../copy.tsx'
import { counted } from '../numbers.ts'
import { bodyOf, linesOf, paint } from './body.ts'
import { Head } from './head.tsx'
import { ZoomLink } from './lines.tsx'
import { type Sheet, SheetView } from './sheet.tsx'
import './preview.css'

const DEPTHS = [['signature', 'signatures'], ['implementation', 'signatures and docs'], ['full', 'everything']] as const
const BUDGETS = ['1k', '4k', '16k', '64k', 'none'] as const

const closed = (): void => choose({ zoom: undefined, zoomdepth: undefined, zoombudget: undefined }, { replace: true })

/** The drawer, open while the address names a target. */
export function ZoomDrawer() {
  const target = query.value.get('zoom')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (target !== null && dialog.current?.open === false) dialog.current.showModal()
    if (target === null && dialog.current?.open === true) shut(dialog.current)
  }, [target])
  return (
    <dialog ref={dialog} class="drawer" aria-labelledby="zoom-title" onCancel={(event) => { event.preventDefault(); closed() }} onClick={(event) => { if (event.target === event.currentTarget) closed() }}>
      {target === null ? null : <Zoomed target={target} />}
    </dialog>
  )
}

/** The focus goes back to where it was; when that is no longer drawn, to the text. */
function shut(dialog: HTMLDialogElement): void {
  dialog.close()
  if (document.activeElement === document.body || document.activeElement === null) document.querySelector<HTMLElement>('.sheet')?.focus()
}

function Zoomed({ target }: { target: string }) {
  const depth = query.value.get('zoomdepth') ?? 'full'
  const budget = query.value.get('zoombudget') ?? '4k'
  const state = useAnswer(target, { depth, budget })
  return (
    <>
      <header class="drawer-head">
        <h2 id="zoom-title">{target}</h2>
        <button type="button" class="plain" aria-label="Close" title="Close (esc)" onClick={closed}>×</button>
      </header>
      <div class="drawer-tools">
        <label>Depth <select value={depth} onChange={(event) => choose({ zoomdepth: event.currentTarget.value }, { replace: true })}>{DEPTHS.map(([name, words]) => <option key={name} value={name}>{words}</option>)}</select></label>
        <label>Budget <select value={budget} onChange={(event) => choose({ zoombudget: event.currentTarget.value }, { replace: true })}>{(BUDGETS.some((one) => one === budget) ? BUDGETS : [budget, ...BUDGETS]).map((one) => <option key={one} value={one}>{one}</option>)}</select></label>
        <Copy label="Copy handle" text={() => target}>Copy handle</Copy>
      </div>
      <div class="drawer-body">
        {state.wrong !== undefined ? <p class="wrong" role="alert">{state.wrong}</p> : state.answer === undefined ? <p class="empty" aria-busy="true">Looking…</p> : <Answer answer={state.answer} />}
      </div>
    </>
  )
}

interface State { readonly answer?: ZoomAnswer; readonly wrong?: string }

function useAnswer(target: string, { depth, budget }: { depth: string; budget: string }): State {
  const [state, setState] = useState<State>({})
  const [lens, meter] = [query.value.get('lens'), query.value.get('meter')]
  useEffect(() => {
    const gone = new AbortController()
    setState({})
    const said = new URLSearchParams({ target, depth, budget, ...(lens === null ? {} : { lens }), ...(meter === null ? {} : { meter }) })
    ask<ZoomAnswer>('/zoom.json', said, { signal: gone.signal }).then((answer) => { setState({ answer }); announce(`${target}: ${summaryOf(answer)}`) }, (error: Error) => { if (!gone.signal.aborted) setState({ wrong: error.message }) })
    return () => gone.abort()
  }, [target, depth, budget, lens, meter])
  return state
}

const summaryOf = ({ places, stale, tokens }: ZoomAnswer): string => (places === undefined ? `${counted(tokens)} tokens${stale ? ', changed since the handle was made' : ''}` : `${counted(places.total)} places`)

function Answer({ answer }: { answer: ZoomAnswer }) {
  const { stale, notices, places, output, files, related, tokens } = answer
  if (places !== undefined) return <Places target={answer.target} total={places.total} listed={places.listed} />
  return (
    <>
      {stale ? <p class="wrong">This handle is stale: what it names has changed. Here it is as it is now.</p> : null}
      {notices.filter((notice) => !stale || !notice.startsWith('This handle is stale')).map((notice) => <p key={notice}>{notice}</p>)}
      {output !== undefined ? <pre class="output">{output}</pre> : <><p class="quiet">{counted(tokens)} tokens</p><Files files={files} /></>}
      {related.length === 0 ? null : (
        <section aria-label="Related">
          <h3>Related</h3>
          <ul class="related">{related.map(({ handle, relation, target, tokens: cost }) => <li key={handle + relation}><span class="quiet">{relation}</span> <ZoomLink target={handle} title={handle}>{target}</ZoomLink> <span class="quiet">{counted(cost)} tokens, {handle.slice(0, handle.lastIndexOf('@'))}</span></li>)}</ul>
        </section>
      )}
    </>
  )
}

function Places({ target, total, listed }: { target: string; total: number; listed: readonly PlaceView[] }) {
  return (
    <>
      <p>{target} stands in {counted(total)} places. Which one?</p>
      <ul class="related">{listed.map((place) => <li key={place.handle + place.target}><ZoomLink target={place.target} title={place.target}>{place.target}</ZoomLink> <span class="quiet">{place.kind}, line {place.line}</span></li>)}</ul>
      {total > listed.length ? <p class="quiet">and {counted(total - listed.length)} more</p> : null}
    </>
  )
}

function Files({ files }: { files: ZoomAnswer['files'] }) {
  const sheet = useMemo((): Sheet => {
    const bodies = files.map((file) => {
      const body = bodyOf(file)
      paint(body, file.language)
      return body
    })
    return { label: 'What was asked for', names: files.map(({ path }) => path), lines: bodies.map(linesOf), bodyAt: (i) => bodies[i], headAt: (i) => (files[i] === undefined ? null : <Head {...files[i]} file={files[i]} />) }
  }, [files])
  return <SheetView sheet={sheet} />
}
