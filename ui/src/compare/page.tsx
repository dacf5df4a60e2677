// Two contexts side by side: what another budget, another task or another commit changes.
import { useEffect } from 'preact/hooks'
import type { CompareView, SideView } from '../../../src/studio/contract.ts'
import { choose, go, href, query } from '../address.ts'
import { choicesIn } from '../choices.ts'
import { Rules } from '../context/rules.tsx'
import { bind, type Key } from '../keys.ts'
import { counted, percent, separated } from '../numbers.ts'
import { about } from '../plan.ts'
import './compare.css'
import { Sides, swap } from './controls.tsx'
import { halved, isSplit } from './sides.ts'
import { comparison, fault, select, selected, step, watchComparison } from './state.ts'
import { Differences } from './table.tsx'
import { Texts } from './texts.tsx'

const compareKeys: readonly Key[] = [
  { key: '/', does: 'search files', act: () => { document.getElementById('filter')?.focus() } },
  { key: 'j', does: 'next file', act: () => step(1) },
  { key: 'k', does: 'file before', act: () => step(-1) },
  { key: 's', does: 'swap the sides', act: swap },
  { key: 'd', does: 'texts side by side, or with signs', act: () => choose({ as: query.value.get('as') === 'beside' ? undefined : 'beside' }, { replace: true }) },
  { key: 'Escape', does: 'look at no file', act: () => (selected.value === undefined ? false : select(undefined)) },
]

/** The page. */
export function ComparePage() {
  useEffect(() => bind(compareKeys), [])
  useEffect(() => watchComparison(), [])
  const budget = about.value?.budget
  useEffect(() => {
    if (budget !== undefined && !isSplit(query.value)) go(href('/compare', halved(choicesIn(query.value), budget)), { replace: true })
  }, [budget, query.value])
  const { answer, working } = comparison
  return (
    <div class="compare">
      <h1>Compare</h1>
      <Sides />
      <Rules />
      <div class={`progress${working.value === undefined ? '' : ' busy'}`} role="status">{(working.value?.files ?? 0) === 0 ? '' : `${counted(working.value?.files ?? 0)} files read`}</div>
      {fault.value === undefined ? null : <p id="compare-wrong" class="wrong" role="alert">{fault.value.text}</p>}
      {answer.value === undefined || fault.value !== undefined ? null : <Compared view={answer.value} />}
    </div>
  )
}

function Compared({ view }: { view: CompareView }) {
  return (
    <>
      <div class="totals">{([['A', view.a], ['B', view.b]] as const).map(([name, side]) => <Total key={name} name={name} side={side} most={Math.max(view.a.tokens, view.b.tokens)} />)}</div>
      <ul class="sentences" aria-label="Summary">{view.summary.map((sentence) => <li key={sentence}>{separated(sentence)}</li>)}</ul>
      <div class={`compared${selected.value === undefined ? '' : ' looking'}`}>
        <div class="listing"><Differences view={view} /></div>
        <Texts />
      </div>
    </>
  )
}

function Total({ name, side, most }: { name: string; side: SideView; most: number }) {
  return (
    <section class="total" aria-label={`Side ${name}`}>
      <p><strong>{name}: {counted(side.tokens)}</strong> tokens{side.commit === undefined ? '' : ` at commit ${side.commit.slice(0, 12)}`}{side.budget === 'none' ? '' : ` of ${counted(side.budget)} (${percent(side.tokens, side.budget)})`}</p>
      <div class="measure" aria-hidden="true"><div style={{ width: percent(side.tokens, most).replace(' ', '') }} /></div>
      <p class="empty">{side.summary[0]?.replace(/^[^;]*; /, '')}</p>
    </section>
  )
}
