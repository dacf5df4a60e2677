// What belongs to the best hits though the question may not name it: tables on the way between two of them, and operations that give what one of them needs. Each with the reason in words.
import type { CatalogIndex } from './index.ts'
import { giversOf } from './score.ts'
import type { Found } from './search.ts'

/** A resource that completes a chain. */
export interface Link {
  readonly at: number
  readonly id: string
  readonly why: string
}

/** Hits whose surroundings are looked at. */
const BEST = 5
/** Keys on the way from one table to another. */
const MOST_STEPS = 3

/** The links of the best hits, in the order of the hits. */
export function linksOf(index: CatalogIndex, found: Pick<Found, 'hits' | 'scores'>, best = BEST): Link[] {
  const top = found.hits.filter(({ at }) => (found.scores.words[at] as number) > 0).slice(0, best).map(({ at }) => at)
  const links = [...top.flatMap((at) => givers(index, at, found)), ...bridges(index, top)]
  return links.filter((link, i) => links.findIndex(({ at }) => at === link.at) === i)
}

function givers(index: CatalogIndex, at: number, { scores }: Pick<Found, 'scores'>): Link[] {
  const best = Math.max(1e-9, ...scores.total)
  return giversOf(index, at, scores.total, best).slice(0, BEST).map(({ from, need }) => link(index, from, `gives ${need} for ${shortId(index, at)}`))
}

/** Tables between pairs of the best: each step of the way says its key. */
function bridges(index: CatalogIndex, top: readonly number[]): Link[] {
  return top.flatMap((from, i) => top.slice(i + 1).flatMap((to) => {
    const way = wayBetween(index, from, to)
    return (way ?? []).slice(1, -1).filter((at) => !top.includes(at)).map((at) => link(index, at, `joins ${shortId(index, from)} and ${shortId(index, to)}: ${keysOf(index, way ?? [])}`))
  }))
}

const link = (index: CatalogIndex, at: number, why: string): Link => ({ at, id: idAt(index, at), why })
const idAt = (index: CatalogIndex, at: number): string => index.facts[at]?.id ?? ''
const shortId = (index: CatalogIndex, at: number): string => idAt(index, at).split('.').at(-1) ?? ''

function keysOf(index: CatalogIndex, way: readonly number[]): string {
  return way.slice(1).map((to, i) => index.joins[way[i] as number]?.find((join) => join.to === to)?.via ?? '').join('; ')
}

/** The shortest way over keys, as places with both ends; undefined when there is none that is short. */
export function wayBetween(index: CatalogIndex, from: number, to: number): number[] | undefined {
  let ways: number[][] = [[from]]
  const seen = new Set([from])
  for (let step = 0; step < MOST_STEPS; step++) {
    const next: number[][] = []
    for (const way of ways) for (const { to: place } of index.joins[way.at(-1) as number] ?? []) {
      if (place === to) return [...way, place]
      if (seen.has(place)) continue
      seen.add(place)
      next.push([...way, place])
    }
    ways = next
  }
  return undefined
}
