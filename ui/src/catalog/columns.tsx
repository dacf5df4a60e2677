// Columns of a resource and inputs of a call, as tables.
import { useState } from 'preact/hooks'
import { counted, percent } from '../numbers.ts'
import type { CardView } from '../../../src/studio/contract/catalog.ts'
import { cardAt } from './address.ts'
import { Badge, ending } from './words.tsx'
import { visible } from '../../../src/core/visible.ts'

type Details = CardView['resource']['details']

/** Rows that are drawn before somebody asks for all. */
const FEW = 200

/** What comes out. */
export function Columns({ title, columns, keys, nulls }: { title: string; columns: Details['columns']; keys: CardView['keys']; nulls: Readonly<Record<string, number>> }) {
  const [all, setAll] = useState(columns.length <= FEW)
  if (columns.length === 0) return null
  return (
    <section>
      <h2>{title} ({counted(columns.length)})</h2>
      <div class="wide" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Key</th><th scope="col">Empty</th><th scope="col">About</th></tr></thead>
          <tbody>{(all ? columns : columns.slice(0, FEW)).map((column) => <ColumnRow key={column.name} column={column} to={keys[column.name]} empty={nulls[column.name]} />)}</tbody>
        </table>
      </div>
      {all ? null : <button type="button" onClick={() => setAll(true)}>Show all {counted(columns.length)} columns</button>}
    </section>
  )
}

function ColumnRow({ column: { name, type, nn, pk, fk, index, unit, description, values = [], pii }, to, empty }: { column: Details['columns'][number]; to: string | undefined; empty: number | undefined }) {
  const about = [...(unit === undefined ? [] : [`in ${unit}`]), ...(values.length === 0 ? [] : [values.slice(0, 12).join(' | ')]), ...(description === undefined ? [] : [description])]
  return (
    <tr>
      <th scope="row"><code>{visible(name)}</code></th>
      <td><code>{visible(type)}</code></td>
      <td>{pk === true ? <Badge>key</Badge> : null} {fk === undefined ? null : to === undefined ? <code>→ {fk}</code> : <a href={cardAt(to)}>→ {ending(to)}</a>} {index === undefined ? null : <Badge>index {index}</Badge>}</td>
      <td>{nn === true || pk === true ? 'never' : empty === undefined ? 'maybe' : percent(empty, 1)}</td>
      <td>{visible(about.join('; '))} {pii === undefined || pii === 'none' ? null : <Badge kind="bad">personal: {pii}</Badge>}</td>
    </tr>
  )
}

/** What goes in, and who gives it. */
export function Inputs({ inputs, givers }: { inputs: NonNullable<Details['inputs']>; givers: CardView['givers'] }) {
  if (inputs.length === 0) return null
  return (
    <section>
      <h2>Inputs ({counted(inputs.length)})</h2>
      <div class="wide" tabIndex={0} role="region" aria-label="Inputs">
        <table>
          <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Where</th><th scope="col">Given by</th><th scope="col">About</th></tr></thead>
          <tbody>{inputs.map(({ name, type, in: where, required, default: fallback, description = '', values = [] }) => (
            <tr key={name}>
              <th scope="row"><code>{visible(name)}</code></th><td><code>{visible(type)}</code></td><td>{where} {required === true ? <Badge>required</Badge> : null}</td>
              <td>{givers.filter(({ need }) => need === name).slice(0, 3).map(({ id }) => <a key={id} href={cardAt(id)}>{ending(id)} </a>)}</td>
              <td>{visible([...(fallback === undefined ? [] : [`${fallback} unless told`]), ...(values.length === 0 ? [] : [values.slice(0, 12).join(' | ')]), ...(description === '' ? [] : [description])].join('; '))}</td>
            </tr>
          ))}</tbody>
        </table>
      </div>
    </section>
  )
}
