// What the catalogue says of a resource: an overview that is cheap to read, and details that are asked for (S3.32-S3.35). The field names are those of the seed, on disk and on the wire;
// `record-schema.ts` checks them where they come from outside.

/** What a resource can be. */
export const KINDS = ['tabular', 'kv', 'api', 'bus', 'file', 'skill'] as const
export type Kind = (typeof KINDS)[number]

/** What can be asked of a resource where it lives. */
export const CAPS = ['scan', 'filter', 'project', 'aggregate', 'join', 'sort', 'limit', 'window', 'call', 'invoke', 'get', 'subscribe', 'publish'] as const
export type Cap = (typeof CAPS)[number]

/** How steady a resource is: the tag `lifecycle:stable` and its sisters. */
export const LIFECYCLES = ['stable', 'evolving', 'experimental'] as const
export type Lifecycle = (typeof LIFECYCLES)[number]

/** Where and what, in one line (S3.32, S3.55). */
export interface Overview {
  id: string
  uri: string
  kind: Kind
  title: string
  /** What it holds, in a sentence of its owner. */
  description?: string | undefined
  tags: string[]
  shape: { rows_est?: string | undefined; cols: number }
  /** At most five fields, `name:type`. */
  schema_digest: string[]
  cap: Cap[]
  cost_hint?: { latency_ms_p50?: number | undefined; egress_mb?: number | undefined } | undefined
  examples: { task: string; ops: string[] }[]
  owner?: string | undefined
  updated_at: string
  schema_hash: string
  cap_hash: string
  /** Counts the states in which it was published. */
  rev: number
  /** What the newest revision changed, in a few words; empty for the first. */
  what_changed: string[]
}

/** A field of what comes out: a column, a member of an answer, a field of a message. */
export interface Column {
  name: string
  /** As the source writes it: `numeric(12,2)`. */
  type: string
  nn?: boolean | undefined
  pk?: boolean | undefined
  /** `schema.table.column` in the same source, or the id of a resource and a column: `res:…#id`. */
  fk?: string | undefined
  index?: string | undefined
  unit?: string | undefined
  description?: string | undefined
  /** What values look like, when there are few. */
  values?: string[] | undefined
  /** What kind of personal data it is. */
  pii?: string | undefined
}

/** Something that must or may be given: a parameter, an argument. */
export interface Input {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'argument'
  type: string
  required?: boolean | undefined
  description?: string | undefined
  values?: string[] | undefined
  default?: string | undefined
  /** What stands between several values where they are written as one: `,`. Without it the name is repeated. */
  separator?: string | undefined
}

/** How a resource is called, where a call is what it takes. */
export type CallWay =
  | {
    by: 'http'
    method: string
    /** Where the API lives, without credentials; empty when the document does not say. */
    server: string
    path: string
    /** Where the rows are in the answer, as names from the top: `['data', 'items']`; empty when the answer itself is the list or the row. */
    rows: string[]
    /** How the caller shows who it is; the secret itself is a reference. */
    auth?: 'none' | 'bearer' | 'basic' | 'header' | 'query' | undefined
    auth_name?: string | undefined
  }
  | { by: 'mcp'; tool: string }
  | { by: 'function'; module: string; name: string }
  | { by: 'text'; path: string }

/** Everything that is needed to use it (S3.35). */
export interface Details {
  id: string
  uri: string
  columns: Column[]
  inputs?: Input[] | undefined
  call?: CallWay | undefined
  constraints: {
    pii?: string | undefined
    retention?: string | undefined
    /** Keys over several columns, checks, and what else holds. */
    primary_key?: string[] | undefined
    unique?: string[][] | undefined
    foreign_keys?: { columns: string[]; to: string; to_columns: string[] }[] | undefined
    checks?: string[] | undefined
  }
  pushdown: { filter: boolean; project: boolean; aggregate: boolean; window: boolean; join?: boolean | undefined; sort?: boolean | undefined; limit?: boolean | undefined }
  usage: { snippets: { engine: string; code: string }[]; anti_patterns: string[] }
  access: {
    policy: string
    /** References, never secrets: `ada://secret/pg:main`. */
    secrets: string[]
    /** Who may do what, as the source says: `analyst: select`. */
    grants?: string[] | undefined
  }
  quality: { freshness_sla_s?: number | undefined; null_rate?: Record<string, number> | undefined; samples?: string[] | undefined }
}

/** A resource as it is kept. `version` is that of these records, so that a later program knows what it reads. */
export interface Resource {
  version: 1
  source: string
  overview: Overview
  details: Details
}
