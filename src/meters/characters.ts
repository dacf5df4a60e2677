// What the pre-tokenizers need to know about a character, read straight from UTF-8.
//
// `\s` here is the White_Space property, as in the regular expressions of Rust: it has U+0085 and lacks U+FEFF, the opposite of `\s` in
// JavaScript.

import { once } from '../core/once.ts'
import { RUNS } from './unicode.ts'

/** Neither letter, mark, number nor white space. */
export const OTHER = 0
/** Upper and title case letters. */
export const UPPER = 1
/** Lower case letters. */
export const LOWER = 2
/** Letters without case, which stand wherever an upper or a lower case letter may. */
export const CASELESS = 3
/** Combining marks. */
export const MARK = 4
/** Numbers of every script. */
export const NUMBER = 5
/** White space that is neither U+0020 nor a line break. The kinds from here on are all white space. */
export const BLANK = 6
/** U+0020. */
export const SPACE = 7
/** Carriage return and line feed. */
export const BREAK = 8

/** `characterAt(...) & KIND` is the kind; `>> WIDTH` is the number of bytes. */
export const KIND = 15
/** How far the number of bytes is shifted in the answer of `characterAt`. */
export const WIDTH = 4

const LETTERS: Record<string, number> = { O: OTHER, U: UPPER, L: LOWER, C: CASELESS, M: MARK, N: NUMBER, B: BLANK, S: SPACE, R: BREAK }

/** The kind of each code point: a megabyte, but the pages that hold nothing but OTHER are never touched. */
export const kinds = once(() => kindsBelow(0x110000))

// By hand: with a regular expression it would be a good part of the start-up.
function kindsBelow(limit: number): Uint8Array {
  const found = new Uint8Array(limit)
  let covered = 0
  for (let at = 0; covered < limit; ) {
    const kind = LETTERS[RUNS[at++]!]!
    let length = 0
    let digit = base36(RUNS.charCodeAt(at))
    for (; digit >= 0; digit = base36(RUNS.charCodeAt(++at))) length = length * 36 + digit
    const end = covered + (length || 1)
    if (kind !== OTHER) found.fill(kind, covered, end)
    covered = end
  }
  return found
}

// The value of a digit in base 36; a capital begins the next run.
function base36(code: number): number {
  if (code >= 97) return code - 87
  return code >= 48 && code < 58 ? code - 48 : -1
}

/** The kinds of the 128 ASCII characters. */
export const ASCII = kindsBelow(128)

const wide = (point: number, width: number): number => (width << WIDTH) | kinds()[point]!

/** Kind and width of the character that starts at a place. */
export function characterAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!
  if (lead < 0x80) return (1 << WIDTH) | ASCII[lead]!
  const second = bytes[at + 1]! & 63
  if (lead < 0xe0) return wide(((lead & 31) << 6) | second, 2)
  const third = bytes[at + 2]! & 63
  if (lead < 0xf0) return wide(((lead & 15) << 12) | (second << 6) | third, 3)
  return wide(((lead & 7) << 18) | (second << 12) | (third << 6) | (bytes[at + 3]! & 63), 4)
}

/** Whether a kind is a letter. */
export const isLetter = (kind: number): boolean => kind >= UPPER && kind <= CASELESS
