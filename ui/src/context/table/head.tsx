// Names of columns, each a button that sorts.
import { choose } from '../../address.ts'
import { type Column, COLUMNS, sortAfter, sortIn } from './order.ts'

const HINTS: Readonly<Record<Column, string>> = {
  path: 'by path', language: 'by language', level: 'by how much is shown', cost: 'by tokens of what is shown', share: 'by the share of the context', tokens: 'by tokens of the whole file', score: 'by relevance',
}

/** The first row. */
export function Head({ sort }: { sort: string }) {
  const { column, down } = sortIn(sort)
  return (
    <div class="head" role="rowgroup">
      <div class="row" role="row" aria-rowindex={1}>
        {(Object.keys(COLUMNS) as Column[]).map((name) => (
          <span key={name} role="columnheader" class={`cell ${name}`} aria-sort={column !== name ? 'none' : down ? 'descending' : 'ascending'}>
            <button type="button" class="sort" title={`Sort ${HINTS[name]}`} onClick={() => choose({ sort: sortAfter(sort, name) })}>{COLUMNS[name]}<span aria-hidden="true" class="arrow">{column !== name ? '' : down ? '▾' : '▴'}</span></button>
          </span>
        ))}
        <span role="columnheader" class="cell acts"><span class="hidden">Rules</span></span>
      </div>
    </div>
  )
}
