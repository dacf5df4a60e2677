// One resource as a role sees it: every field of its records is either about what is visible, or gone.
import { type Cut, partsOf } from './cut.ts'
import { costOf } from './cost.ts'
import { digestOf } from './digest.ts'
import { type Censor, censorOf } from './hidden-words.ts'
import type { Column, Details, Input, Overview, Resource } from './record.ts'
import { hashesOf } from './resource.ts'
import type { Role } from './roles.ts'
import type { Targets } from './targets.ts'
import { shortType } from './types.ts'

/** What decides what may be told. */
export interface Sight {
  readonly role: Role
  readonly targets: Targets
  readonly censor: Censor
}

/** Stands where the time of a change would tell of changes that a role may not see. */
const UNTOLD = '1970-01-01T00:00:00Z'

/** The records of a resource without what a role may not see, with hashes and counts of what remains. */
export function shown(cut: Cut, sight: Sight): Resource {
  const { version, source } = cut.resource
  const full = detailsFor(cut, sight)
  const details = sight.role.details ? full : withheld(full)
  return { version, source, overview: overviewFor(cut, full, { details, sight }), details }
}

function overviewFor({ resource }: Cut, { columns, inputs = [] }: Details, { details, sight }: { details: Details; sight: Sight }): Overview {
  const { id, uri, kind, title, description, tags, shape, cap, examples, owner } = resource.overview
  const { censor } = sight
  return {
    id, uri, kind, title: censor(title) ? (partsOf(resource).at(-1) ?? '') : title,
    ...kept({ description }, censor), tags: tagsFor(tags, columns, sight),
    shape: { ...shape, cols: columns.length }, schema_digest: digestOf(columns.length > 0 ? columns : inputs), cap,
    ...costFor(resource.overview, columns, sight),
    examples: examples.filter(({ task, ops }) => ![task, ...ops].some(censor)),
    ...kept({ owner }, censor), updated_at: UNTOLD, ...hashesFor(resource, details), rev: 1, what_changed: [],
  }
}

/** Hashes of what is seen. Where nothing of it was touched they are those that it had: making them is most of the work. */
function hashesFor({ overview, details: before }: Resource, details: Details): Pick<Overview, 'schema_hash' | 'cap_hash'> {
  const same = sameList(before.columns, details.columns) && sameList(before.inputs ?? [], details.inputs ?? []) && before.constraints === details.constraints && before.call === details.call
  return same ? { schema_hash: overview.schema_hash, cap_hash: overview.cap_hash } : hashesOf(details, overview.cap)
}

const sameList = (before: readonly unknown[], after: readonly unknown[]): boolean => before.length === after.length && before.every((one, at) => one === after[at])

/** What reading the hidden columns costs would tell of them: the figures are those of what is seen. */
function costFor({ kind, shape, cost_hint }: Overview, columns: readonly Column[], { role }: Sight): Pick<Overview, 'cost_hint'> {
  if (cost_hint === undefined) return {}
  if (!role.fields || kind === 'api' || kind === 'skill') return { cost_hint }
  const rows = Number(shape.rows_est)
  return Number.isFinite(rows) ? { cost_hint: costOf(columns, rows) } : {}
}

/** Whether there is personal data is said of what is seen. */
function tagsFor(tags: readonly string[], columns: readonly Column[], { role, censor }: Sight): string[] {
  const pii = `pii:${columns.find((column) => column.pii !== undefined)?.pii ?? 'none'}`
  const own = role.fields ? tags.map((tag) => (tag.startsWith('pii:') ? pii : tag)) : tags
  return own.filter((tag) => !censor(tag))
}

function detailsFor(cut: Cut, sight: Sight): Details {
  const { role, censor } = sight
  const { id, uri, call, pushdown, usage, access, quality } = cut.resource.details
  const inputs = cut.inputs.map((input) => inputFor(input, sight))
  const uses: Censor = cut.closed.length === 0 ? () => false : censorOf(cut.closed)
  return {
    id, uri, columns: cut.columns.map((column) => columnFor(column, cut, sight)),
    ...(inputs.length === 0 ? {} : { inputs }),
    // A call that needs a hidden input cannot be made, and its path would name it.
    ...(call === undefined || censor(JSON.stringify(call)) ? {} : { call }),
    constraints: constraintsFor(cut, sight), pushdown,
    usage: { snippets: usage.snippets.filter(({ code }) => !censor(code) && !uses(code)), anti_patterns: usage.anti_patterns.filter((text) => role.antiPatterns && !censor(text) && !(role.fields && COUNTED.test(text))) },
    access: accessFor(access, sight),
    quality: qualityFor(quality, cut, sight),
  }
}

/** `select * (30 columns)` counts the hidden ones too. */
const COUNTED = /\d+ columns/

