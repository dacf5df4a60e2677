// The rows, of which only those in sight exist. The grid itself has the focus and names the row it is on, so a new plan never takes the focus away.
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { PlanView } from '../../../../src/studio/contract.ts'
import { order, selected, step } from '../selection.ts'
import { keepFocus } from './focus.ts'
import { Head } from './head.tsx'
import { idOf, Row } from './row.tsx'
import { rowsIn, scrolledTo, type Sight } from '../../in-sight.ts'

/** Heights of a row in pixels: one line, or two where the list is narrow. */
const ROW = 36
const TALL_ROW = 72
const NARROW = 760

/** All listed files. */
export function Grid({ plan, sort, labelledby }: { plan: PlanView; sort: string; labelledby: string }) {
  const box = useRef<HTMLDivElement>(null)
  const sight = useSight(box)
  const { path } = plan.files
  const places = order.value
  const at = selected.value === undefined ? -1 : places.findIndex((place) => path[place] === selected.value)
  useEffect(() => {
    if (box.current !== null && at >= 0) box.current.scrollTop = scrolledTo(at, sightOf(box.current))
  }, [selected.value, sort, sight.row, at >= 0])
  useLayoutEffect(() => keepFocus(box.current))
  return (
    <div class={`grid${sight.row === ROW ? '' : ' narrow'}`} id="files" ref={box} role="grid" tabIndex={0} aria-labelledby={labelledby} aria-rowcount={places.length + 1} aria-colcount={8}
      aria-activedescendant={at < 0 ? undefined : idOf(places[at] as number)} onKeyDown={moved}>
      <Head sort={sort} />
      <div class="rows" role="rowgroup" style={{ height: `${places.length * sight.row}px` }}>
        {rowsIn(sight, places.length, at).map((i) => <Row key={path[places[i] as number]} plan={plan} place={places[i] as number} index={i} top={i * sight.row} chosen={i === at} />)}
      </div>
    </div>
  )
}

/** Arrows and pages; letters are keys of the whole page. */
function moved(event: KeyboardEvent): void {
  if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
  const by = STEPS[event.key]
  if (by === undefined) return
  event.preventDefault()
  step(by)
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -1e9, End: 1e9 }

/** What is in sight below the head, which stays where it is. */
function sightOf(box: HTMLElement): Sight {
  const head = (box.firstElementChild as HTMLElement | null)?.offsetHeight ?? 0
  return { top: box.scrollTop, height: box.clientHeight - head, row: box.clientWidth < NARROW ? TALL_ROW : ROW }
}

/** The same, as it changes. A few pixels change nothing: only another first row draws again. */
function useSight(box: RefObject<HTMLDivElement | null>): Sight {
  const [sight, setSight] = useState<Sight>({ top: 0, height: 600, row: innerWidth < NARROW ? TALL_ROW : ROW })
  useLayoutEffect(() => {
    const element = box.current as HTMLDivElement
    const look = (): void => setSight((before) => {
      const { top, height, row } = sightOf(element)
      const now = { top: Math.floor(top / row) * row, height, row }
      return now.top === before.top && height === before.height && row === before.row ? before : now
    })
    const watch = new ResizeObserver(look)
    watch.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return sight
}
