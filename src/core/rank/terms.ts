// Words and their stems. Identifiers are read part by part: `closeAllSessions` holds close, all and session.

import { apart } from '../names.ts'
import { once } from '../once.ts'
import type { Stretch } from '../spans.ts'

const LITTLE = ('a am an and are as at be but by can could do does for from has have how i if in into is it its make must need new no not of on or our '
  + 'should so than that the their then there these they this to use used using was we when where which while who why will with would you your my me just more other '
  + 'add also code error fix file get issue let like please see set support want via after before between because all any each only some such up us eg ie vs re ok etc').split(' ')

/** A word as code and prose write it. */
export const WORD = once(() => /[\p{L}_$][\p{L}\p{N}_$]*/gu)

const LEAST_STEM = 2
const LONGEST_STEM = 40

const known = new Map<string, readonly string[]>()
/** The cache is emptied at this size: generated text has endless words. */
const MOST_KNOWN = 200_000

/** The stems of the parts of a word. */
export function stemsOf(word: string): readonly string[] {
  const before = known.get(word)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const stems = plainStems(word)
  const all = stems.length < 2 ? stems : [...stems, ...pairsOf(stems)]
  known.set(apart(word), all)
  return all
}

/** How many stems a word has, with its pairs. */
export function stemCount(word: string): number {
  const count = PLAIN.test(word) ? stemSpans(word, 0, word.length).length / 2 : plainStems(word).length
  return count < 2 ? count : 2 * count - 1
}

const plainStems = (word: string): string[] => (PLAIN.test(word) ? spelled(word) : foreignParts(word).map(stemOf).filter(({ length }) => length >= LEAST_STEM && length <= LONGEST_STEM))

function spelled(word: string): string[] {
  const lower = word.toLowerCase()
  return stemSpans(word, 0, word.length).flatMap((start, i, spans) => (i % 2 === 0 ? [lower.slice(start, spans[i + 1])] : []))
}

/** Neighbours as one: `clientIP`, `client_ip` and the words `client ip` share a pair, which says more than both words apart. */
export const pairsOf = (stems: readonly string[]): string[] => stems.slice(1).map((stem, i) => `${stems[i]} ${stem}`)

/** What a stem leaves out, the longest first, by the last letter. */
const ENDINGS: ReadonlyMap<number, readonly string[]> = byLastLetter(['ations', 'ation', 'ingly', 'ings', 'ing', 'ies', 'ied', 'ers', 'ed', 'es', 'er', 's', 'e', 'y'])

function byLastLetter(endings: readonly string[]): Map<number, string[]> {
  const groups = new Map<number, string[]>()
  for (const ending of endings) {
    const last = ending.charCodeAt(ending.length - 1)
    groups.set(last, [...groups.get(last) ?? [], ending])
  }
  return groups
}


/** `closeAllSessions` -> close, all, sessions. */
export const partsOf = (identifier: string): string[] => (PLAIN.test(identifier) ? plainParts(identifier) : foreignParts(identifier))

/** Letters, digits and signs of ASCII: nearly every word. */
export const PLAIN = /^[\w$]*$/

function plainParts(identifier: string): string[] {
  const parts: string[] = []
  eachPart(identifier, { start: 0, end: identifier.length }, (start, end) => parts.push(identifier.slice(start, end).toLowerCase()))
  return parts
}

/** Where the stems of a plain word stand in a text, one start and one end after the other: every distinct word of a workspace comes here, and needs no strings. */
export function stemSpans(text: string, from: number, to: number): number[] {
  const spans: number[] = []
  eachPart(text, { start: from, end: to }, (start, end) => {
    const stemmed = stemEnd(text, start, end)
    if (stemmed - start >= LEAST_STEM && stemmed - start <= LONGEST_STEM) spans.push(start, stemmed)
  })
  return spans
}

/** The parts of a plain word: a sign ends one, a capital may begin one. */
function eachPart(text: string, { start: from, end: to }: Stretch, tell: (start: number, end: number) => void): void {
  let start = from
  for (let at = afterSmall(text, from, to); at < to; at = afterSmall(text, at + 1, to)) {
    const between = isBetween(text.charCodeAt(at))
    if (!between && (at === from || !beginsPart(text, at, to))) continue
    if (at > start) tell(start, at)
    start = between ? at + 1 : at
  }
  if (start < to) tell(start, to)
}

/** Where small letters end: most letters are such, and neither end nor begin a part. */
function afterSmall(text: string, from: number, to: number): number {
  let at = from
  while (at < to) {
    const code = text.charCodeAt(at)
    if (code < 97 || code > 122) break
    at++
  }
  return at
}

const isBetween = (code: number): boolean => code === 95 || code === 36
const isUpper = (code: number): boolean => code >= 65 && code <= 90
const isLower = (code: number): boolean => code >= 97 && code <= 122

/** A capital begins a part after anything but a capital, and before a small letter. */
function beginsPart(text: string, at: number, end: number): boolean {
  if (!isUpper(text.charCodeAt(at))) return false
  const before = text.charCodeAt(at - 1)
  return isUpper(before) ? at + 1 < end && isLower(text.charCodeAt(at + 1)) : !isBetween(before)
}

function foreignParts(identifier: string): string[] {
  return identifier
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[ _$]+/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase())
}

/** A light stem: plural and verb endings go, so that `expires` finds `expire` and `expiry`. */
export const stemOf = (word: string): string => word.slice(0, stemEnd(word, 0, word.length))

/** What a stem keeps at the least when an ending goes. */
const LEAST_KEPT = 4

/** Where the stem of a part ends. Capitals are small letters here. */
function stemEnd(text: string, start: number, end: number): number {
  const last = text.charCodeAt(end - 1)
  const endings = ENDINGS.get(isUpper(last) ? last + CASE : last) ?? NONE
  for (let i = 0; i < endings.length; i++) {
    const ending = endings[i] as string
    if (end - start - ending.length >= LEAST_KEPT && endsWith(text, end, ending)) return end - ending.length
  }
  return end
}

const CASE = 32
const NONE: readonly string[] = []

function endsWith(text: string, end: number, ending: string): boolean {
  for (let i = 1; i <= ending.length; i++) {
    const code = text.charCodeAt(end - i)
    if ((isUpper(code) ? code + CASE : code) !== ending.charCodeAt(ending.length - i)) return false
  }
  return true
}

/** As words and as stems: `these` is looked up as `thes`. */
const stopped = once(() => new Set(LITTLE.flatMap((word) => [word, stemOf(word)])))

/** Whether a stem tells nothing apart: a little word. */
export const isCommon = (stem: string): boolean => stopped().has(stem)
