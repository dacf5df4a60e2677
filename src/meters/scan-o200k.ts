// The pre-tokenizer of o200k_base, as a scanner. With U = upper and title case, l = lower case, x = letters without case and marks:
//
//   [^\r\n\p{L}\p{N}]?[Ux]*[lx]+(contraction)?      1  a word, with the one character before it
//   [^\r\n\p{L}\p{N}]?[Ux]+[lx]*(contraction)?      2  the same where there is nothing of [lx]
//   \p{N}{1,3}                                      3
//    ?[^\s\p{L}\p{N}]+[\r\n/]*                      4
//   \s*[\r\n]+|\s+(?!\S)|\s+                        5

import { ASCII, BREAK, CASELESS, KIND, LOWER, MARK, NUMBER, OTHER, SPACE, UPPER, WIDTH, characterAt, isLetter } from './characters.ts'
import { contractionEnd, isBreak, numberEnd, punctuationEnd, whiteSpaceEnd } from './scan.ts'

const SLASH = 47

/** Finds the pieces of o200k_base. */
export function scanO200k(bytes: Uint8Array, at: number, end: number): number {
  const first = characterAt(bytes, at)
  const kind = first & KIND
  const after = at + (first >> WIDTH)
  if (isLetter(kind)) return wordEnd(bytes, at, end)
  if (kind === NUMBER) return numberEnd(bytes, at, end)
  if (kind === MARK) return markedEnd(bytes, at, end)
  if (kind !== BREAK && after < end) {
    const next = characterAt(bytes, after) & KIND
    if (next >= UPPER && next <= MARK) return wordEnd(bytes, after, end)
    if (kind === SPACE && next === OTHER) return signsEnd(bytes, after, end)
  }
  return kind === OTHER ? signsEnd(bytes, after, end) : whiteSpaceEnd(bytes, at, end)
}

// Alternative 4 from its second character on.
function signsEnd(bytes: Uint8Array, at: number, end: number): number {
  let stop = punctuationEnd(bytes, at, end)
  while (stop < end && (isBreak(bytes[stop]!) || bytes[stop] === SLASH)) stop++
  return stop
}

// Alternatives 1 and 2 from their first letter or mark. Words of ASCII are nearly all of a program, so they have a path of their own.
function wordEnd(bytes: Uint8Array, at: number, end: number): number {
  let stop = at
  while (stop < end && ASCII[bytes[stop]!] === UPPER) stop++
  while (stop < end && ASCII[bytes[stop]!] === LOWER) stop++
  if (stop < end && bytes[stop]! >= 0x80) stop = wideWordEnd(bytes, at, end)
  return contractionEnd(bytes, stop, end)
}

function wideWordEnd(bytes: Uint8Array, at: number, end: number): number {
  const stop = smallWordEnd(bytes, at, end)
  return stop > at ? stop : capitalsEnd(bytes, at, end)
}

// A mark may be the character before the word or the first of it; the second reading always fits alternative 1.
function markedEnd(bytes: Uint8Array, at: number, end: number): number {
  const word = at + (characterAt(bytes, at) >> WIDTH)
  const stop = smallWordEnd(bytes, word, end)
  return contractionEnd(bytes, stop > word ? stop : smallWordEnd(bytes, at, end), end)
}

// [Ux]*[lx]+, or `at` where it does not fit. Without anything of [lx] after it, [Ux]* gives back as far as its last x.
function smallWordEnd(bytes: Uint8Array, at: number, end: number): number {
  let stop = at
  let caseless = at
  while (stop < end) {
    const next = characterAt(bytes, stop)
    const kind = next & KIND
    if (kind !== UPPER && kind !== CASELESS && kind !== MARK) break
    stop += next >> WIDTH
    if (kind !== UPPER) caseless = stop
  }
  const small = smallEnd(bytes, stop, end)
  return small > stop ? small : caseless
}

// [lx]*
function smallEnd(bytes: Uint8Array, at: number, end: number): number {
  let stop = at
  while (stop < end) {
    const next = characterAt(bytes, stop)
    const kind = next & KIND
    if (kind !== LOWER && kind !== CASELESS && kind !== MARK) break
    stop += next >> WIDTH
  }
  return stop
}

// U+: what alternative 2 comes to where alternative 1 does not fit.
function capitalsEnd(bytes: Uint8Array, at: number, end: number): number {
  let stop = at
  while (stop < end) {
    const next = characterAt(bytes, stop)
    if ((next & KIND) !== UPPER) break
    stop += next >> WIDTH
  }
  return stop
}
