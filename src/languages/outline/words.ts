// Small parts that the expressions of many tables are made of.
import type { Shape } from './speech.ts'

/** A name. */
export const NAME = String.raw`[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*`

/** Types in angle brackets, three deep. */
export const TYPES = String.raw`<(?:[^<>;{}()]|<(?:[^<>;{}()]|<[^<>;{}()]*>)*>)*>`

/** A type as it stands before a name, without the signs behind it. */
export const BARE_TYPE = String.raw`(?:[\w$.:?\u0080-\uffff]+(?:\s*${TYPES})?(?:\s*\[[\s,]*\])*)`

/** A type as it stands before a name, and what must follow it. */
export const TYPE = String.raw`(?:${BARE_TYPE}(?:\s*[?*&]+)?)`

/** Any of some words, each with white space after it, a few times. */
export const any = (words: string, most = 8): string => String.raw`(?:(?:${words.split(' ').join('|')})\s+){0,${most}}`

/** A shape from the source of an expression. */
export const shape = (kind: Shape['kind'], words: string, more: Partial<Shape> = {}): Shape => ({ kind, words: new RegExp(words, 'y'), ...more })

/** The group in which the name stands. */
export const named = `(?<name>${NAME})`
