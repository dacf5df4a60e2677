// Where the map is zoomed into, the way back, and what an area stands for.
import { changed, choose, href, query } from '../../address.ts'
import { plan } from '../../plan.ts'
import { selected, zoomed, zoomInto } from '../selection.ts'
import { crumbsOf } from './tree.ts'

const AREAS = [[undefined, 'Whole files'], ['cost', 'Tokens spent']] as const

/** The line above the map. */
export function Crumbs({ total }: { total: string }) {
  const crumbs = [{ name: `All ${total} files`, path: '' }, ...crumbsOf(zoomed.value)]
  const file = selected.value
  return (
    <div class="map-bar">
      <nav aria-label="Zoom"><ol class="crumbs">{crumbs.map(({ name, path }, i) => (
        <li key={path}>{i === crumbs.length - 1 ? <span aria-current="location">{name}</span> : <a href={href('/', changed(query.value, { in: path }))}>{name}</a>}</li>
      ))}</ol></nav>
      {file === undefined || file === zoomed.value || !plan.value?.files.path.includes(file) ? null : <button type="button" onClick={() => zoomInto(file)}>Look into {file.slice(file.lastIndexOf('/') + 1)}</button>}
      <div class="areas" role="group" aria-label="Area">{AREAS.map(([name, title]) => <button key={title} type="button" aria-pressed={(query.value.get('area') ?? undefined) === name} onClick={() => choose({ area: name })}>{title}</button>)}</div>
    </div>
  )
}
