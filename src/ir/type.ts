// The types of a plan. They are few and mean the same everywhere, so that a step gives the same rows here and in any source.
import { shortType } from '../catalog/types.ts'

/**
 * `int` is a whole number of 64 bits; `num` a double; `str` text compared by code points; `ts` a moment in UTC; `date` a day.
 * `any` is what a source writes in its own way (JSON, lists, bytes as hex): it can be shown, tested for null and cast, not compared.
 */
export const TYPES = ['int', 'num', 'str', 'bool', 'ts', 'date', 'any'] as const
export type Type = (typeof TYPES)[number]

/** The type of a column as its source writes it. */
export function typeOf(written: string): Type {
  const short = shortType(written)
  if (short === 'uuid') return 'str'
  return (TYPES as readonly string[]).includes(short) ? (short as Type) : 'any'
}

/** A column of a step: where it comes from is known as long as its values are those of a resource. */
export interface Column {
  readonly name: string
  readonly type: Type
  readonly origin?: { readonly resource: string; readonly column: string }
}

/** A type in words, with its article. */
export const TYPE_WORDS: Readonly<Record<Type, string>> = {
  int: 'a whole number', num: 'a number', str: 'a text', bool: 'true or false', ts: 'a time', date: 'a date', any: 'a value of its source',
}
