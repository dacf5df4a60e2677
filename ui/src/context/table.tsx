// Every file in a table: found, sorted, and changed by rules.
import { useId } from 'preact/hooks'
import type { PlanView } from '../../../src/studio/contract.ts'
import { choose, query } from '../address.ts'
import { counted } from '../numbers.ts'
import { order } from './selection.ts'
import { Chips } from './table/chips.tsx'
import { Finder } from './table/finder.tsx'
import { Grid } from './table/grid.tsx'
import { Missing, MoreMissing } from './table/missing.tsx'
import { wishIn } from './table/order.ts'
import './table/table.css'

/** The files, as rows. */
export function FileTable({ plan }: { plan: PlanView }) {
  const label = useId()
  const wish = wishIn(query.value)
  const { length } = order.value
  const narrowed = wish.find !== '' || wish.at.length > 0 || wish.lang.length > 0
  return (
    <div class="files">
      <Finder find={wish.find} />
      <Chips plan={plan} wish={wish} />
      <p class="found" id={label} role="status">
        {narrowed ? `${counted(length)} of ${counted(plan.files.path.length)} files` : `${counted(length)} files`}
        {narrowed ? <button type="button" class="link" onClick={() => choose({ find: undefined, at: undefined, lang: undefined })}>Show all</button> : null}
      </p>
      {length === 0 ? <Missing wish={wish} /> : <Grid plan={plan} sort={wish.sort} labelledby={label} />}
      {wish.find !== '' && length > 0 ? <MoreMissing find={wish.find} /> : null}
    </div>
  )
}
