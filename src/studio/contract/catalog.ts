// What goes between the server and the pages of the catalogue: plain data, and of it only what the reader may see.
import type { ResourceDiff } from '../../catalog/diff.ts'
import type { FacetCounts } from '../../catalog/find/facets.ts'
import type { Parts } from '../../catalog/find/relevance.ts'
import type { Change } from '../../catalog/ports.ts'
import type { Kind, Resource } from '../../catalog/record.ts'
import type { ExplainedPiece } from '../../ir/explain.ts'
import type { Ran } from './asking.ts'

/** As whom the studio reads, and as whom it may look. */
export interface RolesView {
  /** The role of the studio itself; absent where there are no roles. */
  readonly own?: string
  /** Who sees everything may look as these; nobody else may look as anybody. */
  readonly roles: readonly string[]
}

/** What a search found: a page of it, and how it could be narrowed. */
export interface BrowseView {
  readonly total: number
  /** The number of the first row, from 1; 0 when there is none. */
  readonly first: number
  readonly rows: readonly CatalogRow[]
  readonly facets: FacetCounts
  /** What belongs to the best hits though the words may not name it. */
  readonly links: readonly { readonly id: string; readonly why: string }[]
  /** True when there is nothing to search at all. */
  readonly empty: boolean
  readonly report: readonly string[]
}

/** One resource in a list. */
export interface CatalogRow {
  readonly id: string
  readonly title: string
  readonly kind: Kind
  readonly source: string
  /** What it holds, in a line. */
  readonly says: string
  readonly tags: readonly string[]
  readonly owner?: string
  readonly rev: number
  readonly changed: readonly string[]
  /** Why it was found; absent when no words were given. */
  readonly why?: WhyFound
}

/** The parts of a relevance. */
export interface WhyFound extends Parts {
  readonly relevance: number
  readonly matched: readonly string[]
  readonly words: number
  readonly source: number
  readonly joins: number
  readonly feeds: number
}

/** Everything that a card shows. */
export interface CardView {
  readonly resource: Resource
  readonly source: { readonly name: string; readonly type: string; readonly scanned?: string; readonly failure?: string }
  /** The resource behind each foreign key, by column. */
  readonly keys: Readonly<Record<string, string>>
  readonly joins: readonly { readonly id: string; readonly via: string }[]
  /** Who gives what a call needs. */
  readonly givers: readonly { readonly id: string; readonly need: string }[]
  /** The newest first. */
  readonly history: readonly Change[]
  /** What each role sees of it; told only to who sees everything and looks as nobody else. */
  readonly access?: readonly AccessView[]
}

/** What one role sees of a resource. */
export interface AccessView {
  readonly role: string
  readonly sees: boolean
  /** Columns and inputs that it may not see. */
  readonly hidden: readonly string[]
  /** Columns whose values have names inside, which it therefore does not read. */
  readonly closed: readonly string[]
  readonly details: boolean
  readonly antiPatterns: boolean
}

/** What changed, and between which scans one can choose. */
export interface ChangesView {
  readonly total: number
  readonly breaking: number
  /** The newest first, cut at what was asked for. */
  readonly diffs: readonly ResourceDiff[]
  readonly scans: readonly { readonly at: string; readonly changes: number; readonly breaking: number }[]
  readonly report: readonly string[]
}

/** A problem of a plan with its place in the text. */
export interface PlanProblem {
  readonly severity: 'error' | 'warning'
  readonly code: string
  readonly place: string
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** A plan that was looked at; nothing ran. */
export interface PlanPageView {
  /** Absent when there is no plan. */
  readonly check?: Ran<{ readonly ok: boolean; readonly result: readonly string[]; readonly problems: readonly PlanProblem[] }>
  /** Absent when it cannot be used. */
  readonly explain?: Ran<ExplainedPlan>
  /** Plans that fit the catalogue, when none was given. */
  readonly examples?: readonly PlanExample[]
}

/** A plan that fits what is in the catalogue. */
export interface PlanExample {
  readonly title: string
  readonly text: string
}

/** What a plan will do. */
export interface ExplainedPlan {
  readonly result: readonly string[]
  readonly pieces: readonly ExplainedPiece[]
  readonly local: readonly { readonly step: string; readonly op: string; readonly inputs: readonly string[] }[]
  readonly caps: { readonly rows: number; readonly bytes: number; readonly milliseconds: number }
  readonly personal: readonly string[]
  readonly anti_patterns: readonly { readonly resource: string; readonly text: string }[]
  readonly warnings: readonly PlanProblem[]
}

/** The rows of a plan. */
export interface PlanRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | boolean | null)[])[]
  readonly cut?: string
  readonly notes: readonly string[]
}
