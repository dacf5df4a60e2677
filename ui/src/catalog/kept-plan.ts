// Where a plan stands while it is written: in the address when it is short, so that it can be shared; a long one in this tab.
import { choose, query } from '../address.ts'

/** Signs that an address can well carry. */
const MOST_IN_ADDRESS = 1800
const KEY = 'fovea-plan'

/** The plan that the address means. */
export const planIn = (from: URLSearchParams): string => from.get('plan') ?? (from.has('kept') ? (sessionStorage.getItem(KEY) ?? '') : '')

/** Keeps what was written. */
export function keepPlan(text: string): void {
  if (text === planIn(query.value)) return
  if (text.length <= MOST_IN_ADDRESS) choose({ plan: text, kept: undefined }, { replace: true })
  else {
    sessionStorage.setItem(KEY, text)
    choose({ plan: undefined, kept: 'yes' }, { replace: true })
  }
}
