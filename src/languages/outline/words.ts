// Small parts that the expressions of many tables are made of.
import type { Shape } from './speech.ts'

/** Letters and signs beyond ASCII, within square brackets. Blanks are not among them: what is both a part of a word and between two words is tried in every way. */
export const WIDE = String.raw`\u0080-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\uffff`

/** A name. */
export const NAME = String.raw`[A-Za-z_$${WIDE}][\w$${WIDE}]*`

/** Types in angle brackets, three deep. */
export const TYPES = String.raw`<(?:[^<>;{}()]|<(?:[^<>;{}()]|<[^<>;{}()]*>){0,300}>){0,300}>`

/** A type as it stands before a name, without the signs behind it. */
export const BARE_TYPE = String.raw`(?:[\w$.:?${WIDE}]{1,300}(?:\s*${TYPES})?(?:\s*\[[\s,]*\])*)`

/** A type as it stands before a name, and what must follow it. */
export const TYPE = String.raw`(?:${BARE_TYPE}(?:\s*[?*&]{1,8})?)`

/** Any of some words, each with white space after it, a few times. */
export const any = (words: string, most = 8): string => String.raw`(?:(?:${words.split(' ').join('|')})\s+){0,${most}}`

/** As much white space as stands between two words, and as many signs up to a certain one. */
const MOST_BLANKS = 99
const MOST_SIGNS = 300

/**
 * An expression that reads words from a place on. White space and runs of anything but a few signs are bounded in it: two runs side by side are tried in every way that shares a long one between them, and one that
 * finds no end reads the rest of the text, for each statement again.
 */
export const reading = (source: string): RegExp => new RegExp(source.replace(/(\\s|\[\^(?:\\.|[^\]\\])*\])([*+])|\[(?:\\.|[^\]\\])*\]|\\./g, bounded), 'y')

const bounded = (all: string, one: string | undefined, repeat: string): string => (one === undefined ? all : `${one}{${repeat === '+' ? 1 : 0},${one === '\\s' ? MOST_BLANKS : MOST_SIGNS}}`)

/** A shape from the source of an expression. */
export const shape = (kind: Shape['kind'], words: string, more: Partial<Shape> = {}): Shape => ({ kind, words: reading(words), ...more })

/** The group in which the name stands. */
export const named = `(?<name>${NAME})`
