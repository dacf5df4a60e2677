// What the catalogue asks of the world: connectors that look at sources, and a store that keeps what they saw.
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Stop } from '../core/ports.ts'
import type { Limits, Table, Value } from '../core/table.ts'
import type { Descriptor } from './descriptor.ts'
import type { Resource } from './record.ts'

export type { Limits, Table, Value }

/** A source as it is registered. Credentials are references: nothing here is a secret. */
export interface SourceSpec {
  /** `main`: letters, digits, `-` and `_`. */
  readonly name: string
  /** The type of its connector: `postgres`. */
  readonly type: string
  /** A path relative to the workspace, a URL without a password, or a reference that holds the whole of it: `env:DATABASE_URL`, `file:secrets/db-url`. */
  readonly location: string
  /** Further references by name: `{ "token": "env:GITHUB_TOKEN" }`. */
  readonly secrets: Readonly<Record<string, string>>
  /** What its connector may be told: `{ "schemas": "public,sales" }`. */
  readonly options: Readonly<Record<string, string>>
  readonly owner?: string
}

/** A source with its references resolved, for the time of one scan or run. It is never written, logged or shown. */
export interface OpenSource extends SourceSpec {
  readonly address: string
  readonly credentials: Readonly<Record<string, string>>
  /** The folder in which relative paths begin. */
  readonly root: string
}

/** What surrounds a scan. */
export interface Watch {
  readonly signal?: Stop
  progress(found: number): void
}

/** Looks at one type of source. */
export interface Connector {
  /** `postgres`. */
  readonly type: string
  readonly title: string
  /** Whether a location looks like one of its own, by its name or by its head: how the text of a file begins, or the names in a folder, one a line; asked in the order of the list. */
  claims(location: string, head: string): boolean
  /** What there is. Throws a SourceDown when it cannot be looked at; what is wrong with a part of it is a diagnostic between the descriptors. */
  scan(source: OpenSource, watch: Watch): AsyncIterable<Descriptor | Diagnostic>
  /** Whether a resource can be reached now and still is what its records say; undefined when all is well. */
  probe?(source: OpenSource, resource: Resource): Promise<Diagnostic | undefined>
  /** Runs a piece of a plan where the data is. It only reads, and stops at the limits. */
  run?(source: OpenSource, piece: Piece, limits: Limits): Promise<Table>
}

/** The part of a plan that one source runs. */
export type Piece =
  /** A query with bound parameters, compiled for the dialect of the source. */
  | { readonly by: 'sql'; readonly dialect: 'postgres' | 'sqlite' | 'mysql'; readonly sql: string; readonly parameters: readonly Value[] }
  /** All rows of a file or of keys; the rest of the plan runs here. */
  | { readonly by: 'rows'; readonly resource: Resource; readonly columns?: readonly string[] }
  /** A call with its arguments by name: an operation of an API, a tool, a function. */
  | { readonly by: 'call'; readonly resource: Resource; readonly args: Readonly<Record<string, unknown>> }

/** A source cannot be looked at now; the message names the cause without credentials. */
export class SourceDown extends Error {
  override readonly name = 'SourceDown'
}

/** What is known of a source beside its resources. */
export interface SourceState {
  readonly spec: SourceSpec
  /** When it was last looked at with success; undefined before the first time. */
  readonly scanned?: string
  readonly resources: number
  /** Why the newest scan failed; the state of the one before stays. */
  readonly failure?: { readonly at: string; readonly message: string }
}

/** What became of a resource in a scan. */
export interface Change {
  readonly id: string
  readonly what: 'added' | 'changed' | 'removed'
  readonly rev: number
  readonly at: string
  /** In a few words each: `+email:str`, `-city`, `amount: int -> num`. */
  readonly changes: readonly string[]
  readonly breaking: boolean
}

/** Keeps the catalogue. Every method is one step: whoever reads sees the state before or after it, whatever happens in between. */
export interface CatalogStore {
  sources(): Promise<readonly SourceState[]>
  /** Registers a source, or replaces the one of that name. */
  register(spec: SourceSpec): Promise<void>
  /** Forgets a source and all it holds; false when there is none. */
  remove(name: string): Promise<boolean>
  /** Replaces what a source holds by what a scan found, and says what changed. Revisions go on from those before (`publish.ts`). */
  publish(name: string, resources: readonly Resource[], at: string): Promise<readonly Change[]>
  /** A scan failed: what is known stays, and why it failed is kept. */
  failed(name: string, message: string, at: string): Promise<void>
  /** All resources, or those of some sources, sorted by id. */
  resources(sources?: readonly string[]): Promise<readonly Resource[]>
  /** A word that changes whenever the resources do: what was worked out from them may be kept by it. */
  state(): Promise<string>
  /** The newest changes first. */
  changes(limit: number): Promise<readonly Change[]>
  close(): Promise<void>
}
