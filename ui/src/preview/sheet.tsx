// A long sheet of files of which only what is seen is in the document.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { counted } from '../numbers.ts'
import { type Body, linesOf, painted } from './body.ts'
import { anchorAt, fileAt, heightOf, type Layout, layoutOf, LINE, linesBetween, placeOf } from './layout.ts'
import { Lines } from './lines.tsx'

/** What a sheet shows. */
export interface Sheet {
  /** What it is, for those who hear it. */
  readonly label: string
  /** Names that stay while files come and go. */
  readonly names: readonly string[]
  readonly lines: readonly number[]
  bodyAt(file: number): Body | undefined
  /** What stands above a file; none when a sheet is one text. */
  headAt?(file: number): ComponentChildren
  /** Which files are seen. */
  seen?(first: number, last: number): void
  /** Where it is scrolled to, and a line to mark. */
  readonly at?: { readonly file: number; readonly line?: number } | undefined
}

/** Lines drawn above and below what is seen. */
const MARGIN = 20
/** Below this width a head has three rows; the style sheet knows it too. */
const NARROW = 620

/** The sheet; it keeps the file at its top there when files change. */
export function SheetView({ sheet }: { sheet: Sheet }) {
  const box = useRef<HTMLDivElement>(null)
  const [window, setWindow] = useState({ top: 0, height: 800, width: 1000 })
  const head = sheet.headAt === undefined ? 0 : window.width < NARROW ? 104 : 68
  const layout = useMemo(() => layoutOf(sheet.lines, head), [sheet.lines, head])
  const look = (): void => setWindow((now) => (box.current === null ? now : looked(now, box.current)))
  useEffect(() => watchSize(box.current as HTMLElement, look), [])
  useAnchor(box, layout, sheet.names)
  useLayoutEffect(() => { if (sheet.at !== undefined) scrollTo(box.current, layout, sheet.at) }, [sheet.at])
  const first = fileAt(layout, window.top - MARGIN * LINE)
  const last = fileAt(layout, window.top + window.height + MARGIN * LINE)
  useEffect(() => sheet.seen?.(first, last), [sheet, first, last])
  void painted.value
  return (
    <>
      <div class="sheet" ref={box} style={{ '--high': `${heightOf(layout) + 2}px` }} tabIndex={0} role="region" aria-label={sheet.label} onScroll={() => look()}>
        <div class="paper" style={{ height: `${heightOf(layout)}px` }}>
          {layout.count === 0 ? null : Array.from({ length: last - first + 1 }, (_, i) => <Part key={sheet.names[first + i]} sheet={sheet} layout={layout} file={first + i} window={window} />)}
        </div>
      </div>
      {layout.count === sheet.names.length ? null : <p class="quiet">{counted(sheet.names.length - layout.count)} more files do not fit into one sheet. Choose a smaller part with include; copies have them all.</p>}
    </>
  )
}

type Window = { readonly top: number; readonly height: number; readonly width: number }

/** Moves by less than half of the margin change nothing that is drawn. */
function looked(before: Window, { scrollTop, clientHeight, clientWidth }: HTMLElement): Window {
  const near = Math.abs(before.top - scrollTop) < (MARGIN * LINE) / 2
  return near && before.height === clientHeight && before.width === clientWidth ? before : { top: scrollTop, height: clientHeight, width: clientWidth }
}

function watchSize(box: HTMLElement, look: () => void): () => void {
  const observer = new ResizeObserver(look)
  observer.observe(box)
  look()
  return () => observer.disconnect()
}

/** When files come and go, what was at the top stays there. */
function useAnchor(box: { readonly current: HTMLElement | null }, layout: Layout, names: readonly string[]): void {
  const before = useRef({ layout, names })
  useLayoutEffect(() => {
    const { layout: old, names: oldNames } = before.current
    before.current = { layout, names }
    if (old === layout || box.current === null || old.count === 0) return
    box.current.scrollTop = placeOf(anchorAt(old, box.current.scrollTop), oldNames, { layout, names })
  }, [layout, names])
}

function scrollTo(box: HTMLElement | null, layout: Layout, { file, line }: NonNullable<Sheet['at']>): void {
  if (box === null || file >= layout.count) return
  const top = layout.tops[file] as number
  box.scrollTop = line === undefined ? top : top + layout.head + line * LINE - box.clientHeight / 3
}

function Part({ sheet, layout, file, window }: { sheet: Sheet; layout: Layout; file: number; window: Window }) {
  const top = layout.tops[file] as number
  const body = sheet.bodyAt(file)
  const lines = sheet.lines[file] as number
  const [from, to] = linesBetween(layout, file, { from: window.top - MARGIN * LINE, to: window.top + window.height + MARGIN * LINE, lines })
  return (
    <div class="part" style={{ top: `${top}px`, height: `${layout.head + lines * LINE}px` }}>
      {sheet.headAt === undefined ? null : <div class="part-head" style={{ height: `${layout.head}px`, width: `${window.width}px` }}>{sheet.headAt(file)}</div>}
      <div class="part-lines" style={{ paddingTop: `${from * LINE}px` }}>
        {body === undefined ? <p class="empty">Loading…</p> : <Lines body={body} from={from} to={Math.min(to, linesOf(body))} spans={body.spans} marked={sheet.at?.file === file ? sheet.at.line : undefined} />}
      </div>
    </div>
  )
}
