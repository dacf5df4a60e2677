// The mini-schema of a skill: what goes in and comes out, in any of the ways in which people write that down.
//   inputs: { city: string, days: { type: integer, default: 30 } }      names with types
//   inputs: [{ name: city, type: string, required: true }]              a list
//   inputs: { type: object, properties: { … }, required: [ … ] }        JSON Schema
import type { Column, Input } from '../../catalog/record.ts'
import { columnOf, fieldsOf, type Field, inputOf } from './fields.ts'
import { Refs } from './refs.ts'
import { shapeOf } from './shape.ts'
import { rowsOf } from './rows.ts'
import { entriesOf, isTree, member, nameOf, type Tree } from './tree.ts'

const REACH = { depth: 4, most: 120 }

/** What a skill takes, by the JSON Schema of its arguments. */
export const inputsOf = (schema: Tree): Input[] => fieldsIn(schema, false).map((field) => inputOf(field, 'argument'))

/** What a skill gives, by the JSON Schema of its answer. */
export const columnsOf = (schema: Tree): Column[] => fieldsIn(schema, true).map(columnOf)

function fieldsIn(schema: Tree, rows: boolean): Field[] {
  const refs = new Refs(schema, 100_000)
  const shape = shapeOf(schema, refs)
  const fields = fieldsOf(rows ? rowsOf(shape, refs).row : shape, refs, { ...REACH, keys: rows })
  return fields.filter(({ name, type }) => name !== '' || (rows && type !== 'any')).map((field) => (field.name === '' ? { ...field, name: 'value' } : field))
}

/** Any of the ways as JSON Schema. */
export function asSchema(raw: unknown): Tree {
  if (typeof raw === 'string') return typed(raw)
  if (Array.isArray(raw)) return objectOf(raw.slice(0, REACH.most).flatMap((one: unknown) => named(one)))
  if (!isTree(raw)) return {}
  return isJsonSchema(raw) ? raw : objectOf(entriesOf(raw).slice(0, REACH.most))
}

const isJsonSchema = (raw: Tree): boolean => isTree(member(raw, 'properties')) || isTree(member(raw, 'items')) || ['$ref', 'allOf', 'oneOf', 'anyOf'].some((key) => Object.hasOwn(raw, key)) || member(raw, 'type') === 'object'

function named(one: unknown): [string, unknown][] {
  if (typeof one === 'string') return [[one, {}]]
  const name = nameOf(member(one, 'name'))
  return name === undefined ? [] : [[name, one]]
}

function objectOf(members: readonly (readonly [string, unknown])[]): Tree {
  const required = members.filter(([, one]) => member(one, 'required') === true).map(([name]) => name)
  return { type: 'object', properties: Object.fromEntries(members.map(([name, one]) => [name, memberSchema(one)])), required }
}

const memberSchema = (one: unknown): Tree => (typeof one === 'string' ? typed(one) : isTree(one) ? { ...one, ...typed(member(one, 'type')), required: [] } : {})

const TYPES: Readonly<Record<string, Tree>> = {
  int: { type: 'integer' }, integer: { type: 'integer' }, float: { type: 'number' }, num: { type: 'number' }, number: { type: 'number' }, str: { type: 'string' }, string: { type: 'string' }, text: { type: 'string' },
  bool: { type: 'boolean' }, boolean: { type: 'boolean' }, date: { type: 'string', format: 'date' }, datetime: { type: 'string', format: 'date-time' }, timestamp: { type: 'string', format: 'date-time' }, object: { type: 'object' }, list: { type: 'array', items: {} }, array: { type: 'array', items: {} },
}

/** A word for a type: `int`, `string[]`. */
function typed(word: unknown): Tree {
  if (typeof word !== 'string') return {}
  const plain = word.trim().toLowerCase().replace(/\?$/, '')
  if (plain.endsWith('[]')) return { type: 'array', items: typed(plain.slice(0, -2)) }
  return TYPES[plain] ?? { type: nameOf(word, 60) ?? 'any' }
}
