// Ids and URIs of resources (S3.34, S3.69). Both come from one place, so either can be had from the other's parts and none depends on the order of a scan.

/** The namespaces of URIs. */
export const NAMESPACES = ['file', 'db', 'kv', 'api', 'bus', 'skill', 'secret', 'tmp'] as const
export type Namespace = (typeof NAMESPACES)[number]

/** Where a resource is. */
export interface Place {
  readonly ns: Namespace
  /** What speaks there: `pg`, `sqlite`, `mysql`, `redis`, `nats`; empty where the namespace says it all. */
  readonly engine: string
  /** The name of the source. */
  readonly source: string
  /** The parts of its name in the source: `['public', 'orders']`. */
  readonly path: readonly string[]
}

/** `res:db.pg.main.public.orders`. A sign that would be read as part of the scheme is written as its code, so ids of different places differ. */
export const idOf = ({ ns, engine, source, path }: Place): string => `res:${[ns, ...(engine === '' ? [] : [engine]), source, ...path].map(escaped).join('.')}`

/** `ada://any/db/pg:main/public.orders`. */
export const uriOf = ({ ns, engine, source, path }: Place): string => `ada://any/${ns}/${engine === '' ? '' : `${escaped(engine)}:`}${escaped(source)}/${path.map(escaped).join('.')}`

/** Fovea's own address of a resource: `fovea://catalog/db.pg.main.public.orders`. */
export const ownUriOf = (id: string): string => `fovea://catalog/${id.slice('res:'.length)}`

/** The place that an `ada://` URI names; undefined when it names none. */
export function placeOf(uri: string): Place | undefined {
  const [, ns, engine = '', source, path] = /^ada:\/\/[^/]+\/([a-z]+)\/(?:([^/:]*):)?([^/:]+)\/([^?#]*)/.exec(uri) ?? []
  if (ns === undefined || source === undefined || path === undefined || !(NAMESPACES as readonly string[]).includes(ns)) return undefined
  return { ns: ns as Namespace, engine: plain(engine), source: plain(source), path: path === '' ? [] : path.split('.').map(plain) }
}

const UNSAFE = /[%.:/?#\s\p{Cc}\p{Cf}\u2028\u2029"'`<>\\]/gu

const escaped = (part: string): string => part.replace(UNSAFE, (sign) => encodeURIComponent(sign).replace(/^[^%]$/, (plainSign) => `%${plainSign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`))

function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

declare function encodeURIComponent(text: string): string
declare function decodeURIComponent(text: string): string
