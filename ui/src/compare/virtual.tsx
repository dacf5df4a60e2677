// A long list of which only what can be seen is made: rows have one height, so a place is a multiplication.
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { rowsIn, scrolledTo } from '../in-sight.ts'

/** What is listed. */
export interface Listed {
  readonly count: number
  /** Pixels of a row. */
  readonly height: number
  readonly label: string
  readonly role?: 'rowgroup' | 'region'
  /** A row that must be seen. */
  readonly at?: number | undefined
  readonly class?: string
  row(place: number): ComponentChildren
}

/** The list, as high as its place on the page allows. */
export function Virtual({ count, height, label, role = 'region', at, class: name = '', row }: Listed) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ top: 0, height: 600 })
  const measure = (): void => { if (box.current !== null) setSeen({ top: box.current.scrollTop, height: box.current.clientHeight }) }
  useEffect(() => {
    const watch = new ResizeObserver(measure)
    if (box.current !== null) watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (at !== undefined && at >= 0 && box.current !== null) box.current.scrollTop = scrolledTo(at, { top: box.current.scrollTop, height: box.current.clientHeight, row: height })
  }, [at, height])
  return (
    <div ref={box} class={`virtual ${name}`} role={role} aria-label={label} tabIndex={0} onScroll={measure}>
      <div class="virtual-all" role="presentation" style={{ height: `${count * height}px` }}>
        {rowsIn({ ...seen, row: height }, count, -1).map((place) => <div key={place} class="virtual-row" role="presentation" style={{ top: `${place * height}px`, height: `${height}px` }}>{row(place)}</div>)}
      </div>
    </div>
  )
}
