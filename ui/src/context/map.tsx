// Where the tokens go, as areas: folders are frames, files are areas, colours are levels. Zooming into a file shows its definitions.
import './map/map.css'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import type { PlanFiles, PlanView } from '../../../src/studio/contract.ts'
import { choose, query } from '../address.ts'
import { bind } from '../keys.ts'
import { counted } from '../numbers.ts'
import { MapCanvas, type Showing } from './map/canvas.tsx'
import { watchTheme } from './map/colours.ts'
import { Crumbs } from './map/crumbs.tsx'
import { useInside } from './map/inside.ts'
import { LookLine } from './map/line.tsx'
import { insideTelling, lineOf, planTelling } from './map/telling.ts'
import { above, type Area, areaAt, insideOf, sameFiles, treeOf } from './map/tree.ts'
import { order, select, selected, zoomed, zoomInto } from './selection.ts'

/** A treemap or an icicle of the files. */
export function PlanMap({ plan, kind }: { plan: PlanView; kind: Showing['kind'] }) {
  useEffect(() => watchTheme(), [])
  useEffect(() => bind([{ key: 'Backspace', does: 'zoom the map out', act: zoomOut }, { key: 'Escape', does: 'zoom the map out', act: zoomOut }]), [])
  const looked = useSignal<string>('')
  const folder = useSignal<string | undefined>(undefined)
  const { showing, empty } = useShowing(plan)
  const chosen = folder.value ?? selected.value
  const onChoose = (area: Area): void => {
    folder.value = area.kind === 'file' ? undefined : area.path
    if (area.kind !== 'block') select(area.kind === 'file' ? area.path : undefined)
    looked.value = showing.lineOf(area)
  }
  const onEnter = (area: Area): void => {
    folder.value = undefined
    if (area.kind !== 'block') zoomInto(area.path)
  }
  return (
    <div class="map">
      <Crumbs total={counted(plan.files.path.length)} />
      {empty === undefined ? <MapCanvas {...showing} kind={kind} label={`${kind === 'icicle' ? 'Icicle' : 'Treemap'} of ${counted(plan.files.path.length)} files by tokens`} chosen={chosen}
        onLook={(area) => { looked.value = area === undefined ? '' : showing.lineOf(area) }} onChoose={onChoose} onEnter={onEnter} /> : <p class="empty">{empty}</p>}
      <LookLine text={looked} />
      <p id="map-help" class="map-help">Arrow keys move, Enter zooms in, Backspace out. The bar at the foot of an area is the part of the file that is shown. <a href="?view=list" onClick={(event) => { event.preventDefault(); choose({ view: 'list' }) }}>The list</a> tells the same as a table.</p>
    </div>
  )
}

function zoomOut(): boolean {
  if (zoomed.value === '') return false
  zoomInto(above(zoomed.value))
  return true
}

type Shown = Pick<Showing, 'root' | 'sizes' | 'sizeOf' | 'telling' | 'lineOf'>

/** What the address says is to be seen: everything, a folder, or one file from inside. */
function useShowing(plan: PlanView): { showing: Shown; empty?: string } {
  const files = useSteady(plan.files)
  const byCost = query.value.get('area') === 'cost'
  const inside = useInside(plan, zoomed.value)
  const tree = useMemo(() => treeOf(files.path), [files])
  const root = useMemo(() => (inside.why === undefined ? areaAt(tree, zoomed.value) ?? tree : insideOf(zoomed.value, inside.why)), [tree, zoomed.value, inside.why])
  const found = useMemo(() => (order.value.length === plan.files.path.length ? undefined : new Set(order.value)), [order.value, plan])
  const telling = useMemo(() => (inside.why === undefined ? planTelling(plan, found) : insideTelling(inside.why)), [plan, inside.why, found])
  const sizeOf = ({ place }: Area): number => (byCost ? plan.files.cost : files.tokens)[place] ?? 0
  const showing: Shown = {
    root, telling, sizes: inside.why ?? (byCost ? plan : files), lineOf: (area) => lineOf(area, telling, plan.tokens),
    sizeOf: inside.why === undefined ? sizeOf : (area) => telling.tokensOf(area).whole,
  }
  return { showing, ...(inside.empty === undefined ? {} : { empty: inside.empty }) }
}

/** The same files are the same object, so that the layout is kept while a budget moves. */
function useSteady(files: PlanFiles): PlanFiles {
  const kept = useRef(files)
  if (!sameFiles(kept.current, files)) kept.current = files
  return kept.current
}
