// Two sides in one address: `budget=32k` is chosen for both, `a.budget=8k` for one of them.
import type { Change } from '../address.ts'
import { CHOICES } from '../choices.ts'

/** A or B. */
export type Side = 'a' | 'b'

/** Both of them. */
export const SIDES: readonly Side[] = ['a', 'b']

const valuesOf = (query: URLSearchParams, side: Side, name: string): string[] => (query.has(`${side}.${name}`) ? query.getAll(`${side}.${name}`) : query.getAll(name)).filter((value) => value !== '')

/** What one side is made with, as the first view would say it. */
export function sideIn(query: URLSearchParams, side: Side): URLSearchParams {
  const chosen = new URLSearchParams()
  for (const name of CHOICES) for (const value of valuesOf(query, side, name)) chosen.append(name, value)
  return chosen
}

/** Both sides, and nothing else of the address: what the server is asked. */
export function sidesIn(query: URLSearchParams): URLSearchParams {
  const names = new Set(CHOICES.flatMap((name) => [name, `a.${name}`, `b.${name}`]))
  return new URLSearchParams([...query].filter(([name]) => names.has(name)))
}

/** Whether the address says how the sides differ. */
export const isSplit = (query: URLSearchParams): boolean => [...query.keys()].some((name) => /^[ab]\./.test(name))

/** Sets one name of one side; what both say alike is said once. */
export function chosenFor(query: URLSearchParams, side: Side, said: { readonly name: string; readonly value: string }): Change {
  const { name, value } = said
  const own = value === '' ? [] : [value]
  const other = valuesOf(query, side === 'a' ? 'b' : 'a', name)
  if (own.join('\0') === other.join('\0')) return { [name]: own, [`a.${name}`]: undefined, [`b.${name}`]: undefined }
  return { [name]: undefined, [`${side}.${name}`]: own, [`${side === 'a' ? 'b' : 'a'}.${name}`]: other }
}

/** A becomes B and B becomes A. */
export function swapped(query: URLSearchParams): Change {
  const names = CHOICES.filter((name) => query.has(`a.${name}`) || query.has(`b.${name}`))
  return Object.fromEntries(names.flatMap((name) => [[`a.${name}`, valuesOf(query, 'b', name)], [`b.${name}`, valuesOf(query, 'a', name)], [name, undefined]]))
}

/** What is chosen now as A, and half of its budget as B. */
export function halved(chosen: URLSearchParams, budget: number | 'none'): URLSearchParams {
  const next = new URLSearchParams([...chosen].filter(([name]) => name !== 'budget'))
  next.set('a.budget', chosen.get('budget') ?? String(budget))
  next.set('b.budget', budget === 'none' ? '32k' : String(Math.max(1, Math.floor(budget / 2))))
  return next
}

/** What is wrong with one side, or with both. */
export interface Fault {
  readonly side: Side | undefined
  readonly text: string
}

/** The server names a side by its letter (`A: …`), or by the option (`--a.budget: …`); people read the letter. */
export function faultIn(message: string): Fault {
  const [, option, letter] = /^(?:--([ab])\.[\w-]+|([AB])): /.exec(message) ?? []
  const side = (option ?? letter)?.toLowerCase() as Side | undefined
  return { side, text: message.replace(/^--([ab])\.[\w-]+: /, (_, name: string) => `${name.toUpperCase()}: `).replace(/^--[\w-]+: /, '') }
}

/** Whether a value of a side is what the fault quotes. */
export const isAtFault = (fault: Fault | undefined, side: Side, value: string): boolean =>
  fault !== undefined && value !== '' && (fault.side ?? side) === side && fault.text.includes(`"${value}"`)
