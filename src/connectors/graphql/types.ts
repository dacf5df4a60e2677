// Types of a GraphQL schema as columns: scalars of the type itself, and what identifies the objects that it refers to.
import { type GraphQLField, type GraphQLNamedType, type GraphQLOutputType, isEnumType, isInterfaceType, isLeafType, isListType, isNonNullType, isObjectType, getNamedType, isUnionType } from 'graphql'
import type { Column } from '../../catalog/record.ts'
import { nameOf, present, wordsOf } from '../schema/tree.ts'

const MOST_COLUMNS = 150
const MOST_VALUES = 30
const MOST_KEYS = 4
const KEY = /^(?:id|key|slug|uuid|code)$|(?:Id|_id|ID)$/

/** What one row of an answer is, and where the rows are below the field. */
export interface Rows {
  readonly path: readonly string[]
  readonly type: GraphQLNamedType
  /** Stands before the names of the row's columns: `node.` of the edges of a connection. */
  readonly prefix: string
  readonly many: boolean
}

/** The rows of a field: a list, the nodes or edges of a connection, or one object. */
export function rowsOf(output: GraphQLOutputType): Rows {
  const type = getNamedType(output)
  if (listed(output)) return { path: [], type, prefix: '', many: true }
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}
  const [nodes, edges] = [fields['nodes'], fields['edges']]
  if (nodes !== undefined && listed(nodes.type)) return { path: ['nodes'], type: getNamedType(nodes.type), prefix: '', many: true }
  const node = edges === undefined || !listed(edges.type) ? undefined : fieldsOf(getNamedType(edges.type)).find(({ name }) => name === 'node')
  return node === undefined ? { path: [], type, prefix: '', many: false } : { path: ['edges'], type: getNamedType(node.type), prefix: 'node.', many: true }
}

const listed = (type: GraphQLOutputType): boolean => isListType(type) || (isNonNullType(type) && isListType(type.ofType))

/** The fields of a type that can be asked for without arguments. */
export const fieldsOf = (type: GraphQLNamedType): GraphQLField<unknown, unknown>[] => (isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()).filter(({ args }) => !args.some((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)) : [])

/** The columns of a row. */
export function columnsOf({ type, prefix }: Rows): Column[] {
  if (isLeafType(type)) return [{ name: 'value', type: wordFor(type) }]
  if (isUnionType(type)) return [{ name: `${prefix}__typename`, type: 'string', values: type.getTypes().slice(0, MOST_VALUES).map(({ name }) => name) }]
  return fieldsOf(type).flatMap((field) => columnsFor(field, prefix)).slice(0, MOST_COLUMNS)
}

function columnsFor(field: GraphQLField<unknown, unknown>, prefix: string): Column[] {
  const inner = getNamedType(field.type)
  const many = listed(field.type)
  if (isLeafType(inner)) return [columnFor(field, `${prefix}${field.name}`, many ? `${wordFor(inner)}[]` : wordFor(inner))]
  const keys = fieldsOf(inner).filter((one) => KEY.test(one.name) && isLeafType(getNamedType(one.type))).slice(0, MOST_KEYS)
  return keys.map((key) => {
    const type = wordFor(getNamedType(key.type))
    return { ...columnFor(field, `${prefix}${field.name}${many ? '[]' : ''}.${key.name}`, many ? `${type}[]` : type), description: [`Of ${inner.name}`, wordsOf(field.description)].filter((words) => words !== undefined).join(': ') }
  })
}

function columnFor(field: GraphQLField<unknown, unknown>, name: string, type: string): Column {
  const inner = getNamedType(field.type)
  return present<Column>({
    name, type, nn: (isNonNullType(field.type) && !name.includes('.')) || undefined, pk: name === 'id' || undefined, fk: undefined, index: undefined, unit: undefined, pii: undefined,
    description: wordsOf([field.deprecationReason === undefined || field.deprecationReason === null ? '' : `Deprecated: ${field.deprecationReason}. `, field.description ?? ''].join('')),
    values: isEnumType(inner) ? inner.getValues().slice(0, MOST_VALUES).map((value) => value.name) : undefined,
  })
}

const WORDS: Readonly<Record<string, string>> = { Int: 'integer', Float: 'number', String: 'string', Boolean: 'boolean', ID: 'id', DateTime: 'date-time', Timestamp: 'date-time', Date: 'date', JSON: 'json', UUID: 'uuid', BigInt: 'int64', Long: 'int64', Decimal: 'decimal' }

/** A scalar in the words that other sources use. */
const wordFor = (type: GraphQLNamedType): string => (isEnumType(type) ? 'enum' : WORDS[type.name] ?? nameOf(type.name, 60) ?? 'any')
