// The fields of a schema as flat dotted names, the outer ones first: `id`, `name`, `owner.login`.
import type { Column, Input } from '../../catalog/record.ts'
import type { Refs } from './refs.ts'
import { type Shape, shapeOf, typeOf } from './shape.ts'
import { nameOf, present, scalarOf } from './tree.ts'

/** One field that holds a value. */
export interface Field {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly shape: Shape
}

/** How far fields are followed. */
export interface Reach {
  readonly depth: number
  readonly most: number
  /** Whether fields that identify something are listed of lists too: `cast[].id`. */
  readonly keys?: boolean
}

interface Spot {
  readonly name: string
  readonly shape: Shape
  readonly required: boolean
  readonly depth: number
  readonly trail: ReadonlySet<string>
}

const KEY = /^(?:id|key|slug|uuid|code)$|(?:_id|Id|_key|_uuid)$/
const MOST_KEYS = 4

/** The fields of an object; for anything else one field without a name. */
export function fieldsOf(shape: Shape, refs: Refs, reach: Reach): Field[] {
  const fields: Field[] = []
  let ring: Spot[] = [{ name: '', shape, required: true, depth: 0, trail: new Set(shape.trail) }]
  while (ring.length > 0 && fields.length < reach.most) {
    const next: Spot[] = []
    for (const spot of ring) {
      if (fields.length >= reach.most || !refs.step()) break
      if (opens(spot, reach)) next.push(...below(spot, refs))
      else fields.push(...leaf(spot, refs, reach))
    }
    ring = next
  }
  return fields.slice(0, reach.most)
}

const opens = ({ shape, depth }: Spot, reach: Reach): boolean => shape.properties.size > 0 && shape.type !== 'array' && depth < reach.depth

function below({ name, shape, required, depth, trail }: Spot, refs: Refs): Spot[] {
  return [...shape.properties].flatMap(([key, raw]) => {
    const plain = nameOf(key)
    if (plain === undefined) return []
    const inner = shapeOf(raw, refs)
    const circle = inner.trail.some((ref) => trail.has(ref))
    return [{
      name: name === '' ? plain : `${name}.${plain}`, required: required && shape.required.has(key) && !inner.nullable, depth: depth + 1,
      shape: circle ? { ...inner, properties: new Map<string, unknown>() } : inner, trail: inner.trail.length === 0 ? trail : new Set([...trail, ...inner.trail]),
    }]
  })
}

function leaf(spot: Spot, refs: Refs, { keys = false }: Reach): Field[] {
  const own: Field = { name: spot.name, type: nameOf(typeOf(spot.shape, refs), 120) ?? 'any', required: spot.required, shape: spot.shape }
  return keys && spot.shape.type === 'array' && spot.name !== '' ? [own, ...keysOf(spot, refs)] : [own]
}

/** What identifies the members of a list: another operation may ask for it. */
function keysOf({ name, shape }: Spot, refs: Refs): Field[] {
  const items = shapeOf(shape.items, refs)
  const found = [...items.properties].filter(([key]) => KEY.test(key)).slice(0, MOST_KEYS)
  return found.map(([key, raw]) => {
    const inner = shapeOf(raw, refs)
    return { name: `${name}[].${nameOf(key) ?? 'id'}`, type: `${typeOf(inner, refs)}[]`, required: false, shape: inner }
  })
}

/** A field as a column. */
export const columnOf = ({ name, type, required, shape: { description, values } }: Field): Column =>
  present<Column>({ name, type, nn: required || undefined, pk: undefined, fk: undefined, index: undefined, unit: undefined, pii: undefined, description, values: values.length === 0 ? undefined : [...values] })

/** A field as an input. */
export const inputOf = ({ name, type, required, shape: { description, values, fallback } }: Field, place: Input['in']): Input =>
  present<Input>({ name, in: place, type, required: required || undefined, description, values: values.length === 0 ? undefined : [...values], default: scalarOf(fallback), separator: undefined })
