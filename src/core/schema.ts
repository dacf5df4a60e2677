// A small part of JSON Schema, enough for our own configuration: one table says what is allowed, editors read it and so do we.
import { suggestion } from './nearest.ts'
import { shortName, shown } from './shown.ts'

/** The words of JSON Schema that we use. */
export interface Schema {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean'
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** What every other property must be; absent means that no other property is allowed. */
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly maxItems?: number
  /** The most properties of an object whose names are free. */
  readonly maxProperties?: number
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  /** What a text must look like, as a regular expression without flags. */
  readonly pattern?: string
  readonly maxLength?: number
}

/** So many faults are told: who mends them sees the next ones. A file with a hundred thousand is not looked through. */
const MOST_FAULTS = 20

/** What is wrong with a value, in plain words, each naming the place; empty when it is right. */
export function faultsOf(value: unknown, schema: Schema, place = ''): string[] {
  const told: string[] = []
  for (const fault of faultsIn(value, schema, place)) if (told.push(fault) === MOST_FAULTS) break
  return told
}

function* faultsIn(value: unknown, schema: Schema, place: string): Iterable<string> {
  const named = place || 'the whole'
  if (kindOf(value) !== schema.type) yield `${named} must be ${article(schema.type)}, not ${shown(value)}`
  else if (schema.type === 'object') yield* objectFaults(value as Record<string, unknown>, schema, place)
  else if (schema.type === 'array') yield* arrayFaults(value as unknown[], schema, place)
  else yield* scalarFaults(value as string | number | boolean, schema, named)
}

function* arrayFaults(value: readonly unknown[], { items, maxItems = Infinity }: Schema, place: string): Iterable<string> {
  if (value.length > maxItems) yield `${place || 'the whole'} may have at most ${maxItems} items, not ${value.length}`
  else if (items !== undefined) for (const [i, item] of value.entries()) yield* faultsIn(item, items, `${place}[${i}]`)
}

/** What is wrong with the fields we know of an object that others write too; their own fields are not ours to judge. */
export function knownFaults(value: Record<string, unknown>, known: Readonly<Record<string, Schema>>, place: string): string[] {
  return Object.entries(known).flatMap(([name, schema]) => (Object.hasOwn(value, name) ? faultsOf(value[name], schema, `${place}${name}`) : []))
}

function* objectFaults(value: Record<string, unknown>, { properties: known = {}, required = [], additionalProperties, maxProperties = Infinity }: Schema, place: string): Iterable<string> {
  const at = (name: string): string => (place === '' ? shortName(name) : `${place}.${shortName(name)}`)
  const names = Object.keys(value)
  for (const name of required) if (!Object.hasOwn(value, name)) yield `${at(name)} is missing`
  if (names.length > maxProperties) return yield `${place || 'the whole'} may have at most ${maxProperties} names, not ${names.length}`
  for (const name of names) {
    const inner = Object.hasOwn(known, name) ? known[name] : additionalProperties
    if (inner === undefined) yield `${at(name)} is not known; ${suggestion(name, Object.keys(known))}`
    else yield* faultsIn(value[name], inner, at(name))
  }
}

function scalarFaults(value: string | number | boolean, schema: Schema, place: string): string[] {
  if (schema.maxLength !== undefined && String(value).length > schema.maxLength) return [`${place} may have at most ${schema.maxLength} characters, not ${String(value).length}`]
  if (schema.enum !== undefined && !schema.enum.includes(String(value))) return [`${place} cannot be ${shown(value)}; ${suggestion(String(value), schema.enum)}`]
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(String(value))) return [`${place} must match ${schema.pattern}, not ${shown(value)}`]
  if (schema.minimum !== undefined && Number(value) < schema.minimum) return [`${place} must be at least ${schema.minimum}, not ${shown(value)}`]
  if (schema.maximum !== undefined && Number(value) > schema.maximum) return [`${place} must be at most ${schema.maximum}, not ${shown(value)}`]
  return []
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
