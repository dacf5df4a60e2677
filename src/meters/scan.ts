// A scanner finds where the piece (pre-token) that starts at a place ends. These are the alternatives both encodings share.

import { BLANK, BREAK, KIND, MARK, NUMBER, OTHER, WIDTH, characterAt } from './characters.ts'

/** The end of the piece of bytes[at, end) that starts at `at`. Always after `at`, so a loop over pieces ends. */
export type Scanner = (bytes: Uint8Array, at: number, end: number) => number

const APOSTROPHE = 39
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
// Letters are compared in lower case.
const LETTER = Object.freeze({ d: 100, e: 101, l: 108, m: 109, r: 114, s: 115, t: 116, v: 118 })

/** `\p{N}{1,3}` from its first number, which is known to be there. */
export function numberEnd(bytes: Uint8Array, at: number, end: number): number {
  let stop = at
  for (let digits = 0; digits < 3 && stop < end; digits++) {
    const next = characterAt(bytes, stop)
    if ((next & KIND) !== NUMBER) break
    stop += next >> WIDTH
  }
  return stop
}

/** `[^\s\p{L}\p{N}]*`. */
export function punctuationEnd(bytes: Uint8Array, at: number, end: number): number {
  let stop = at
  while (stop < end) {
    const next = characterAt(bytes, stop)
    const kind = next & KIND
    if (kind !== OTHER && kind !== MARK) break
    stop += next >> WIDTH
  }
  return stop
}

/** Whether a byte is a carriage return or a line feed. */
export const isBreak = (byte: number): boolean => byte === LINE_FEED || byte === CARRIAGE_RETURN

/**
 * `\s*[\r\n]+|\s+(?!\S)|\s+` from white space: up to the last line break of the run; without one, the run without its last character,
 * which goes to the word after it; the whole run at the end of the text.
 */
export function whiteSpaceEnd(bytes: Uint8Array, at: number, end: number): number {
  let stop = at
  let afterBreak = at
  let last = at
  while (stop < end) {
    const next = characterAt(bytes, stop)
    if ((next & KIND) < BLANK) break
    last = stop
    stop += next >> WIDTH
    if ((next & KIND) === BREAK) afterBreak = stop
  }
  if (afterBreak > at) return afterBreak
  return stop === end || last === at ? stop : last
}

/** The end of `'s 't 'd 'm 'll 've 're`, in any case, at a place; the place itself where there is none. */
export function contractionEnd(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== APOSTROPHE || at + 1 >= end) return at
  const first = bytes[at + 1]! | 32
  if (first === LETTER.s || first === LETTER.t || first === LETTER.d || first === LETTER.m) return at + 2
  if (at + 2 >= end) return at
  // Without regard to case, U+017F (long s, C5 BF) is an s.
  if (bytes[at + 1] === 0xc5 && bytes[at + 2] === 0xbf) return at + 3
  const second = bytes[at + 2]! | 32
  const pair = first === LETTER.l ? second === LETTER.l : (first === LETTER.v || first === LETTER.r) && second === LETTER.e
  return pair ? at + 3 : at
}
