// Which fields of a resource say most: keys, what the task names, and names that are rare in the catalogue (S3.51).
import type { CatalogIndex } from '../find/index.ts'
import { askedOf, placeIn, rarityOf } from '../find/query.ts'
import { TUNING } from '../find/tuning.ts'
import { stemsIn } from '../find/words.ts'
import type { Column, Input, Resource } from '../record.ts'

/** A field of a resource: what comes out, or what is put in. */
export type AnyField = Column | Input

/** Says how much a field tells. */
export interface Telling {
  /** What the task names in the field, 0 when nothing. */
  match(field: AnyField): number
  /** How much its name tells this resource from others, 0 to 1. */
  rare(field: AnyField): number
}

/** Weighs fields by a catalogue and a task; the task may be empty. */
export function tellingOf(index: CatalogIndex, task: string): Telling {
  const asked = new Map(askedOf(index, task, TUNING).flatMap(({ meant }) => meant.map(({ term, worth }) => [index.terms[term] as string, worth] as const)))
  const rarest = Math.log(1 + index.facts.length)
  const rarity = (stem: string): number => {
    const at = placeIn(index.terms, stem)
    return index.terms[at] === stem ? rarityOf(index, at) : 0
  }
  return {
    match: ({ name, description = '' }) => sum(stemsIn(name).map((stem) => asked.get(stem) ?? 0)) + sum([...new Set(stemsIn(description))].map((stem) => asked.get(stem) ?? 0)) / 4,
    rare: ({ name }) => Math.min(1, Math.max(0, ...stemsIn(name).map(rarity)) / Math.max(1e-9, rarest)),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const isKey = (field: AnyField): boolean => ('pk' in field && field.pk === true) || ('fk' in field && field.fk !== undefined) || ('required' in field && field.required === true)

/** What a field is worth among its neighbours: keys first, then what the task names, then what is described, then rare names. */
export function worthOf(field: AnyField, { match, rare }: Telling): number {
  const matched = match(field)
  return (isKey(field) ? 8 : 0) + (matched > 0 ? 4 + Math.min(3, matched / 4) : 0) + ((field.description ?? '') === '' ? 0 : 1) + ('index' in field && field.index !== undefined ? 0.5 : 0) + rare(field) / 2
}

/** What comes out; for something that is called, what is put in, where nothing is known of what comes out. */
export const fieldsOf = ({ details: { columns, inputs = [] } }: Resource): readonly AnyField[] => (columns.length > 0 ? columns : inputs)

/** The places of the best fields, in the order of the source. */
export function bestFields(fields: readonly AnyField[], telling: Telling, most: number): number[] {
  const weighed = fields.map((field, at) => ({ at, worth: worthOf(field, telling) })).sort((a, b) => b.worth - a.worth || a.at - b.at)
  return weighed.slice(0, most).map(({ at }) => at).sort((a, b) => a - b)
}
