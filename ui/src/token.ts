// The token came in the fragment of the address, which is never sent. It is kept for this tab and taken out of the address, so that an address can be shared.
import { signal } from '@preact/signals'

const KEY = 'fovea-token'

function arrived(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return sessionStorage.getItem(KEY) ?? undefined
  keep(token)
  history.replaceState(null, '', location.pathname + location.search)
  return token
}

const keep = (token: string): void => sessionStorage.setItem(KEY, token)

/** What questions are sent with; undefined until somebody gives it. */
export const token = signal(arrived())

/** Takes a token that somebody typed, or the whole address that was printed. */
export function takeToken(typed: string): void {
  const given = typed.trim().replace(/^.*#token=/, '')
  keep(given)
  token.value = given
}

/** The server does not know it any more: it was started anew. */
export function dropToken(): void {
  sessionStorage.removeItem(KEY)
  token.value = undefined
}
