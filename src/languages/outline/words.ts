// Small parts that the expressions of many tables are made of.
import type { Shape } from './speech.ts'

/** Letters and signs beyond ASCII, within square brackets. Blanks are not among them: what is both a part of a word and between two words is tried in every way. */
export const WIDE = String.raw`\u0080-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff`

/** A name. */
export const NAME = String.raw`[A-Za-z_$${WIDE}][\w$${WIDE}]*`

/** Types in angle brackets, three deep. */
export const TYPES = String.raw`<(?:[^<>;{}()]|<(?:[^<>;{}()]|<[^<>;{}()]*>)*>)*>`

/** A type as it stands before a name, without the signs behind it. */
export const BARE_TYPE = String.raw`(?:[\w$.:?${WIDE}]+(?:\s*${TYPES})?(?:\s*\[[\s,]*\])*)`

/** A type as it stands before a name, and what must follow it. */
export const TYPE = String.raw`(?:${BARE_TYPE}(?:\s*[?*&]+)?)`

/** Any of some words, each with white space after it, a few times. */
export const any = (words: string, most = 8): string => String.raw`(?:(?:${words.split(' ').join('|')})\s+){0,${most}}`

/** A shape from the source of an expression. */
export const shape = (kind: Shape['kind'], words: string, more: Partial<Shape> = {}): Shape => ({ kind, words: new RegExp(words, 'y'), ...more })

/** The group in which the name stands. */
export const named = `(?<name>${NAME})`
