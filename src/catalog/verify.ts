// What can be said of the catalogue without leaving it (S3.53): whether its records agree with themselves, and with what a new scan found.
import { differencesOf } from './changes.ts'
import { digestOf } from './digest.ts'
import type { Check, Finding, Severity } from './findings.ts'
import { ResourceSchema } from './record-schema.ts'
import type { Input, Resource } from './record.ts'
import { hashesOf } from './resource.ts'
import { shortType } from './types.ts'

/** What is wrong with the records of a resource by themselves. */
export function recordFindings(resource: Resource): readonly Finding[] {
  const id = resource.overview.id
  const result = ResourceSchema.safeParse(resource)
  if (!result.success) {
    const issue = result.error.issues[0]
    return [found('record/invalid', id, `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'it cannot be read'}`)]
  }
  return [...digestFindings(resource), ...secretFindings(resource), ...(resource.details.inputs ?? []).flatMap((input) => valueFindings(id, input)), ...habitFindings(resource)]
}

const found = (check: Check, subject: string, message: string, severity: Severity = 'error'): Finding => ({ check, severity, subject, message })

/** Details that a role may not read leave an overview behind that speaks of more; then there is nothing to compare. */
function digestFindings({ overview, details }: Resource): Finding[] {
  const { columns, inputs = [] } = details
  if (columns.length === 0 && inputs.length === 0 && overview.shape.cols > 0) return []
  const [digest, hashes] = [digestOf(columns.length > 0 ? columns : inputs), hashesOf(details, overview.cap)]
  return [
    ...(digest.join('\n') === overview.schema_digest.join('\n') ? [] : [found('record/digest', overview.id, `schema_digest says ${overview.schema_digest.join(', ')}; the columns give ${digest.join(', ')}`)]),
    ...(hashes.schema_hash === overview.schema_hash ? [] : [found('record/digest', overview.id, 'schema_hash is not that of the columns')]),
    ...(hashes.cap_hash === overview.cap_hash ? [] : [found('record/digest', overview.id, 'cap_hash is not that of the capabilities')]),
    ...(overview.shape.cols === columns.length ? [] : [found('record/digest', overview.id, `shape says ${overview.shape.cols} columns, and there are ${columns.length}`)]),
  ]
}

const REFERENCE = /^(?:ada:\/\/secret\/|env:|file:)/

/** The text is not told: it may be the secret itself. */
const secretFindings = ({ overview, details }: Resource): Finding[] =>
  details.access.secrets.some((secret) => !REFERENCE.test(secret)) ? [found('record/secret', overview.id, 'access.secrets holds something that is not a reference such as ada://secret/pg:main')] : []

/** A default that the source itself would refuse. */
function valueFindings(id: string, { name, type, values = [], default: otherwise }: Input): Finding[] {
  if (otherwise === undefined) return []
  if (values.length > 0 && !values.includes(otherwise)) return [found('example/value', id, `the default of ${name} is ${otherwise}, which is not one of ${values.slice(0, 8).join(', ')}`, 'warning')]
  const fits = { int: /^-?\d+$/, num: /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i, bool: /^(?:true|false|0|1)$/i }[shortType(type) as string]
  return fits === undefined || fits.test(otherwise) ? [] : [found('example/value', id, `the default of ${name} is ${otherwise}, which is no ${type}`, 'warning')]
}

/** A snippet must not show what the same card says not to do. */
function habitFindings({ overview, details: { usage } }: Resource): Finding[] {
  const avoids = usage.anti_patterns.some((text) => /^select \*/i.test(text))
  return usage.snippets.filter(({ code }) => avoids && /\bselect\s+\*/i.test(code)).map(() => found('snippet/anti-pattern', overview.id, 'a snippet selects *, which the resource asks not to do', 'warning'))
}

/** What a new scan of a source found that the catalogue does not say. */
export function staleFindings(known: readonly Resource[], scanned: readonly Resource[]): readonly Finding[] {
  const now = new Map(scanned.map((resource) => [resource.overview.id, resource]))
  const before = new Set(known.map(({ overview }) => overview.id))
  return [
    ...known.flatMap((resource) => (now.has(resource.overview.id) ? driftOf(resource, now.get(resource.overview.id) as Resource) : [found('resource/gone', resource.overview.id, 'a new scan does not find it; run fovea catalog scan')])),
    ...scanned.filter(({ overview }) => !before.has(overview.id)).map(({ overview }) => found('resource/new', overview.id, 'a new scan finds it; run fovea catalog scan', 'warning')),
  ]
}

function driftOf(before: Resource, after: Resource): Finding[] {
  const [a, b] = [before.overview, after.overview]
  const words = (): string => `${differencesOf(before, after).map(({ text }) => text).slice(0, 8).join(', ') || 'it differs'}; run fovea catalog scan`
  if (a.schema_hash !== b.schema_hash) return [found('schema/stale', a.id, words())]
  return a.cap_hash === b.cap_hash ? [] : [found('capability/stale', a.id, words())]
}
