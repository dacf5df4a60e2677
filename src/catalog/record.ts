// What the catalogue says of a resource: an overview that is cheap to read, and details that are asked for (S3.32-S3.35). The field names are those of the seed, on disk and on the wire.
import { z } from 'zod'

/** What a resource can be. */
export const KINDS = ['tabular', 'kv', 'api', 'bus', 'file', 'skill'] as const
export type Kind = (typeof KINDS)[number]

/** What can be asked of a resource where it lives. */
export const CAPS = ['scan', 'filter', 'project', 'aggregate', 'join', 'sort', 'limit', 'window', 'call', 'invoke', 'get', 'subscribe', 'publish'] as const
export type Cap = (typeof CAPS)[number]

/** How steady a resource is: the tag `lifecycle:stable` and its sisters. */
export const LIFECYCLES = ['stable', 'evolving', 'experimental'] as const
export type Lifecycle = (typeof LIFECYCLES)[number]

const hash = z.string().regex(/^[0-9a-f]{16}$/)
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)

/** Where and what, in one line (S3.32, S3.55). */
export const OverviewSchema = z.strictObject({
  id: z.string().startsWith('res:'),
  uri: z.string().startsWith('ada://'),
  kind: z.enum(KINDS),
  title: z.string(),
  /** What it holds, in a sentence of its owner. */
  description: z.string().optional(),
  tags: z.array(z.string()),
  shape: z.strictObject({ rows_est: z.string().optional(), cols: z.number().int().nonnegative() }),
  /** At most five fields, `name:type`. */
  schema_digest: z.array(z.string()).max(5),
  cap: z.array(z.enum(CAPS)),
  cost_hint: z.strictObject({ latency_ms_p50: z.number().nonnegative().optional(), egress_mb: z.number().nonnegative().optional() }).optional(),
  examples: z.array(z.strictObject({ task: z.string(), ops: z.array(z.string()) })),
  owner: z.string().optional(),
  updated_at: time,
  schema_hash: hash,
  cap_hash: hash,
  /** Counts the states in which it was published. */
  rev: z.number().int().positive(),
  /** What the newest revision changed, in a few words; empty for the first. */
  what_changed: z.array(z.string()),
})
export type Overview = z.infer<typeof OverviewSchema>

/** A field of what comes out: a column, a member of an answer, a field of a message. */
export const ColumnSchema = z.strictObject({
  name: z.string(),
  /** As the source writes it: `numeric(12,2)`. */
  type: z.string(),
  nn: z.boolean().optional(),
  pk: z.boolean().optional(),
  /** `schema.table.column` in the same source, or the id of a resource and a column: `res:…#id`. */
  fk: z.string().optional(),
  index: z.string().optional(),
  unit: z.string().optional(),
  description: z.string().optional(),
  /** What values look like, when there are few. */
  values: z.array(z.string()).optional(),
  /** What kind of personal data it is. */
  pii: z.string().optional(),
})
export type Column = z.infer<typeof ColumnSchema>

/** Something that must or may be given: a parameter, an argument. */
export const InputSchema = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie', 'body', 'argument']),
  type: z.string(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  values: z.array(z.string()).optional(),
  default: z.string().optional(),
})
export type Input = z.infer<typeof InputSchema>

/** How a resource is called, where a call is what it takes. */
export const CallSchema = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('http'), method: z.string(),
    /** Where the API lives, without credentials; empty when the document does not say. */
    server: z.string(), path: z.string(),
    /** Where the rows are in the answer, as names from the top: `['data', 'items']`; empty when the answer itself is the list or the row. */
    rows: z.array(z.string()),
    /** How the caller shows who it is; the secret itself is a reference. */
    auth: z.enum(['none', 'bearer', 'basic', 'header', 'query']).optional(), auth_name: z.string().optional(),
  }),
  z.strictObject({ by: z.literal('mcp'), tool: z.string() }),
  z.strictObject({ by: z.literal('function'), module: z.string(), name: z.string() }),
  z.strictObject({ by: z.literal('text'), path: z.string() }),
])
export type CallWay = z.infer<typeof CallSchema>

/** Everything that is needed to use it (S3.35). */
export const DetailsSchema = z.strictObject({
  id: z.string().startsWith('res:'),
  uri: z.string().startsWith('ada://'),
  columns: z.array(ColumnSchema),
  inputs: z.array(InputSchema).optional(),
  call: CallSchema.optional(),
  constraints: z.strictObject({
    pii: z.string().optional(), retention: z.string().optional(),
    /** Keys over several columns, checks, and what else holds. */
    primary_key: z.array(z.string()).optional(), unique: z.array(z.array(z.string())).optional(),
    foreign_keys: z.array(z.strictObject({ columns: z.array(z.string()), to: z.string(), to_columns: z.array(z.string()) })).optional(),
    checks: z.array(z.string()).optional(),
  }),
  pushdown: z.strictObject({ filter: z.boolean(), project: z.boolean(), aggregate: z.boolean(), window: z.boolean(), join: z.boolean().optional(), sort: z.boolean().optional(), limit: z.boolean().optional() }),
  usage: z.strictObject({ snippets: z.array(z.strictObject({ engine: z.string(), code: z.string() })), anti_patterns: z.array(z.string()) }),
  access: z.strictObject({
    policy: z.string(),
    /** References, never secrets: `ada://secret/pg:main`. */
    secrets: z.array(z.string()),
    /** Who may do what, as the source says: `analyst: select`. */
    grants: z.array(z.string()).optional(),
  }),
  quality: z.strictObject({ freshness_sla_s: z.number().optional(), null_rate: z.record(z.string(), z.number()).optional(), samples: z.array(z.string()).optional() }),
})
export type Details = z.infer<typeof DetailsSchema>

/** A resource as it is kept. `version` is that of these records, so that a later program knows what it reads. */
export const ResourceSchema = z.strictObject({ version: z.literal(1), source: z.string(), overview: OverviewSchema, details: DetailsSchema })
export type Resource = z.infer<typeof ResourceSchema>
