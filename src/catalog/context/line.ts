// An overview for readers of text (decision 16): resources of one place under one heading, one line each, text as the type that need not be said.
import { placeOf } from '../id.ts'
import type { Resource } from '../record.ts'
import { shortType } from '../types.ts'
import { type AnyField, bestFields, fieldsOf, type Telling } from './telling.ts'

const MOST_FIELDS = 5
/** Letters of a description in a line. */
const MOST_SAID = 80

/** What the ids of a group begin with: `res:db.pg.main.public.`; the rest of an id begins its line. */
export function groupOf({ overview: { id, uri } }: Resource): string {
  const own = (placeOf(uri)?.path ?? []).length
  const parts = id.split('.')
  return own === 0 || parts.length <= own ? '' : `${parts.slice(0, -1).join('.')}.`
}

/** The heading of a group. */
export const groupLine = (group: string): string => (group === '' ? '' : `${group}*\n`)

/** One line for a resource: what its id ends with, and what it holds. */
export const lineOf = (resource: Resource, telling: Telling): string => `${nameIn(resource)}${sayingOf(resource, telling)}\n`

const nameIn = (resource: Resource): string => resource.overview.id.slice(groupOf(resource).length)

/** What a line says of a resource after its name: how many rows, and the fields that say most. */
export function sayingOf(resource: Resource, telling: Telling): string {
  const { overview: { uri, title, kind, description = '', shape, tags }, details } = resource
  const name = nameIn(resource)
  // What an operation answers says less than its path, what it needs and what its owner writes.
  const fields = kind === 'api' && description !== '' ? [] : fieldsOf(resource)
  const shown = bestFields(fields, telling, MOST_FIELDS).map((at) => fieldWord(fields[at] as AnyField))
  const more = fields.length > shown.length ? ` +${fields.length - shown.length}` : ''
  const called = (kind === 'api' || kind === 'skill') && !name.includes(title) && !repeats(title, placeOf(uri)?.path ?? []) ? ` ${flat(title, MOST_SAID)}` : ''
  const needs = kind === 'api' ? needed(details.inputs ?? []) : ''
  const rows = shape.rows_est === undefined || shape.rows_est === '0' ? '' : ` ~${shape.rows_est}`
  const said = description === '' ? '' : ` - ${flat(description, MOST_SAID)}`
  return `${called}${needs}${rows}${shown.length === 0 ? '' : `: ${shown.join(' ')}${more}`}${said}${tags.includes('lifecycle:experimental') ? ' (experimental)' : ''}`
}

/** Whether a title only says the name again: `GET /person/{id}` of `GET.person.{id}`, or its last part. */
const repeats = (title: string, path: readonly string[]): boolean => title === path.at(-1) || wordsIn(title) === wordsIn(path.join(' '))

const wordsIn = (text: string): string => text.toLowerCase().split(/[\s/.]+/).filter((word) => word !== '').join(' ')

/** `amount:num`; text is not said, nor is the type of a key that is a number. */
function fieldWord({ name, type }: AnyField): string {
  const word = shortType(type)
  const implied = word === 'str' || word === 'any' || (/(?:^|[_-])id$|[a-z]I[dD]$|^id$/i.test(name) && (word === 'int' || word === 'num'))
  return implied ? flat(name, 60) : `${flat(name, 60)}:${word}`
}

/** The inputs without which nothing comes: `(person_id)`. */
function needed(inputs: readonly { readonly name: string; readonly required?: boolean | undefined }[]): string {
  const names = inputs.filter(({ required }) => required === true).map(({ name }) => flat(name, 40))
  return names.length === 0 ? '' : ` (${names.slice(0, MOST_FIELDS).join(' ')})`
}

/** A text on one line, cut at a length: what owners write may hold anything. */
export function flat(text: string, most: number): string {
  const plain = text.slice(0, 4 * most).replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim()
  return plain.length <= most ? plain : `${plain.slice(0, most).replace(/\s+\S*$/, '')}...`
}
