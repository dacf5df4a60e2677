// Addresses and commands of the catalogue. The role stands in every one of them, so that it holds from page to page.
import { href, query } from '../address.ts'
import { commandOf } from '../choices.ts'

/** The names of the address that a search takes, as the command does. */
export const FACETS = ['kind', 'source', 'tag', 'owner', 'lifecycle', 'cap'] as const

/** Only these names of a query, in this order. */
export function only(from: URLSearchParams, names: readonly string[]): URLSearchParams {
  const kept = new URLSearchParams()
  for (const name of names) for (const value of from.getAll(name)) kept.append(name, value)
  return kept
}

/** A page of the catalogue, as the same role. */
export const at = (page: string, more: Readonly<Record<string, string>> = {}): string => href(page, { ...more, role: query.value.get('role') ?? undefined })

/** The card of a resource. */
export const cardAt = (id: string): string => at('/catalog/resource', { id })

/** The command that finds the same. */
export function searchCommand(from: URLSearchParams): string {
  const words = (from.get('query') ?? '').trim()
  const options = only(from, [...FACETS, 'role'])
  return words === '' ? commandOf('fovea catalog overview', options) : commandOf('fovea catalog search --explain', options, words)
}
