// The first view: where the tokens go, why, and what it would look like with other choices.
import { useEffect } from 'preact/hooks'
import { choose, query } from '../address.ts'
import { bind } from '../keys.ts'
import { plan, working, wrong } from '../plan.ts'
import { counted } from '../numbers.ts'
import { CopyBar } from './copying.tsx'
import { Controls } from './controls.tsx'
import { contextKeys } from './keys.ts'
import { FileTable } from './table.tsx'
import { PlanMap } from './map.tsx'
import { Preview } from './preview.tsx'
import { ZoomDrawer } from '../preview/drawer.tsx'
import { Rules } from './rules.tsx'
import { Summary } from './summary.tsx'
import { ToWhy, Why } from './why.tsx'

const VIEWS = [['map', 'Map'], ['icicle', 'Icicle'], ['list', 'List'], ['text', 'Text']] as const

/** The view that the address names. */
const viewIn = (params: URLSearchParams): string => VIEWS.find(([name]) => name === params.get('view'))?.[0] ?? 'map'

/** The page. */
export function ContextPage() {
  useEffect(() => bind(contextKeys), [])
  const view = viewIn(query.value)
  return (
    <div class="context">
      <Controls />
      <Rules />
      <Progress />
      {wrong.value === undefined ? null : <p class="wrong" role="alert">{wrong.value}</p>}
      {plan.value === undefined ? null : (
        <>
          <Summary plan={plan.value} />
          <div class="panels">
            <section class="panel" aria-label="Files">
              <div class="tabs" role="group" aria-label="View">{VIEWS.map(([name, title]) => <button key={name} type="button" aria-pressed={view === name} onClick={() => choose({ view: name === 'map' ? undefined : name })}>{title}</button>)}</div>
              {view === 'list' ? <FileTable plan={plan.value} /> : view === 'text' ? <Preview /> : <PlanMap plan={plan.value} kind={view === 'icicle' ? 'icicle' : 'treemap'} />}
              <ToWhy />
            </section>
            <aside id="why" class="panel side" aria-label="Why" tabIndex={-1}><Why plan={plan.value} /></aside>
          </div>
          <CopyBar />
          <ZoomDrawer />
        </>
      )}
    </div>
  )
}

/** How far a long reading is; nothing is shown for a short one. */
function Progress() {
  const now = working.value
  return <div class={`progress${now === undefined ? '' : ' busy'}`} role="status">{now === undefined || now.files === 0 ? '' : `${counted(now.files)} files read`}</div>
}
