// The fields of a JSON Schema and their types, without descriptions (S3.11).
import { isRecord } from '../../json.ts'
import type { Fact } from './fact.ts'

type Json = Record<string, unknown>

/** Fields deeper than this are told by their type alone. */
const DEEPEST = 3

/** Whether a JSON value is a schema. */
export const isJsonSchema = (value: unknown): value is Json =>
  isRecord(value) && (typeof value['$schema'] === 'string' || isRecord(value['properties']) || isRecord(value['$defs']) || isRecord(value['definitions']))
  && ['properties', '$defs', 'definitions', 'items', 'allOf', 'anyOf', 'oneOf', 'type', 'enum', '$ref', 'patternProperties', 'additionalProperties'].some((key) => Object.hasOwn(value, key))

/** The fields of a schema, then those of its definitions, which are the holders. */
export function schemaFacts(schema: Json): Fact[] {
  const definitions = Object.entries({ ...recordIn(schema, 'definitions'), ...recordIn(schema, '$defs') })
  const root = fieldsOf(followed(schema, Object.fromEntries(definitions)), '', 0)
  const own = root.length > 0 || definitions.length > 0 ? root : [{ holder: '', name: 'value', value: typeOf(schema), kind: KIND }]
  return [...own, ...definitions.flatMap(([name, definition]) => definitionFacts(name, definition))]
}

/** A schema that is only a reference to one of its definitions means that one. */
function followed(schema: Json, definitions: Json): Json {
  const name = typeof schema['$ref'] === 'string' ? /^#\/(?:definitions|\$defs)\/([^/]+)$/.exec(schema['$ref'])?.[1] : undefined
  const target = name !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined
  return isRecord(target) ? target : schema
}

const KIND = 'schema field'

function definitionFacts(name: string, definition: unknown): Fact[] {
  const fields = isRecord(definition) ? fieldsOf(definition, '', 1) : []
  return fields.length > 0 ? fields.map((fact) => ({ ...fact, holder: name })) : [{ holder: name, name: '', value: typeOf(definition), kind: 'schema type' }]
}

/** Fields of an object, those of objects inside it behind a dot. */
function fieldsOf(schema: Json, prefix: string, depth: number): Fact[] {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const own = [...Object.entries(recordIn(schema, 'properties')), ...Object.entries(recordIn(schema, 'patternProperties')).map(([pattern, value]): [string, unknown] => [`/${pattern}/`, value])]
  const facts = own.flatMap(([name, value]): Fact[] => {
    const fact = { holder: '', name: prefix + name, value: `${typeOf(value)}${required.has(name) ? '(required)' : ''}`, kind: KIND }
    return [fact, ...(depth < DEEPEST ? innerFields(value, `${prefix}${name}`, depth + 1) : [])]
  })
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : [])).filter(isRecord)
  const known = new Set(facts.map(({ name }) => name))
  return depth > DEEPEST ? facts : [...facts, ...distinct(parts.flatMap((part) => fieldsOf(part, prefix, depth + 1))).filter(({ name }) => !known.has(name))]
}

const distinct = (facts: readonly Fact[]): Fact[] => [...new Map(facts.map((fact) => [fact.name, fact])).values()]

function innerFields(value: unknown, name: string, depth: number): Fact[] {
  if (!isRecord(value)) return []
  const items = isRecord(value['items']) ? value['items'] : undefined
  return [...(isRecord(value['properties']) ? fieldsOf(value, `${name}.`, depth) : []), ...(items !== undefined && isRecord(items['properties']) ? fieldsOf(items, `${name}[].`, depth) : [])]
}

const recordIn = (schema: Json, key: string): Json => (isRecord(schema[key]) ? schema[key] as Json : {})

/** Values of an enum that are named; a longer one ends in a count. */
const MOST_VALUES = 6

/** The type of a schema in few characters: `enum[en,de,ru]`, `string[]`, `User`. */
export function typeOf(schema: unknown, depth = 0): string {
  if (typeof schema === 'boolean') return schema ? 'any' : 'never'
  if (!isRecord(schema) || depth > DEEPEST) return 'any'
  if (typeof schema['$ref'] === 'string') return schema['$ref'].replace(/\/$/, '').split(/[/#]/).at(-1)?.replace(/\.json$/, '') || 'ref'
  if (Object.hasOwn(schema, 'const')) return `const ${valueText(schema['const'])}`
  if (Array.isArray(schema['enum'])) return enumText(schema['enum'])
  const { type } = schema
  if (type === 'array' || (type === undefined && schema['items'] !== undefined)) return `${typeOf(schema['items'] ?? true, depth + 1)}[]`
  if (type === undefined) return unionText(schema, depth)
  const names = (Array.isArray(type) ? type : [type]).map(String)
  return `${names.join('|')}${typeof schema['format'] === 'string' ? ` ${schema['format']}` : ''}`
}

function enumText(values: readonly unknown[]): string {
  const more = values.length > MOST_VALUES ? `,+${values.length - MOST_VALUES}` : ''
  return `enum[${values.slice(0, MOST_VALUES).map(valueText).join(',')}${more}]`
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value) ?? 'null')

function unionText(schema: Json, depth: number): string {
  const parts = [schema['oneOf'], schema['anyOf'], schema['allOf']].find((list): list is unknown[] => Array.isArray(list) && list.length > 0)
  if (parts === undefined) return isRecord(schema['properties']) || isRecord(schema['additionalProperties']) ? 'object' : 'any'
  const names = [...new Set(parts.map((part) => typeOf(part, depth + 1)).filter((name) => name !== 'any'))]
  return names.slice(0, 4).join('|') + (names.length > 4 ? `|+${names.length - 4}` : '') || 'any'
}
