// Globs over paths in linear time per pattern segment: no regular expression is built from text that a repository supplies.
// `*` and `?` stay inside a segment, `**` spans segments, `{a,b}` are alternatives. A pattern without `/` matches a file or a folder of that name anywhere, with all that is in it.

import { UsageError } from './field.ts'
import { shown } from './shown.ts'

/** The most alternatives that `{…}` may multiply to; more is a mistake or an attack. */
const MOST_ALTERNATIVES = 256

/** The longest pattern: longer than a path has reason to be, short enough to be tried on every path. */
export const MOST_CHARACTERS = 1000

/** Each opening brace is a pass over all alternatives. */
const MOST_BRACES = 33

/** A function that says whether a path matches. Throws a UsageError for a pattern that is too much. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const matchers = alternativesOf(pattern).map(single)
  return (path) => matchers.some((matches) => matches(path))
}

function single(pattern: string): (path: string) => boolean {
  const trimmed = pattern.replace(/^\.?\//, '').replace(/\/$/, '/**')
  const segments = trimmed.split('/')
  if (segments.length > 1 || trimmed !== pattern) return segmentsMatcher(segments)
  const matches = wordMatcher(segments[0] as string)
  return (path) => path.split('/').some(matches)
}

/** The classic two-pointer walk, one level up: `**` plays the star, segments play the characters. */
function segmentsMatcher(segments: readonly string[]): (path: string) => boolean {
  // `**/**` says what `**` says.
  const parts = segments.filter((segment, i) => segment !== '**' || segments[i - 1] !== '**').map((segment) => (segment === '**' ? DEEP : wordMatcher(segment)))
  const alphabet: Alphabet<(word: string) => boolean> = { star: (part) => part === DEEP, same: (part, segment) => part(segment) }
  return (path) => wander(parts, path.split('/'), alphabet)
}

const DEEP = (): boolean => true

const CHARACTERS: Alphabet<string> = { star: (char) => char === '*', same: (char, other) => char === '?' || char === other }

/** Says whether a word matches a pattern in which `*` is any run of signs and `?` any one; nothing is a segment here. */
function wordMatcher(pattern: string): (word: string) => boolean {
  if (!/[*?]/.test(pattern)) return (word) => word === pattern
  const chars = [...pattern]
  const least = chars.filter((char) => char !== '*').length
  return (word) => word.length >= least && wander(chars, [...word], CHARACTERS)
}

/** Whether a word matches a pattern; see above. */
export const wordMatches = (pattern: string, word: string): boolean => wordMatcher(pattern)(word)

interface Alphabet<P> {
  star(part: P): boolean
  same(part: P, other: string): boolean
}

function wander<P>(pattern: readonly P[], words: readonly string[], alphabet: Alphabet<P>): boolean {
  let p = 0
  let w = 0
  let star = -1
  let retry = 0
  while (w < words.length) {
    const part = pattern[p]
    if (part !== undefined && alphabet.star(part)) {
      star = p++
      retry = w
    } else if (part !== undefined && alphabet.same(part, words[w] as string)) {
      p++
      w++
    } else if (star >= 0) {
      p = star + 1
      w = ++retry
    } else return false
  }
  while (p < pattern.length && alphabet.star(pattern[p] as P)) p++
  return p === pattern.length
}

/** `a{b,c}d` -> `abd`, `acd`; nested braces are read inside out. Throws a UsageError for a pattern that is too much. */
export function alternativesOf(pattern: string): readonly string[] {
  if (pattern.length > MOST_CHARACTERS) throw new UsageError(`a pattern has at most ${MOST_CHARACTERS} characters, and ${shown(pattern)} has ${pattern.length}`)
  if (pattern.split('{').length > MOST_BRACES) throw new UsageError(`the pattern ${shown(pattern)} has more than ${MOST_BRACES - 1} braces`)
  let open: string[] = [pattern]
  for (;;) {
    const next = open.flatMap(expandOnce)
    if (next.length > MOST_ALTERNATIVES) throw new UsageError(`the pattern ${shown(pattern)} has more than ${MOST_ALTERNATIVES} alternatives`)
    if (next.length === open.length && next.every((text, i) => text === open[i])) return open
    open = next
  }
}

function expandOnce(pattern: string): string[] {
  // The first closing brace that has an opening one before it.
  const end = pattern.indexOf('}', pattern.indexOf('{'))
  const start = pattern.lastIndexOf('{', end)
  if (!pattern.includes('{') || end < 0) return [pattern]
  const before = pattern.slice(0, start)
  const after = pattern.slice(end + 1)
  return pattern.slice(start + 1, end).split(',').map((choice) => before + choice + after)
}

/** A pattern for one path: it begins at the root, and a sign that means something to a pattern stands for any character. */
export const globFor = (path: string): string => `/${path.replace(/[*?{},]/g, '?')}`
