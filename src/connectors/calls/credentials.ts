// How the secret of a source goes into a call. It is read from the open source and lives no longer than the call.
import { type OpenSource, SourceDown } from '../../catalog/ports.ts'
import type { CallWay } from '../../catalog/record.ts'
import { shownAddress } from '../../drivers/address.ts'

type Http = Extract<CallWay, { by: 'http' }>

/** What the secret adds to a call. */
export interface Shown {
  readonly headers: Readonly<Record<string, string>>
  readonly query: readonly (readonly [string, string])[]
}

const NOTHING: Shown = { headers: {}, query: [] }

/** The secret of a source as a call shows it; `scheme` is the name that the document gives it. */
export function shownIn(source: OpenSource, call: Http, scheme: string | undefined): Shown {
  const secret = secretOf(source, scheme)
  if (secret === undefined || (call.auth ?? 'none') === 'none') return NOTHING
  switch (call.auth) {
    case 'query': return { headers: {}, query: [[call.auth_name ?? 'key', secret]] }
    case 'header': return { headers: { [call.auth_name ?? 'authorization']: secret }, query: [] }
    case 'basic': return { headers: { authorization: `Basic ${Buffer.from(secret).toString('base64')}` }, query: [] }
    default: return { headers: { authorization: `Bearer ${secret.replace(/^Bearer\s+/i, '')}` }, query: [] }
  }
}

/** `user` and `password` together, the secret of that name, `token`, or the only one there is. */
function secretOf({ credentials }: OpenSource, scheme: string | undefined): string | undefined {
  const { user, password } = credentials
  if (user !== undefined && password !== undefined) return `${user}:${password}`
  const own = scheme !== undefined && Object.hasOwn(credentials, scheme) ? credentials[scheme] : undefined
  const all = Object.values(credentials)
  return own ?? credentials['token'] ?? (all.length === 1 ? all[0] : undefined)
}

/** A secret goes over the wire encrypted, or stays on this machine. */
export function mustBePrivate(url: URL, { headers, query }: Shown): void {
  const secret = Object.keys(headers).length + query.length > 0
  const near = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (secret && url.protocol !== 'https:' && !near) throw new SourceDown(`${shownAddress(url.origin)} is not encrypted, so no secret is sent there: use https`)
}

/** What is shorter would be found in any text. */
const LEAST = 4

/** A text of somebody who was given secrets, without those that it repeats: credentials, and what a reference led to. */
export function withoutSecrets(text: string, { address, location, credentials }: OpenSource): string {
  const secrets = [...Object.values(credentials), ...(address === location ? [] : partsOf(address))].filter((secret) => secret.length >= LEAST && !location.includes(secret))
  return secrets.sort((a, b) => b.length - a.length).reduce((all, secret) => all.replaceAll(secret, secret === address ? location : '***'), text)
}

/** An address as it may be repeated: whole, as it is sent, and its user, password and parameters. */
function partsOf(address: string): string[] {
  if (!URL.canParse(address)) return [address]
  const { href, username, password, search, searchParams } = new URL(address)
  return [address, href, ...[username, password].flatMap((part) => [part, decoded(part)]), search, ...searchParams.values()]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A secret goes only where the API was when the source was added: a document that names another server later does not get it. */
export function mustBeAgreed(url: URL, { headers, query }: Shown, { options: { server, origin } }: OpenSource): void {
  if (Object.keys(headers).length + query.length === 0) return
  const agreed = server === undefined ? (origin ?? '').split(' ').filter((one) => one !== '') : [new URL(server).origin]
  if (agreed.includes(url.origin)) return
  throw new SourceDown(agreed.length === 0 ? `no secret is sent to ${url.origin}: where the API is was not known when the source was added; add it again if that is right` : `its address changed from ${agreed.join(', ')} to ${url.origin}, and the secret is not sent there; add it again if that is right`)
}
