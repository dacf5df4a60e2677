// How a caller of an operation shows who it is. The document names the way; the secret is a reference of the source.
import type { CallWay } from '../../catalog/record.ts'
import type { Refs } from '../schema/refs.ts'
import { entriesOf, listOf, member, nameOf } from '../schema/tree.ts'

type Http = Extract<CallWay, { by: 'http' }>

/** What a call needs to be let in. */
export interface Entrance {
  readonly auth: NonNullable<Http['auth']>
  readonly auth_name?: string
  /** The name of the scheme: the secret is looked for under it, then under `token`. */
  readonly scheme?: string
}

const OPEN: Entrance = { auth: 'none' }

/** The first way in that the document offers; none where an operation may be called by anybody. */
export function entranceOf(document: unknown, operation: unknown, refs: Refs): Entrance {
  const told = member(operation, 'security') ?? member(document, 'security')
  const ways = listOf(told).slice(0, 20).map((way) => entriesOf(way).map(([name]) => name))
  if (ways.length === 0 || ways.some((names) => names.length === 0)) return OPEN
  const schemes = member(member(document, 'components'), 'securitySchemes') ?? member(document, 'securityDefinitions')
  const known = ways.flatMap((names) => names.slice(0, 1)).map((name) => schemeOf(name, member(schemes, name), refs))
  return known.find((entrance) => entrance !== undefined) ?? OPEN
}

function schemeOf(name: string, raw: unknown, refs: Refs): Entrance | undefined {
  const { schema } = refs.follow(raw)
  const scheme = nameOf(name, 80) ?? 'token'
  const where = nameOf(member(schema, 'name'), 80)
  switch (member(schema, 'type')) {
    case 'http': return { auth: /^basic$/i.test(String(member(schema, 'scheme'))) ? 'basic' : 'bearer', scheme }
    case 'basic': return { auth: 'basic', scheme }
    case 'oauth2': case 'openIdConnect': return { auth: 'bearer', scheme }
    case 'apiKey': return where === undefined ? undefined : { auth: member(schema, 'in') === 'query' ? 'query' : 'header', auth_name: member(schema, 'in') === 'cookie' ? 'Cookie' : where, scheme }
    default: return undefined
  }
}
