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

/** A text of somebody who was given secrets, without those that it repeats. */
export const withoutSecrets = (text: string, { credentials }: OpenSource): string => Object.values(credentials).filter((secret) => secret !== '').reduce((all, secret) => all.replaceAll(secret, '***'), text)
