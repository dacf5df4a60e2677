// What an operation takes: parameters and the fields of its body, by name.
import type { Input } from '../../catalog/record.ts'
import { fieldsOf, inputOf } from '../schema/fields.ts'
import type { Refs } from '../schema/refs.ts'
import { type Shape, shapeOf, typeOf } from '../schema/shape.ts'
import { entriesOf, isTree, listOf, member, nameOf, present, scalarOf, type Tree, valuesOf, wordsOf } from '../schema/tree.ts'

const MOST_PARAMETERS = 200
const MOST_BODY = 120
const BODY_DEPTH = 4
/** Headers that the specification leaves to the client. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/** What an operation takes. */
export interface Taken {
  readonly inputs: readonly Input[]
  /** The name of the schema of its body. */
  readonly body?: string
  /** Whether a body can be sent as JSON; true when there is none. */
  readonly json: boolean
}

/** The inputs of an operation. */
export function takenBy(operation: unknown, path: unknown, { refs, swagger }: { refs: Refs; swagger: boolean }): Taken {
  const parameters = merged([...listOf(member(path, 'parameters')), ...listOf(member(operation, 'parameters'))].slice(0, MOST_PARAMETERS).map((raw) => refs.follow(raw).schema))
  const plain = parameters.flatMap((parameter) => parameterOf(parameter, refs, swagger))
  const body = swagger ? swaggerBody(parameters) : modernBody(refs.follow(member(operation, 'requestBody')).schema)
  const shape = body.schema === undefined ? undefined : shapeOf(body.schema, refs)
  const fields = shape === undefined ? [] : bodyInputs(shape, refs, body.required)
  return { inputs: apart(plain, fields), ...(shape?.name === undefined ? {} : { body: shape.name }), json: body.json }
}

/** A parameter of the operation replaces the one of its path with the same name and place. */
const merged = (parameters: readonly Tree[]): Tree[] => [...new Map(parameters.map((parameter) => [`${String(member(parameter, 'in'))} ${String(member(parameter, 'name'))}`, parameter])).values()]

const PLACES = ['path', 'query', 'header', 'cookie'] as const

function parameterOf(parameter: Tree, refs: Refs, swagger: boolean): Input[] {
  const name = nameOf(member(parameter, 'name'))
  const place = swagger && member(parameter, 'in') === 'formData' ? 'body' : PLACES.find((one) => one === member(parameter, 'in'))
  if (name === undefined || place === undefined || (place === 'header' && OWN_HEADERS.has(name.toLowerCase()))) return []
  const raw = member(parameter, 'schema') ?? Object.values(isTree(member(parameter, 'content')) ? (member(parameter, 'content') as Tree) : {}).map((content) => member(content, 'schema'))[0] ?? parameter
  const shape = shapeOf(raw, refs)
  const values = shape.values.length > 0 ? [...shape.values] : valuesOf(member(refs.follow(shape.items).schema, 'enum'))
  return [present<Input>({
    name, in: place, type: nameOf(typeOf(shape, refs), 120) ?? 'any', required: place === 'path' || member(parameter, 'required') === true || undefined,
    description: wordsOf(member(parameter, 'description')) ?? shape.description, values: values.length === 0 ? undefined : values, default: scalarOf(shape.fallback),
    separator: shape.type === 'array' ? separatorOf(parameter, place, swagger) : undefined,
  })]
}

const SEPARATORS: Readonly<Record<string, string>> = { csv: ',', ssv: ' ', tsv: '\t', pipes: '|', spaceDelimited: ' ', pipeDelimited: '|' }

/** How a list is written: OpenAPI 3 repeats the name of a query parameter unless told, Swagger 2 writes commas. */
function separatorOf(parameter: Tree, place: string, swagger: boolean): string | undefined {
  const style = String(member(parameter, swagger ? 'collectionFormat' : 'style') ?? (swagger ? 'csv' : 'form'))
  if (style === 'multi' || (!swagger && style === 'form' && place === 'query' && member(parameter, 'explode') !== false)) return undefined
  return SEPARATORS[style] ?? ','
}

interface Body {
  readonly schema?: unknown
  readonly required: boolean
  readonly json: boolean
}

function swaggerBody(parameters: readonly Tree[]): Body {
  const body = parameters.find((parameter) => member(parameter, 'in') === 'body')
  return { schema: member(body, 'schema'), required: member(body, 'required') === true, json: !parameters.some((parameter) => member(parameter, 'in') === 'formData') }
}

function modernBody(body: Tree): Body {
  const contents = entriesOf(member(body, 'content'))
  const [, content] = contents.find(([type]) => isJson(type)) ?? contents[0] ?? []
  return { schema: member(content, 'schema'), required: member(body, 'required') === true, json: contents.length === 0 || contents.some(([type]) => isJson(type)) }
}

/** Whether a media type is JSON. */
export const isJson = (type: string): boolean => /^(?:application|text)\/(?:[\w.+-]*\+)?json\b|^\*\/\*$/i.test(type.trim())

function bodyInputs(shape: Shape, refs: Refs, required: boolean): Input[] {
  return fieldsOf(shape, refs, { depth: BODY_DEPTH, most: MOST_BODY }).map((field) => inputOf({ ...field, name: field.name === '' ? 'body' : field.name, required: required && field.required }, 'body'))
}

/** Arguments are given by name, so a field of the body that is named like a parameter is told apart. */
function apart(plain: readonly Input[], fields: readonly Input[]): Input[] {
  const taken = new Set(plain.map(({ name }) => name))
  return [...plain, ...fields.map((input) => (taken.has(input.name) ? { ...input, name: `body.${input.name}` } : input))]
}
