// A query of a plan, asked for real: the columns of the resource are the fields that are selected, the arguments are variables.
import { type Limits, type OpenSource, type Piece, SourceDown, type Table } from '../../catalog/ports.ts'
import type { CallWay, Resource } from '../../catalog/record.ts'
import { mustFit } from '../calls/arguments.ts'
import { mustBeAgreed, mustBePrivate, shownIn, withoutSecrets } from '../calls/credentials.ts'
import { received } from '../calls/http.ts'
import { tableOf } from '../calls/table.ts'
import { parseJson } from '../files/json-text.ts'
import { shownAddress } from '../../drivers/address.ts'
import { listOf, member, nameOf } from '../schema/tree.ts'

type Http = Extract<CallWay, { by: 'http' }>

/** Asks a query and gives the rows of its answer. */
export async function runQuery(source: OpenSource, piece: Piece, limits: Limits): Promise<Table> {
  const { call, inputs = [], columns = [] } = piece.by === 'call' ? piece.resource.details : {}
  if (piece.by !== 'call' || call?.by !== 'http') throw new TypeError(`a query is called; it cannot run ${piece.by}`)
  if (call.method !== 'QUERY') throw new SourceDown(`${piece.resource.overview.title} can change data, and plans only read`)
  mustFit(inputs, piece.args, piece.resource.overview.title)
  const url = addressOf(source, call)
  const secret = shownIn(source, { ...call, auth: 'bearer' }, undefined)
  mustBePrivate(url, secret)
  mustBeAgreed(url, secret, source)
  const body = JSON.stringify({ query: queryOf(piece.resource, call, piece.args), variables: piece.args })
  const shown = `the query at ${shownAddress(url.href)}`
  const text = await received({ url, method: 'POST', headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'fovea', ...secret.headers }, body }, { ...limits, bytes: Math.max(limits.bytes * 4, 1_000_000) })
  return tableOf(answerOf(text, shown, source), { path: call.rows, columns, shown }, limits)
}

function addressOf({ options }: OpenSource, { server }: Http): URL {
  const address = options['server'] ?? server
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw new SourceDown('a schema does not say where the API is: add the source again with the option server=https://…/graphql')
  return new URL(address)
}

function answerOf(text: string, shown: string, source: OpenSource): unknown {
  const data = dataOf(text, shown)
  const [error] = listOf(member(data, 'errors'))
  if (error !== undefined) throw new SourceDown(`${shown} failed: ${withoutSecrets(nameOf(member(error, 'message'), 200) ?? 'it gave no cause', source)}`)
  return data
}

function dataOf(text: string, shown: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new SourceDown(`${shown} answered something that is no JSON`)
  }
}

const NAME = /^[_A-Za-z]\w*$/
const TYPE = /^[\w![\]]+$/

/** The text of a query. Everything in it comes from the record of the resource, and is judged again. */
export function queryOf({ details: { columns, inputs = [] }, overview }: Resource, { rows }: Http, args: Readonly<Record<string, unknown>>): string {
  const [, field = '', ...path] = rows
  const given = inputs.filter(({ name }) => Object.hasOwn(args, name))
  const names = columns.map(({ name }) => name).filter((name) => name !== 'value')
  const parts = [...rows, ...names.flatMap((name) => name.replaceAll('[]', '').split('.')), ...given.map(({ name }) => name)]
  if (!parts.every((part) => NAME.test(part)) || !given.every(({ type }) => TYPE.test(type))) throw new SourceDown(`${overview.id} holds a name that is none of GraphQL: scan the source again`)
  const selection = path.reduceRight((inner, part) => `{ ${part} ${inner} }`, selectionOf(names))
  const signature = given.length === 0 ? '' : `(${given.map(({ name, type }) => `$${name}: ${type}`).join(', ')})`
  return `query${signature} { ${field}${given.length === 0 ? '' : `(${given.map(({ name }) => `${name}: $${name}`).join(', ')})`} ${selection} }`
}

type Selected = Map<string, Selected>

/** Dotted names as nested selections. */
function selectionOf(names: readonly string[]): string {
  const top: Selected = new Map()
  for (const name of names) {
    let at = top
    for (const part of name.replaceAll('[]', '').split('.')) {
      const next = at.get(part) ?? new Map<string, Selected>()
      at.set(part, next)
      at = next
    }
  }
  return written(top)
}

const written = (selected: Selected): string => (selected.size === 0 ? '' : `{ ${[...selected].map(([name, inner]) => `${name} ${written(inner)}`.trim()).join(' ')} }`)
