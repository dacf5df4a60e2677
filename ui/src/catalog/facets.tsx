// What narrows a search, with how many each value would leave. Values stand in the address.
import { useState } from 'preact/hooks'
import { choose, query } from '../address.ts'
import { counted } from '../numbers.ts'
import type { BrowseView } from '../../../src/studio/contract/catalog.ts'
import { FACETS } from './address.ts'

const NAMES: Readonly<Record<(typeof FACETS)[number], string>> = { kind: 'Kind', source: 'Source', tag: 'Tag', owner: 'Owner', lifecycle: 'Lifecycle', cap: 'Can do' }

/** Values of a facet that are shown before somebody asks for more. */
const FEW = 8

/** All facets. On a narrow page they are folded. */
export function Facets({ facets }: { facets: BrowseView['facets'] }) {
  const chosen = FACETS.reduce((sum, facet) => sum + query.value.getAll(facet).length, 0)
  const [open] = useState(() => matchMedia('(min-width: 761px)').matches)
  return (
    <details class="facets" open={open}>
      <summary>Filters{chosen === 0 ? '' : ` (${chosen})`}</summary>
      {chosen === 0 ? null : <button type="button" onClick={() => choose(Object.fromEntries(FACETS.map((facet) => [facet, undefined])))}>Clear filters</button>}
      {FACETS.map((facet) => <Facet key={facet} facet={facet} counts={facets[facet]} />)}
    </details>
  )
}

function Facet({ facet, counts }: { facet: (typeof FACETS)[number]; counts: BrowseView['facets']['kind'] }) {
  const [all, setAll] = useState(false)
  const chosen = query.value.getAll(facet)
  const values = [...chosen.filter((value) => !counts.some(([one]) => one === value)).map((value) => [value, 0] as const), ...counts]
  if (values.length === 0) return null
  const shown = all ? values : values.filter(([value], place) => place < FEW || chosen.includes(value))
  const turn = (value: string, on: boolean): void => choose({ [facet]: on ? [...chosen, value] : chosen.filter((one) => one !== value) })
  return (
    <fieldset>
      <legend>{NAMES[facet]}</legend>
      {shown.map(([value, count]) => (
        <label key={value} class="check facet">
          <input type="checkbox" name={facet} value={value} checked={chosen.includes(value)} onChange={(event) => turn(value, event.currentTarget.checked)} />
          <span class="value">{value}</span> <span class="count">{counted(count)}</span>
        </label>
      ))}
      {shown.length === values.length ? null : <button type="button" onClick={() => setAll(true)}>{counted(values.length - shown.length)} more</button>}
    </fieldset>
  )
}
