// What records must look like, for whoever reads them from a file or a database. Apart from `record.ts`, because a program that only passes them on need not load it.
import { z } from 'zod'
import { CAPS, type CallWay, type Column, type Details, type Input, KINDS, type Overview, type Resource } from './record.ts'

const hash = z.string().regex(/^[0-9a-f]{16}$/)
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)

/** Where and what, in one line (S3.32, S3.55). */
export const OverviewSchema: z.ZodType<Overview> = z.strictObject({
  id: z.string().startsWith('res:'),
  uri: z.string().startsWith('ada://'),
  kind: z.enum(KINDS),
  title: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()),
  shape: z.strictObject({ rows_est: z.string().optional(), cols: z.number().int().nonnegative() }),
  schema_digest: z.array(z.string()).max(5),
  cap: z.array(z.enum(CAPS)),
  cost_hint: z.strictObject({ latency_ms_p50: z.number().nonnegative().optional(), egress_mb: z.number().nonnegative().optional() }).optional(),
  examples: z.array(z.strictObject({ task: z.string(), ops: z.array(z.string()) })),
  owner: z.string().optional(),
  updated_at: time,
  schema_hash: hash,
  cap_hash: hash,
  rev: z.number().int().positive(),
  what_changed: z.array(z.string()),
})

/** One field. */
const ColumnSchema: z.ZodType<Column> = z.strictObject({
  name: z.string(),
  type: z.string(),
  nn: z.boolean().optional(),
  pk: z.boolean().optional(),
  fk: z.string().optional(),
  index: z.string().optional(),
  unit: z.string().optional(),
  description: z.string().optional(),
  values: z.array(z.string()).optional(),
  pii: z.string().optional(),
})

/** Something that must or may be given: a parameter, an argument. */
const InputSchema: z.ZodType<Input> = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie', 'body', 'argument']),
  type: z.string(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  values: z.array(z.string()).optional(),
  default: z.string().optional(), separator: z.string().optional(),
})

/** How a resource is called, where a call is what it takes. */
const CallSchema: z.ZodType<CallWay> = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('http'), method: z.string(),
    server: z.string(), path: z.string(),
    rows: z.array(z.string()),
    auth: z.enum(['none', 'bearer', 'basic', 'header', 'query']).optional(), auth_name: z.string().optional(),
  }),
  z.strictObject({ by: z.literal('mcp'), tool: z.string() }),
  z.strictObject({ by: z.literal('function'), module: z.string(), name: z.string() }),
  z.strictObject({ by: z.literal('text'), path: z.string() }),
])

/** Everything that is needed to use it (S3.35). */
export const DetailsSchema: z.ZodType<Details> = z.strictObject({
  id: z.string().startsWith('res:'),
  uri: z.string().startsWith('ada://'),
  columns: z.array(ColumnSchema),
  inputs: z.array(InputSchema).optional(),
  call: CallSchema.optional(),
  constraints: z.strictObject({
    pii: z.string().optional(), retention: z.string().optional(),
    primary_key: z.array(z.string()).optional(), unique: z.array(z.array(z.string())).optional(),
    foreign_keys: z.array(z.strictObject({ columns: z.array(z.string()), to: z.string(), to_columns: z.array(z.string()) })).optional(),
    checks: z.array(z.string()).optional(),
  }),
  pushdown: z.strictObject({ filter: z.boolean(), project: z.boolean(), aggregate: z.boolean(), window: z.boolean(), join: z.boolean().optional(), sort: z.boolean().optional(), limit: z.boolean().optional() }),
  usage: z.strictObject({ snippets: z.array(z.strictObject({ engine: z.string(), code: z.string() })), anti_patterns: z.array(z.string()) }),
  access: z.strictObject({
    policy: z.string(),
    secrets: z.array(z.string()),
    grants: z.array(z.string()).optional(),
  }),
  quality: z.strictObject({ freshness_sla_s: z.number().optional(), null_rate: z.record(z.string(), z.number()).optional(), samples: z.array(z.string()).optional() }),
})

/** A resource as it is kept. `version` is that of these records, so that a later program knows what it reads. */
export const ResourceSchema: z.ZodType<Resource> = z.strictObject({ version: z.literal(1), source: z.string(), overview: OverviewSchema, details: DetailsSchema })
