// The operations and schemas of an OpenAPI description.
import { isRecord } from '../../json.ts'
import type { Fact } from './fact.ts'
import { schemaFacts, typeOf } from './json-schema.ts'

type Json = Record<string, unknown>

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Whether a value describes an HTTP interface. */
export const isOpenApi = (value: unknown): value is Json => isRecord(value) && (typeof value['openapi'] === 'string' || typeof value['swagger'] === 'string') && isRecord(value['paths'])

/** `GET /users` with its parameters and answers, then the fields of every schema; none for any other value. */
export function openApiFacts(value: unknown): Fact[] {
  if (!isOpenApi(value)) return []
  const components = isRecord(value['components']) ? value['components']['schemas'] : value['definitions']
  const schemas = isRecord(components) ? schemaFacts({ $defs: components }) : []
  return [...Object.entries(value['paths'] as Json).flatMap(([path, item]) => (isRecord(item) ? pathFacts(path, item) : [])), ...schemas]
}

function pathFacts(path: string, item: Json): Fact[] {
  const shared = Array.isArray(item['parameters']) ? item['parameters'] : []
  return METHODS.flatMap((method): Fact[] => {
    const operation = item[method]
    return isRecord(operation) ? [{ holder: '', name: `${method.toUpperCase()} ${path}`, value: operationText(operation, shared), kind: 'operation' }] : []
  })
}

/** `(limit: integer, id: string(required)) -> 200 User, 404`. */
function operationText(operation: Json, shared: readonly unknown[]): string {
  const own = Array.isArray(operation['parameters']) ? operation['parameters'] : []
  const inputs = [...shared, ...own].filter(isRecord).map(parameterText)
  const body = contentType(operation['requestBody'])
  const answers = Object.entries(isRecord(operation['responses']) ? operation['responses'] : {}).map(([code, answer]) => [code, contentType(answer)].filter((part) => part !== '').join(' '))
  return `(${[...inputs, ...(body === '' ? [] : [`body: ${body}`])].join(', ')})${answers.length === 0 ? '' : ` -> ${answers.join(', ')}`}`
}

const parameterText = (parameter: Json): string => {
  const name = typeof parameter['name'] === 'string' ? parameter['name'] : typeOf(parameter)
  return `${name}: ${typeOf(parameter['schema'] ?? { type: parameter['type'] ?? 'any' })}${parameter['required'] === true ? '(required)' : ''}`
}

function contentType(value: unknown): string {
  if (!isRecord(value)) return ''
  if (typeof value['$ref'] === 'string') return typeOf(value)
  const [first] = isRecord(value['content']) ? Object.values(value['content']) : [value]
  return isRecord(first) && first['schema'] !== undefined ? typeOf(first['schema']) : ''
}
