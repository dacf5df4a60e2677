// Why a server cannot be used, in a sentence that says what to do. Server texts name users; ours do not.
import { DatabaseError, withoutSecrets } from './database.ts'
import { shownAddress } from './address.ts'

interface Cause {
  readonly code?: string | number
  readonly message?: string
}

type Rule = readonly [pattern: RegExp, sentence: string]

const NETWORK: readonly Rule[] = [
  [/^ECONNREFUSED$/, 'nothing listens there; start the server, or look at the host and the port'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'no such host is known; look at its name'],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|PROTOCOL_SEQUENCE_TIMEOUT)$/, 'it did not answer in time; look at the host, the port and the firewall'],
  [/^(?:ECONNRESET|EPIPE|PROTOCOL_CONNECTION_LOST)$/, 'it closed the connection'],
  [/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|CERT_HAS_EXPIRED|ERR_TLS_CERT_ALTNAME_INVALID)$/, 'its certificate cannot be verified; name its authority with NODE_EXTRA_CA_CERTS'],
]

/** Throws when an address is none; it is not shown, because what cannot be read may hold a password anywhere. */
export function mustParse(address: string, example: string): void {
  if (!URL.canParse(address)) throw new DatabaseError(`its address cannot be read; it looks like ${example}`, 'down')
}

/** The failure to open a server as an error that may be shown. */
export function downOf(cause: unknown, address: string, rules: readonly Rule[]): DatabaseError {
  const { code, message } = innermost(cause)
  const words = `${code ?? ''}`
  const known = [...rules, ...NETWORK].find(([pattern]) => pattern.test(words) || pattern.test(`${words} ${message ?? ''}`))
  const why = known?.[1] ?? withoutSecrets(message ?? 'it failed without a reason', address)
  return new DatabaseError(`${shownAddress(address)} cannot be used: ${why}`, 'down')
}

/** Node gathers the failures of several addresses of one host; one of them is enough. */
function innermost(cause: unknown): Cause {
  if (cause instanceof AggregateError && cause.errors.length > 0) return innermost(cause.errors[0])
  return typeof cause === 'object' && cause !== null ? cause as Cause : { message: String(cause) }
}

/** A failed question; a message of the server says where, without secrets. */
export const questionFailed = (cause: unknown, address: string): DatabaseError =>
  cause instanceof DatabaseError ? cause : new DatabaseError(withoutSecrets(innermost(cause).message ?? 'it failed without a reason', address), 'question')

/** What took too long. */
export const tooSlow = (milliseconds: number): DatabaseError =>
  new DatabaseError(`the query took longer than ${milliseconds} ms and was ended; ask for less or give it more time`, 'slow')
