// A JSON Schema as what matters of it here: which fields there are and of which type. Compositions are joined, references followed, circles cut.
import { type Refs, schemaName } from './refs.ts'
import { entriesOf, isTree, listOf, member, nameOf, textOf, type Tree, valuesOf, wordsOf } from './tree.ts'

const MOST_PROPERTIES = 500
const MOST_VARIANTS = 50
const DEEPEST = 12

/** What a schema says. */
export interface Shape {
  readonly type: string | undefined
  readonly format: string | undefined
  /** The name under which the document keeps it: `Person`. */
  readonly name: string | undefined
  readonly nullable: boolean
  readonly description: string | undefined
  readonly properties: ReadonlyMap<string, unknown>
  readonly required: ReadonlySet<string>
  readonly items: unknown
  readonly values: readonly string[]
  readonly fallback: unknown
  /** The references that were followed to get here: meeting one of them again below is a circle. */
  readonly trail: readonly string[]
}

const NOTHING: Shape = { type: undefined, format: undefined, name: undefined, nullable: false, description: undefined, properties: new Map(), required: new Set(), items: undefined, values: [], fallback: undefined, trail: [] }

const known = new WeakMap<Refs, WeakMap<object, Shape>>()

/** The shape of a schema. The same schema is looked at once for a document. */
export function shapeOf(raw: unknown, refs: Refs): Shape {
  if (!isTree(raw)) return NOTHING
  const shapes = known.get(refs) ?? new WeakMap<object, Shape>()
  known.set(refs, shapes)
  const shape = shapes.get(raw) ?? composed(raw, refs, [])
  shapes.set(raw, shape)
  return shape
}

/** A schema with what it is composed of; `above` holds the references that led here, one list for each composition. */
function composed(raw: unknown, refs: Refs, above: readonly (readonly string[])[]): Shape {
  if (above.length > DEEPEST || refs.exhausted) return NOTHING
  const { schema, trail } = refs.follow(raw)
  if (trail.some((ref) => above.some((refsAbove) => refsAbove.includes(ref)))) return NOTHING
  const inner = (part: unknown): Shape => composed(part, refs, [...above, trail])
  const join = (a: Shape, b: Shape): Shape => (refs.step(weightOf(a) + weightOf(b)) ? joined(a, b) : a)
  const all = listOf(member(schema, 'allOf')).slice(0, MOST_VARIANTS).map(inner).reduce(join, ownShape(schema, trail, textOf(member(raw, 'description'))))
  const variants = [...listOf(member(schema, 'oneOf')).slice(0, MOST_VARIANTS), ...listOf(member(schema, 'anyOf')).slice(0, MOST_VARIANTS)]
  return variants.length === 0 ? all : join(all, eitherOf(variants.map(inner), join))
}

/** What joining a shape costs: everything that it lists is looked at. */
const weightOf = ({ properties, required, trail }: Shape): number => 1 + properties.size + required.size + trail.length

function ownShape(schema: Tree, trail: readonly string[], told: string | undefined): Shape {
  const { type, nullable } = typeIn(schema)
  const values = valuesOf(member(schema, 'enum') ?? (Object.hasOwn(schema, 'const') ? [schema['const']] : undefined))
  return {
    type, nullable: nullable || member(schema, 'nullable') === true || member(schema, 'x-nullable') === true,
    format: textOf(member(schema, 'format')),
    name: nameOf(schemaName(trail), 80), description: wordsOf(told ?? member(schema, 'description') ?? member(schema, 'title')),
    properties: new Map(entriesOf(member(schema, 'properties')).slice(0, MOST_PROPERTIES)),
    required: new Set(listOf(member(schema, 'required')).slice(0, MOST_PROPERTIES).filter((name) => typeof name === 'string')),
    items: member(schema, 'items'), values, fallback: member(schema, 'default'), trail,
  }
}

function typeIn(schema: Tree): { type: string | undefined; nullable: boolean } {
  const told = member(schema, 'type')
  const types = (Array.isArray(told) ? told : [told]).filter((type): type is string => typeof type === 'string').slice(0, 8)
  const plain = types.filter((type) => type !== 'null')
  return { type: nameOf(plain.length === 0 ? guessed(schema) ?? types[0] : plain.join('|'), 60), nullable: types.includes('null') && plain.length > 0 }
}

/** What a schema without a type describes by its other words. */
function guessed(schema: Tree): string | undefined {
  if (isTree(member(schema, 'properties')) || isTree(member(schema, 'additionalProperties'))) return 'object'
  if (member(schema, 'items') !== undefined) return 'array'
  const [first] = listOf(member(schema, 'enum'))
  return first === undefined || first === null ? undefined : typeof first
}

/** All of two shapes: what the first says goes before what the second says. */
function joined(a: Shape, b: Shape): Shape {
  return {
    type: a.type ?? b.type, format: a.format ?? b.format, name: a.name ?? b.name, description: a.description ?? b.description,
    nullable: a.nullable || b.nullable, properties: merged(a.properties, b.properties), required: b.required.size === 0 ? a.required : new Set([...a.required, ...b.required]),
    items: a.items ?? b.items, values: a.values.length > 0 ? a.values : b.values, fallback: a.fallback ?? b.fallback, trail: [...new Set([...a.trail, ...b.trail])],
  }
}

function merged(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  if (b.size === 0) return a
  return a.size === 0 ? b : new Map([...a, ...[...b].filter(([name]) => !a.has(name))].slice(0, MOST_PROPERTIES))
}

/** One of several: fields of all of them, none of which must be there. */
function eitherOf(variants: readonly Shape[], join: (a: Shape, b: Shape) => Shape): Shape {
  const real = variants.filter(({ type, properties, items }) => type !== 'null' && (type !== undefined || properties.size > 0 || items !== undefined))
  const nullable = variants.some(({ type }) => type === 'null')
  const [only] = real
  if (only === undefined) return { ...NOTHING, nullable }
  if (real.length === 1) return { ...only, nullable: nullable || only.nullable }
  const types = new Set(real.map(({ type }) => type))
  const all = real.reduce(join)
  return { ...all, nullable, name: undefined, required: new Set(), ...(types.size > 1 && all.properties.size === 0 ? { type: [...types].filter((type) => type !== undefined).slice(0, 4).join('|') } : {}) }
}

const FORMATS = new Set(['date-time', 'date', 'time', 'duration', 'uuid', 'int32', 'int64', 'float', 'double', 'decimal', 'binary', 'email', 'uri'])

/** The type of a field in a word: `int64`, `date-time`, `Person[]`. */
export function typeOf(shape: Shape, refs: Refs, depth = 0): string {
  const { type = 'any', format, name } = shape
  if (type === 'array') return depth > 3 ? 'any[]' : `${typeOf(shapeOf(shape.items, refs), refs, depth + 1)}[]`
  if (type === 'object') return name === undefined ? 'object' : `object<${name}>`
  if (type === 'string' && format === 'byte') return 'binary'
  return format !== undefined && FORMATS.has(format) && (type === 'string' || type === 'integer' || type === 'number') ? format : type
}
