// A list of any length: what is in sight is drawn, and pages of it are asked for when they come near.
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../ask.ts'
import { bind } from '../keys.ts'
import type { BrowseView, CatalogRow, WhyFound } from '../../../src/studio/contract/catalog.ts'
import { cardAt } from './address.ts'
import { Badge, ending } from './words.tsx'
import { visible } from '../../../src/core/visible.ts'

/** Pixels of a row: with the parts of its relevance, or without. */
const TALL = 84
const LOW = 60
/** Rows that are drawn beyond the edges. */
const MORE = 6
/** Rows of one answer. */
const PAGE = 100

/** The rows of a search. */
export function Rows({ asked, first }: { asked: URLSearchParams; first: BrowseView }) {
  const list = useRef<HTMLDivElement>(null)
  const [{ top, height }, setSight] = useState({ top: 0, height: 600 })
  const look = (): void => { if (list.current !== null) setSight({ top: list.current.scrollTop, height: list.current.clientHeight }) }
  const high = first.rows[0]?.why === undefined ? LOW : TALL
  const from = Math.max(0, Math.floor(top / high) - MORE)
  const to = Math.min(first.total, Math.ceil((top + height) / high) + MORE)
  const rowAt = usePages({ asked, first }, { from, to })
  const noted = useWalk(list, { total: first.total, high })
  useEffect(look, [])
  if (first.total === 0) return null
  return (
    <div class="catalog-rows" ref={list} onScroll={look}>
      <ul style={{ height: `${first.total * high}px` }}>
        {Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).map((place) => (
          <li key={place} style={{ height: `${high}px`, top: `${place * high}px` }} aria-setsize={first.total} aria-posinset={place + 1}>
            <Row row={rowAt(place)} place={place} onFocus={() => noted(place)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Keys that go from row to row; gives what a row calls when it gets the focus by other means. */
function useWalk(list: RefObject<HTMLDivElement | null>, { total, high }: { total: number; high: number }): (place: number) => void {
  const current = useRef(-1)
  const go = (step: number): void => {
    const wanted = Math.min(total - 1, Math.max(0, current.current + step))
    current.current = wanted
    if (list.current !== null) focusRow(list.current, wanted, { high, wanted: () => current.current })
  }
  useEffect(() => bind([
    { key: 'j', does: 'next resource', act: () => go(1) },
    { key: 'k', does: 'resource before', act: () => go(-1) },
    { key: 'Enter', does: 'open the resource', act: () => false },
  ]), [total, high])
  return (place) => { current.current = place }
}

/**
 * Scrolls no further than needed. A row that is drawn gets the focus at once, so that a key pressed right after means this row;
 * one that is not is there two frames later: one for the scrolling to be heard, one for the drawing.
 */
function focusRow(list: HTMLElement, place: number, { high, wanted }: { high: number; wanted: () => number }): void {
  const [top, bottom] = [place * high, (place + 1) * high]
  if (top < list.scrollTop) list.scrollTop = top
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
  const focused = (): boolean => {
    const row = list.querySelector<HTMLElement>(`[data-row="${place}"]`)
    row?.focus({ preventScroll: true })
    return row !== null
  }
  if (!focused()) requestAnimationFrame(() => requestAnimationFrame(() => { if (wanted() === place) focused() }))
}

/** The rows that are known, and those that come near are asked for. */
function usePages({ asked, first }: { asked: URLSearchParams; first: BrowseView }, { from, to }: { from: number; to: number }): (place: number) => CatalogRow | undefined {
  const [pages, setPages] = useState<ReadonlyMap<number, readonly CatalogRow[]>>(() => new Map())
  const asking = useRef(new Set<number>())
  useEffect(() => {
    for (let page = Math.floor(from / PAGE); page <= Math.floor(Math.max(from, to - 1) / PAGE); page++) {
      if (page === 0 || asking.current.has(page)) continue
      asking.current.add(page)
      const query = new URLSearchParams([...asked, ['page', String(page + 1)]])
      ask<BrowseView>('/catalog.json', query).then(({ rows }) => setPages((known) => new Map([...known, [page, rows]])), () => asking.current.delete(page))
    }
  }, [Math.floor(from / PAGE), Math.floor(to / PAGE)])
  return (place) => (place < PAGE ? first.rows : pages.get(Math.floor(place / PAGE)))?.[place % PAGE]
}

function Row({ row, place, onFocus }: { row: CatalogRow | undefined; place: number; onFocus: () => void }) {
  if (row === undefined) return <span class="empty">…</span>
  const { id, title, kind, source, says, rev, changed, why } = row
  return (
    <>
      <div class="row-name"><a href={cardAt(id)} data-row={place} title={id} onFocus={onFocus}><span class="lead">{id.slice(0, id.length - ending(id).length)}</span><span>{ending(id)}</span></a> <Badge>{kind}</Badge> <Badge>{source}</Badge>{changed.length === 0 ? null : <Badge kind="changed" title={changed.join(', ')}>what changed: rev {rev}</Badge>}</div>
      <div class="row-says">{visible(title === '' || id.endsWith(title) ? says : `${title} ${says}`)}</div>
      {changed.length === 0 ? null : <span class="row-changed">{changed.join(', ')}</span>}
      {why === undefined ? null : <div class="row-why">{whyWords(why)}</div>}
    </>
  )
}

const PARTS = ['text', 'words', 'source', 'joins', 'feeds', 'vector', 'recency', 'cap_match', 'cost_penalty'] as const

/** `0.67: matched city; text 0.67, words 0.53`: only what counts. */
function whyWords(why: WhyFound): string {
  const parts = PARTS.filter((part) => why[part] >= 0.005).map((part) => `${part.replace('_', ' ')} ${why[part].toFixed(2)}`)
  return `${why.relevance.toFixed(2)}: ${why.matched.length === 0 ? 'no word' : `matched ${why.matched.join(' ')}`}; ${parts.join(', ')}`
}
