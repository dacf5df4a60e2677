// The pre-tokenizer of cl100k_base, as a scanner:
//
//   (?i:'s|'t|'re|'ve|'m|'ll|'d)                    1
//   [^\r\n\p{L}\p{N}]?\p{L}+                        2  a word, with the one character before it
//   \p{N}{1,3}                                      3
//    ?[^\s\p{L}\p{N}]+[\r\n]*                       4
//   \s*[\r\n]+|\s+(?!\S)|\s+                        5
//
// Marks are no letters here: they are signs, as in alternative 4.

import { ASCII, BREAK, KIND, MARK, NUMBER, OTHER, SPACE, WIDTH, characterAt, isLetter } from './characters.ts'
import { contractionEnd, isBreak, numberEnd, punctuationEnd, whiteSpaceEnd } from './scan.ts'

const isSign = (kind: number): boolean => kind === OTHER || kind === MARK

/** Finds the pieces of cl100k_base. */
export function scanCl100k(bytes: Uint8Array, at: number, end: number): number {
  const first = characterAt(bytes, at)
  const kind = first & KIND
  const after = at + (first >> WIDTH)
  if (isLetter(kind)) return lettersEnd(bytes, at, end)
  if (kind === NUMBER) return numberEnd(bytes, at, end)
  const contraction = contractionEnd(bytes, at, end)
  if (contraction > at) return contraction
  if (kind !== BREAK && after < end) {
    const next = characterAt(bytes, after) & KIND
    if (isLetter(next)) return lettersEnd(bytes, after, end)
    if (kind === SPACE && isSign(next)) return signsEnd(bytes, after, end)
  }
  return isSign(kind) ? signsEnd(bytes, after, end) : whiteSpaceEnd(bytes, at, end)
}

// Alternative 4 from its second character on.
function signsEnd(bytes: Uint8Array, at: number, end: number): number {
  let stop = punctuationEnd(bytes, at, end)
  while (stop < end && isBreak(bytes[stop]!)) stop++
  return stop
}

function lettersEnd(bytes: Uint8Array, at: number, end: number): number {
  let stop = at
  while (stop < end) {
    const byte = bytes[stop]!
    const next = byte < 0x80 ? (1 << WIDTH) | ASCII[byte]! : characterAt(bytes, stop)
    if (!isLetter(next & KIND)) break
    stop += next >> WIDTH
  }
  return stop
}
