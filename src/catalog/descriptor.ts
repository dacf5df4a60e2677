// What a connector reports of a resource (S3.39). Connectors say facts; `resource.ts` makes the records of all of them in one way.
import type { Place } from './id.ts'
import type { CallWay, Cap, Column, Details, Input, Kind, Lifecycle } from './record.ts'

/** The facts of one resource as they were found. */
export interface Descriptor {
  readonly kind: Kind
  readonly place: Place
  /** What people call it; the last part of its name unless told. */
  readonly title?: string
  readonly description?: string
  readonly tags?: readonly string[]
  /** Rows, keys, messages; an estimate is enough. */
  readonly rows?: number
  readonly columns: readonly Column[]
  readonly inputs?: readonly Input[]
  readonly call?: CallWay
  readonly cap: readonly Cap[]
  readonly lifecycle?: Lifecycle
  readonly owner?: string
  /** When the resource last changed, as ISO time, where the source knows. */
  readonly updated?: string
  readonly cost?: { readonly latency_ms_p50?: number; readonly egress_mb?: number }
  readonly examples?: readonly { readonly task: string; readonly ops: readonly string[] }[]
  readonly constraints?: Details['constraints']
  readonly snippets?: readonly { readonly engine: string; readonly code: string }[]
  readonly antiPatterns?: readonly string[]
  readonly access?: Partial<Details['access']>
  readonly quality?: Details['quality']
}
