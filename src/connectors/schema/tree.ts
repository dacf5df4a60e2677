// Documents come from strangers: any member can be missing, be of another type or be named `__proto__`. These are the only ways in which they are looked at.
import { cut, plainLine, plainProse } from '../../core/ctx/cards/plain.ts'

/** A JSON object of which nothing is known yet. */
export type Tree = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object. */
export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of an object that is its own; undefined for everything else. */
export const member = (value: unknown, key: string): unknown => (isTree(value) && Object.hasOwn(value, key) ? value[key] : undefined)

/** The own members of an object; none when it is none. */
export const entriesOf = (value: unknown): [string, unknown][] => (isTree(value) ? Object.entries(value) : [])

/** A list, or an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text that says something, or undefined. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

const LONGEST_NAME = 200
const LONGEST_WORDS = 300

/** A name on one line without characters that act on a terminal; undefined when nothing is left. */
export function nameOf(value: unknown, most = LONGEST_NAME): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.slice(0, most * 4).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ').trim()
  return name === '' ? undefined : cut(name, most)
}

/** Prose in a few plain words; undefined when there are none. Only its beginning is looked at, because descriptions can be whole books. */
export function wordsOf(value: unknown, most = LONGEST_WORDS): string | undefined {
  if (typeof value !== 'string') return undefined
  const words = cut(plainProse(value.slice(0, most * 8)), most)
  return words === '' ? undefined : words
}

const MOST_VALUES = 30

/** The values of an enumeration as texts: the first thirty. */
export const valuesOf = (list: unknown): string[] => [...new Set(listOf(list).slice(0, MOST_VALUES).flatMap((value) => scalarOf(value) ?? []))]

/** A scalar as a short text; undefined for lists, objects and nothing. */
export function scalarOf(value: unknown): string | undefined {
  if (typeof value === 'string') return cut(plainLine(value.slice(0, LONGEST_NAME)), LONGEST_NAME / 2)
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : undefined
}

/** The members that are there: `exactOptionalPropertyTypes` does not take undefined for absent. */
export function present<T extends object>(members: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}
