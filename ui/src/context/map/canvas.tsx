// The map itself: a canvas that is one widget for keys and pointers. What it says about one area stands in a line below it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { type Palette, paletteOf, themes } from './colours.ts'
import { type Box, hit, layoutOf, neighbour, type Room, type Way, WAYS } from './layout.ts'
import { paint, type Telling } from './paint.ts'
import { patternsFor } from './patterns.ts'
import { Ring, Tip } from './rings.tsx'
import type { Area } from './tree.ts'

/** What the canvas shows, and what it says back. */
export interface Showing {
  readonly root: Area
  readonly kind: Room['kind']
  /** Changes when the sizes do. */
  readonly sizes: unknown
  sizeOf(area: Area): number
  readonly telling: Telling
  readonly label: string
  /** The path that is looked at. */
  readonly chosen: string | undefined
  /** One line about an area. */
  lineOf(area: Area): string
  /** It was pointed at, or the arrow keys reached it. */
  onLook(area: Area | undefined): void
  onChoose(area: Area): void
  onEnter(area: Area): void
}

/** The canvas with its rings and its tip. */
export function MapCanvas(showing: Showing) {
  const { root, kind, sizes, telling, label, chosen } = showing
  const holder = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width, height, scale } = useSize(holder)
  const pointed = useSignal<{ box: Box; x: number; y: number } | undefined>(undefined)
  const boxes = useMemo(() => (width === 0 ? [] : layoutOf(root, { width, height, kind, sizeOf: showing.sizeOf })), [root, kind, sizes, width, height])
  const palette = usePalette(canvas)
  const patterns = useMemo(() => (palette === undefined ? [] : patternsFor(palette.ink, scale)), [palette, scale])
  useLayoutEffect(() => {
    pointed.value = undefined
    const context = canvas.current?.getContext('2d', { alpha: false })
    if (context && palette !== undefined) paint(boxes, telling, { context, width, height, scale, palette, patterns })
  }, [boxes, telling, palette, width, height, scale])
  const at = boxAt(boxes, chosen)
  const point = (event: PointerEvent): void => {
    const box = hit(boxes, event.offsetX, event.offsetY)
    if (pointed.peek()?.box !== box) showing.onLook(box?.area)
    pointed.value = box === undefined ? undefined : { box, x: event.offsetX, y: event.offsetY }
  }
  const press = (event: MouseEvent): void => {
    const box = hit(boxes, event.offsetX, event.offsetY)
    if (box?.area.kind === 'folder') showing.onEnter(box.area)
    else if (box !== undefined) showing.onChoose(box.area)
  }
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key in WAYS) {
      event.preventDefault()
      const next = at === undefined ? boxes.find(({ stop }) => stop) : neighbour(boxes, at, event.key as Way)
      if (next !== undefined) showing.onChoose(next.area)
    } else if (event.key === 'Enter' && at !== undefined) {
      event.preventDefault()
      showing.onEnter(entered(at))
    }
  }
  return (
    <div class="map-holder" ref={holder}>
      <canvas ref={canvas} width={Math.round(width * scale)} height={Math.round(height * scale)} tabIndex={0} role="application" aria-roledescription="map" aria-label={label} aria-describedby="map-help map-line"
        onPointerMove={point} onPointerLeave={() => { pointed.value = undefined; showing.onLook(undefined) }} onClick={press} onKeyDown={key}
        onDblClick={(event) => { const box = hit(boxes, event.offsetX, event.offsetY); if (box !== undefined) showing.onEnter(box.area) }} />
      {at === undefined ? null : <Ring box={at} kind="chosen" />}
      <Tip pointed={pointed} lineOf={showing.lineOf} width={width} />
    </div>
  )
}

/** The box of a path; where it is not drawn, that of the folder it lies in. */
function boxAt(boxes: readonly Box[], path: string | undefined): Box | undefined {
  if (path === undefined) return undefined
  return boxes.find(({ area }) => area.path === path) ?? boxes.findLast(({ area, parent }) => parent !== undefined && area.kind === 'folder' && path.startsWith(area.path))
}

/** Enter goes one step closer: into the outermost folder that holds it, and at last into itself. */
function entered(box: Box): Area {
  let at = box
  while (at.parent?.parent !== undefined) at = at.parent
  return at.area
}

/** How large the holder is, in CSS pixels, and how fine the screen is. */
function useSize(holder: { readonly current: HTMLElement | null }): { width: number; height: number; scale: number } {
  const [size, setSize] = useState({ width: 0, height: 0, scale: 1 })
  useLayoutEffect(() => {
    const element = holder.current as HTMLElement
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight, scale: devicePixelRatio })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return size
}

function usePalette(canvas: { readonly current: HTMLCanvasElement | null }): Palette | undefined {
  const [palette, setPalette] = useState<Palette>()
  const count = themes.value
  useEffect(() => { if (canvas.current !== null) setPalette(paletteOf(canvas.current)) }, [count])
  return palette
}
