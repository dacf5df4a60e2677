// Reads a GraphQL schema and reports what can be asked of it: queries, subscriptions, and mutations as what they are.
import { buildASTSchema, getNamedType, type GraphQLArgument, type GraphQLField, type GraphQLNamedType, type GraphQLObjectType, type GraphQLSchema, isEnumType, isNonNullType, isObjectType, parse } from 'graphql'
import type { Descriptor } from '../../catalog/descriptor.ts'
import { type OpenSource, SourceDown, type Watch } from '../../catalog/ports.ts'
import type { Cap, Input } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { shownPlace, textOfSource } from '../documents/read.ts'
import { nameOf, present, scalarOf, wordsOf } from '../schema/tree.ts'
import { columnsOf, rowsOf, type Rows } from './types.ts'

const MOST_BYTES = 20_000_000
const MOST_TOKENS = 2_000_000
const MOST_FIELDS = 20_000

type Field = GraphQLField<unknown, unknown>

/** What a GraphQL schema offers. */
export async function* scanGraphql(source: OpenSource, watch: Watch): AsyncIterable<Descriptor | Diagnostic> {
  const schema = schemaOf(await textOfSource(source), shownPlace(source))
  let found = 0
  const shown = new Set<string>()
  for (const [root, operation] of rootsOf(schema)) {
    for (const field of Object.values(root.getFields())) {
      if (watch.signal?.aborted === true) throw watch.signal.reason
      if (found >= MOST_FIELDS) return yield { code: 'graphql/too-many', severity: 'warning', path: shownPlace(source), message: `only the first ${MOST_FIELDS} fields were taken` }
      shown.add(rowsOf(field.type).type.name)
      yield fieldDescriptor(field, { root: root.name, operation, source })
      watch.progress((found += 1))
    }
  }
  for (const type of typesBelow(schema, shown)) yield typeDescriptor(type, source)
  if (found === 0) yield { code: 'graphql/no-operations', severity: 'warning', path: shownPlace(source), message: `${shownPlace(source)} has no type Query, so nothing can be asked of it` }
}

/** A schema of a text. Directives that it does not declare are no reason to refuse it. */
function schemaOf(text: string, shown: string): GraphQLSchema {
  if (text.length > MOST_BYTES) throw new SourceDown(`${shown} has ${Math.round(text.length / 1e6)} MB; at most ${MOST_BYTES / 1e6} MB of GraphQL are read`)
  try {
    const schema = buildASTSchema(parse(text, { noLocation: true, maxTokens: MOST_TOKENS }), { assumeValidSDL: true })
    // Fields are made when they are asked for: what is wrong with one shows here and not in the middle of a scan.
    for (const type of Object.values(schema.getTypeMap())) if ('getFields' in type) type.getFields()
    return schema
  } catch (error) {
    throw new SourceDown(`${shown} is no valid GraphQL schema: ${nameOf(error instanceof RangeError ? 'it is nested too deeply' : error instanceof Error ? error.message.split('\n')[0] : '', 200) ?? 'unknown'}`)
  }
}

type Operation = 'query' | 'mutation' | 'subscription'

const rootsOf = (schema: GraphQLSchema): [GraphQLObjectType, Operation][] =>
  ([[schema.getQueryType(), 'query'], [schema.getMutationType(), 'mutation'], [schema.getSubscriptionType(), 'subscription']] as const).flatMap(([root, operation]) => (root === null || root === undefined ? [] : [[root, operation]]))

interface About {
  readonly root: string
  readonly operation: Operation
  readonly source: OpenSource
}

const CAPS: Readonly<Record<Operation, readonly Cap[]>> = { query: ['call'], mutation: [], subscription: ['subscribe'] }

function fieldDescriptor(field: Field, { root, operation, source }: About): Descriptor {
  const rows = rowsOf(field.type)
  const description = wordsOf([field.description ?? '', field.deprecationReason === undefined || field.deprecationReason === null ? '' : ` Deprecated: ${field.deprecationReason}`].join(''))
  return {
    kind: 'api', place: { ns: 'api', engine: 'graphql', source: source.name, path: [root, field.name] }, title: `${operation} ${field.name}`, ...(description === undefined ? {} : { description }),
    tags: tagsOf(field, rows, operation), columns: columnsOf(rows), inputs: field.args.slice(0, 100).map(inputOf),
    // A query is posted and yet only reads: QUERY is the name of that.
    call: { by: 'http', method: operation === 'query' ? 'QUERY' : 'POST', server: source.options['server'] ?? '', path: '', rows: ['data', field.name, ...rows.path], auth: Object.keys(source.secrets).length > 0 ? 'bearer' : 'none' },
    cap: [...CAPS[operation], ...(operation === 'query' && rows.many && field.args.some(({ name }) => /^(?:first|limit|take|pageSize|perPage)$/.test(name)) ? ['limit' as const] : [])],
    access: { secrets: Object.keys(source.secrets).map((secret) => `ada://secret/api:${source.name}/${secret}`) }, ...(source.owner === undefined ? {} : { owner: source.owner }),
  }
}

const tagsOf = ({ deprecationReason }: Field, { type }: Rows, operation: Operation): string[] =>
  [`returns:${type.name}`, ...(operation === 'mutation' ? ['writes'] : []), ...(deprecationReason === undefined || deprecationReason === null ? [] : ['deprecated'])]

function inputOf(argument: GraphQLArgument): Input {
  const type = getNamedType(argument.type)
  return present<Input>({
    name: argument.name, in: 'argument', type: String(argument.type).slice(0, 200), required: (isNonNullType(argument.type) && argument.defaultValue === undefined) || undefined, description: wordsOf(argument.description),
    values: isEnumType(type) ? type.getValues().slice(0, 30).map(({ name }) => name) : undefined, default: scalarOf(argument.defaultValue), separator: undefined,
  })
}

/** Object types that answers lead to and no query gives by itself: their fields would not be seen anywhere else. */
function* typesBelow(schema: GraphQLSchema, shown: ReadonlySet<string>): Iterable<GraphQLNamedType> {
  const roots = new Set(rootsOf(schema).map(([{ name }]) => name))
  for (const type of Object.values(schema.getTypeMap())) {
    if (isObjectType(type) && !type.name.startsWith('__') && !shown.has(type.name) && !roots.has(type.name) && !/(?:Connection|Edge|PageInfo|Payload)$/.test(type.name)) yield type
  }
}

function typeDescriptor(type: GraphQLNamedType, source: OpenSource): Descriptor {
  const description = wordsOf(type.description)
  return {
    kind: 'api', place: { ns: 'api', engine: 'graphql', source: source.name, path: [type.name] }, title: `type ${type.name}`, ...(description === undefined ? {} : { description }),
    tags: ['type'], columns: columnsOf({ path: [], type, prefix: '', many: false }), cap: [], ...(source.owner === undefined ? {} : { owner: source.owner }),
  }
}
