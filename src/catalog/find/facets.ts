// Filters over the facts of resources, and how many resources each value would leave.
import { CAPS, KINDS, LIFECYCLES } from '../record.ts'
import type { Fact } from './facts.ts'

/** What can be filtered by. */
export const FACETS = ['kind', 'tag', 'owner', 'lifecycle', 'cap', 'source'] as const
export type Facet = (typeof FACETS)[number]

/** Values by facet: one of the values of each facet must fit. */
export type Filter = { readonly [facet in Facet]?: readonly string[] }

/** Resources by facet and value, the most first. */
export type FacetCounts = { readonly [facet in Facet]: readonly (readonly [value: string, count: number])[] }

const LIFECYCLE = 'lifecycle:'

/** The values of a facet that a resource has. */
const VALUES: { readonly [facet in Facet]: (fact: Fact) => readonly string[] } = {
  kind: ({ kind }) => [kind],
  tag: ({ tags }) => tags.filter((tag) => !tag.startsWith(LIFECYCLE)),
  owner: ({ owner }) => (owner === undefined ? [] : [owner]),
  lifecycle: ({ tags }) => tags.filter((tag) => tag.startsWith(LIFECYCLE)).map((tag) => tag.slice(LIFECYCLE.length)),
  cap: ({ cap }) => cap,
  source: ({ source }) => [source],
}

/** Whether a resource passes all facets, or all but one. Asked of every resource, most often about no facet at all. */
export const passes = (filter: Filter, fact: Fact, except?: Facet): boolean => FACETS.every((facet) => {
  const wanted = filter[facet]
  return wanted === undefined || wanted.length === 0 || facet === except || VALUES[facet](fact).some((value) => wanted.includes(value))
})

/** What choosing each value would leave: the other facets hold, its own does not. */
export function countFacets(facts: readonly Fact[], filter: Filter): FacetCounts {
  return Object.fromEntries(FACETS.map((facet) => [facet, counted(facts.filter((fact) => passes(filter, fact, facet)), VALUES[facet])])) as unknown as FacetCounts
}

function counted(facts: readonly Fact[], valuesOf: (fact: Fact) => readonly string[]): (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const fact of facts) for (const value of valuesOf(fact)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
}

/** The words that a facet knows; undefined when any word may be one. */
export const FACET_WORDS: { readonly [facet in Facet]?: readonly string[] } = { kind: KINDS, lifecycle: LIFECYCLES, cap: CAPS }
