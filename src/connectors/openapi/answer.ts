// What an operation answers when all is well: its fields, and where its rows are.
import type { Column } from '../../catalog/record.ts'
import { columnOf, fieldsOf } from '../schema/fields.ts'
import type { Refs } from '../schema/refs.ts'
import { rowsOf } from '../schema/rows.ts'
import { shapeOf } from '../schema/shape.ts'
import { entriesOf, member } from '../schema/tree.ts'
import { isJson } from './inputs.ts'

const MOST_COLUMNS = 150
const DEPTH = 3

/** The answer of an operation. */
export interface Answer {
  readonly columns: readonly Column[]
  readonly rows: readonly string[]
  readonly many: boolean
  /** The name of the schema of a row: `Person`. */
  readonly returns?: string
}

/** The answer of an operation by its first 2xx response that is JSON. */
export function answerOf(operation: unknown, refs: Refs): Answer {
  const schema = good(member(operation, 'responses')).map((response) => schemaOf(refs.follow(response).schema)).find((found) => found !== undefined)
  if (schema === undefined) return { columns: [], rows: [], many: false }
  const { path, row, many } = rowsOf(shapeOf(schema, refs), refs)
  const fields = fieldsOf(row, refs, { depth: DEPTH, most: MOST_COLUMNS, keys: true }).filter(({ name, type }) => name !== '' || type !== 'any')
  return { columns: keyed(fields.map((field) => columnOf(field.name === '' ? { ...field, name: 'value' } : field))), rows: path, many, ...(row.name === undefined ? {} : { returns: row.name }) }
}

/** What an API calls `id` is what its other operations ask for. */
function keyed(columns: readonly Column[]): Column[] {
  const key = ['id', 'uuid'].find((name) => columns.some((column) => column.name === name))
  return columns.map((column) => (column.name === key ? { ...column, pk: true } : column))
}

function good(responses: unknown): unknown[] {
  const entries = entriesOf(responses).slice(0, 100)
  const fine = entries.filter(([status]) => /^2(?:\d\d|XX)$/i.test(status)).sort(([a], [b]) => (a < b ? -1 : 1))
  return (fine.length > 0 ? fine : entries.filter(([status]) => status === 'default')).map(([, response]) => response)
}

/** Swagger 2 has the schema in the response, OpenAPI 3 one for each media type. */
function schemaOf(response: unknown): unknown {
  const contents = entriesOf(member(response, 'content')).slice(0, 50)
  const [, content] = contents.find(([type]) => isJson(type)) ?? []
  return member(content, 'schema') ?? member(response, 'schema')
}
