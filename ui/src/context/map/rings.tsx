// What lies over the canvas: a ring around what is chosen, and a tip at the pointer.
import type { ReadonlySignal } from '@preact/signals'
import type { Box } from './layout.ts'
import type { Area } from './tree.ts'

/** The least that can be seen. */
const LEAST = 8

/** A ring around a box. */
export function Ring({ box: { x0, y0, x1, y1, area }, kind }: { box: Box; kind: 'chosen' | 'pointed' }) {
  const [width, height] = [Math.max(LEAST, x1 - x0), Math.max(LEAST, y1 - y0)]
  return <div class={`map-ring ${kind}`} data-path={area.path} style={{ left: `${(x0 + x1 - width) / 2}px`, top: `${(y0 + y1 - height) / 2}px`, width: `${width}px`, height: `${height}px` }} />
}

/** Follows the pointer. The line below the map says the same to those who do not see it. */
export function Tip({ pointed, lineOf, width }: { pointed: ReadonlySignal<{ box: Box; x: number; y: number } | undefined>; lineOf: (area: Area) => string; width: number }) {
  if (pointed.value === undefined) return null
  const { box, x, y } = pointed.value
  const side = x > width / 2 ? { right: `${width - x + 12}px` } : { left: `${x + 12}px` }
  return (
    <>
      <Ring box={box} kind="pointed" />
      <div class="map-tip" aria-hidden="true" style={{ ...side, top: `${y + 16}px` }}>{lineOf(box.area)}</div>
    </>
  )
}