/** What is left of details for who may only read overviews. */
const withheld = ({ id, uri, pushdown, access }: Details): Details =>
  ({ id, uri, columns: [], constraints: {}, pushdown, usage: { snippets: [], anti_patterns: [] }, access, quality: {} })

/** One column of a key whose others are hidden is not a key. */
function columnFor(column: Column, cut: Cut, { targets, censor }: Sight): Column {
  const { fk, pk } = column
  const gone = WORDS.filter((key) => column[key] !== undefined && censor(column[key])) as string[]
  if (pk !== undefined && cut.keyless) gone.push('pk')
  if (fk !== undefined && !targets.column(cut.resource.source, fk)) gone.push('fk')
  return without(column, gone, censor)
}

const WORDS = ['description', 'index', 'unit'] as const

const inputFor = (input: Input, { censor }: Sight): Input => without(input, input.description !== undefined && censor(input.description) ? ['description'] : [], censor)

/** A field without some of what is said of it, in the order in which it was said; itself when nothing is taken away. */
/** Types that every database has tell nothing, even where a hidden column has the name of one. */
const STANDARD = /^(?:u?int\w*|integer|bigint|smallint|numeric|decimal|real|double(?: precision)?|float\w*|number|bool(?:ean)?|text|string|varchar|char|character(?: varying)?|uuid|jsonb?|bytea|blob|date|datetime|interval|time(?:stamp)?(?:tz)?)(?:\(\d+(?:, ?\d+)?\))?(?: with(?:out)? time zone)?(?:\[\])*$/i

function without<T extends Column | Input>(field: T, gone: readonly string[], censor: Censor): T {
  const plain = !STANDARD.test(field.type) && censor(field.type)
  if (gone.length === 0 && !plain) return field
  return Object.fromEntries(Object.entries(field).flatMap(([key, value]) => (gone.includes(key) ? [] : [[key, plain && key === 'type' ? shortType(field.type) : value]]))) as T
}

/** The texts that name nothing hidden. */
const kept = <T extends Record<string, string | undefined>>(texts: T, censor: Censor): Partial<T> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && !censor(text))) as Partial<T>

function constraintsFor(cut: Cut, { role, targets, censor }: Sight): Details['constraints'] {
  const before = cut.resource.details.constraints
  const names = new Set(cut.columns.map(({ name }) => name))
  const all = (columns: readonly string[]): boolean => columns.every((name) => names.has(name))
  const left: Details['constraints'] = {
    ...before,
    pii: role.fields || censor(before.pii ?? '') ? undefined : before.pii, retention: censor(before.retention ?? '') ? undefined : before.retention,
    primary_key: before.primary_key !== undefined && all(before.primary_key) ? before.primary_key : undefined,
    unique: before.unique?.filter(all), checks: before.checks?.filter((check) => !censor(check)),
    foreign_keys: before.foreign_keys?.filter(({ columns, to, to_columns }) => all(columns) && targets.table(cut.resource.source, to, to_columns)),
  }
  if (sizeOf(left) === sizeOf(before)) return before
  return Object.fromEntries(Object.keys(before).flatMap((key) => (isSaid(left[key as keyof typeof left]) ? [[key, left[key as keyof typeof left]]] : [])))
}

/** An empty list would say that something was taken out. */
const isSaid = (part: unknown): boolean => part !== undefined && !(Array.isArray(part) && part.length === 0)

/** How much is said: parts are only ever taken away. */
const sizeOf = (constraints: Details['constraints']): number => Object.values(constraints).reduce((sum, part) => sum + (Array.isArray(part) ? 1 + part.length : part === undefined ? 0 : 1), 0)

/** A list that is there only when something is in it: an empty one would say that something was taken out. */
const some = <K extends string, T>(key: K, list: T[] | undefined): { [k in K]?: T[] } => (list === undefined || list.length === 0 ? {} : { [key]: list } as { [k in K]: T[] })

/** References to secrets and the rights of others are nobody's business who has rights of their own. */
const accessFor = ({ policy, grants }: Details['access'], { role, censor }: Sight): Details['access'] =>
  ({ policy: censor(policy) ? 'any' : policy, secrets: [], ...some('grants', grants?.filter((grant) => grant.startsWith(`${role.name}:`) && !censor(grant))) })

/** A sample is a whole row: for who may not see some columns there is none, so that its absence tells nothing. */
function qualityFor({ freshness_sla_s, null_rate, samples }: Details['quality'], { columns }: Cut, { role, censor }: Sight): Details['quality'] {
  const names = new Set(columns.map(({ name }) => name))
  const rates = Object.entries(null_rate ?? {}).filter(([name]) => names.has(name))
  return {
    ...(freshness_sla_s === undefined ? {} : { freshness_sla_s }),
    ...(rates.length === 0 ? {} : { null_rate: Object.fromEntries(rates) }),
    ...(role.fields ? {} : some('samples', samples?.filter((sample) => !censor(sample)))),
  }
}
