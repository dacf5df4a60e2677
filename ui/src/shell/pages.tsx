// Every page of the studio. Adding one is adding a file and a line here; large ones arrive when they are opened.
import type { ComponentType } from 'preact'
import { ContextPage } from '../context/page.tsx'
import { late } from './late.tsx'

/** A page: its address, its place in the menu, what it shows. */
export interface Page {
  readonly at: string
  /** Absent when the menu does not name it. */
  readonly title?: string
  readonly View: ComponentType
}

/** In the order of the menu. */
export const PAGES: readonly Page[] = [
  { at: '/', title: 'Context', View: ContextPage },
  { at: '/compare', title: 'Compare', View: late(async () => (await import('../compare/page.tsx')).ComparePage) },
  { at: '/memory', title: 'Memory', View: late(async () => (await import('../memory/page.tsx')).MemoryPage) },
  { at: '/catalog', title: 'Catalogue', View: late(async () => (await import('../catalog/page.tsx')).CatalogPage) },
  { at: '/catalog/resource', View: late(async () => (await import('../catalog/card.tsx')).CardPage) },
  { at: '/catalog/changes', View: late(async () => (await import('../catalog/changes.tsx')).ChangesPage) },
  { at: '/catalog/plan', View: late(async () => (await import('../catalog/plan.tsx')).PlanPage) },
]

/** The page of an address. */
export const pageAt = (path: string): Page | undefined => PAGES.find(({ at }) => at === path)
