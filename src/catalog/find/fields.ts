// What can be found of a resource, field by field.
import { placeOf } from '../id.ts'
import type { Resource } from '../record.ts'

/** How much a word in a field counts, and how much a long field pays (0 to 1): a long list of columns says less of each, a long text was written to be found. */
export const FIELDS = {
  name: { weight: 3, slope: 0.3 },
  // The first sentence says what it is; the others may speak of anything.
  summary: { weight: 2, slope: 0.3 },
  description: { weight: 1, slope: 0.3 },
  columns: { weight: 1, slope: 0.75 },
  inputs: { weight: 1, slope: 0.3 },
  tags: { weight: 1, slope: 0.3 },
  source: { weight: 1, slope: 0.3 },
  examples: { weight: 1, slope: 0.3 },
  notes: { weight: 0.5, slope: 0.3 },
  // What is said of columns, one after the other: a list like that of their names.
  remarks: { weight: 0.5, slope: 0.75 },
  values: { weight: 0.5, slope: 0.3 },
  // What an operation answers is long and alike for many of them.
  answers: { weight: 0.3, slope: 0.75 },
} as const

/** The name of a field. */
export type FieldName = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[]

/** The texts of each field. */
export function fieldsOf(resource: Resource): Readonly<Record<FieldName, readonly string[]>> {
  const { overview, details, source } = resource
  const { inputs = [], columns } = details
  const called = overview.kind === 'api'
  const [summary = '', description = ''] = sentences(overview.description ?? '')
  const path = placeOf(overview.uri)?.path ?? []
  return {
    name: [nameOf(resource)], summary: [summary], description: [description],
    columns: called ? [] : columns.map(({ name }) => name), inputs: inputs.map(({ name }) => name), answers: called ? columns.map(({ name }) => name) : [],
    tags: overview.tags.filter((tag) => !/^(?:pii|lifecycle):/.test(tag)), source: [source, ...path.slice(0, -1)],
    examples: overview.examples.map(({ task }) => task),
    notes: described(inputs), remarks: called ? [] : described(columns),
    values: [...columns, ...inputs].flatMap(({ values = [] }) => values),
  }
}

const described = (fields: readonly { readonly description?: string | undefined }[]): string[] => fields.flatMap(({ description = '' }) => (description === '' ? [] : [description]))

/** The first sentence, and what follows it. */
function sentences(text: string): readonly [string, string] {
  const end = /[.!?]\s|\n/.exec(text)?.index ?? text.length
  return [text.slice(0, end), text.slice(end)]
}

/** What a resource is called: the last part of its place, with the title where its owner chose one. */
export function nameOf({ overview, source }: Resource): string {
  const last = placeOf(overview.uri)?.path.at(-1) ?? source
  return overview.title === last || overview.title.startsWith(`${last} (`) ? last : `${last} ${overview.title}`
}

/** The name without what a caller puts in: `/person/{person_id}/credits` is about persons and credits. */
export const spokenName = (resource: Resource): string => nameOf(resource).replace(/\{[^}]*\}/g, ' ')
