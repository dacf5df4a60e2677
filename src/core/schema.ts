// A small part of JSON Schema, enough for our own configuration: one table says what is allowed, editors read it and so do we.
import { suggestion } from './nearest.ts'

/** The words of JSON Schema that we use. */
export interface Schema {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean'
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** What every other property must be; absent means that no other property is allowed. */
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  /** What a text must look like, as a regular expression without flags. */
  readonly pattern?: string
}

/** What is wrong with a value, in plain words, each naming the place; empty when it is right. */
export function faultsOf(value: unknown, schema: Schema, place = ''): string[] {
  if (kindOf(value) !== schema.type) return [`${place || 'the whole'} must be ${article(schema.type)}, not ${shown(value)}`]
  if (schema.type === 'object') return objectFaults(value as Record<string, unknown>, schema, place)
  if (schema.type === 'array') return (value as unknown[]).flatMap((item, i) => (schema.items ? faultsOf(item, schema.items, `${place}[${i}]`) : []))
  return scalarFaults(value as string | number | boolean, schema, place || 'the whole')
}

/** What is wrong with the fields we know of an object that others write too; their own fields are not ours to judge. */
export function knownFaults(value: Record<string, unknown>, known: Readonly<Record<string, Schema>>, place: string): string[] {
  return Object.entries(known).flatMap(([name, schema]) => (Object.hasOwn(value, name) ? faultsOf(value[name], schema, `${place}${name}`) : []))
}

function objectFaults(value: Record<string, unknown>, schema: Schema, place: string): string[] {
  const known = schema.properties ?? {}
  const at = (name: string): string => (place === '' ? name : `${place}.${name}`)
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name)).map((name) => `${at(name)} is missing`)
  const wrong = Object.keys(value).flatMap((name) => {
    const inner = Object.hasOwn(known, name) ? known[name] : schema.additionalProperties
    return inner === undefined ? [`${at(name)} is not known; ${suggestion(name, Object.keys(known))}`] : faultsOf(value[name], inner, at(name))
  })
  return [...missing, ...wrong]
}

function scalarFaults(value: string | number | boolean, schema: Schema, place: string): string[] {
  if (schema.enum !== undefined && !schema.enum.includes(String(value))) return [`${place} cannot be ${shown(value)}; ${suggestion(String(value), schema.enum)}`]
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(String(value))) return [`${place} must match ${schema.pattern}, not ${shown(value)}`]
  if (schema.minimum !== undefined && Number(value) < schema.minimum) return [`${place} must be at least ${schema.minimum}, not ${shown(value)}`]
  if (schema.maximum !== undefined && Number(value) > schema.maximum) return [`${place} must be at most ${schema.maximum}, not ${shown(value)}`]
  return []
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
