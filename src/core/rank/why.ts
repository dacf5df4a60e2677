// The reasons of a score in words.
import type { SignalName } from './features.ts'
import type { PastFacts } from './past.ts'
import type { Sight } from './sight.ts'
import { isCommon } from './terms.ts'
import type { ParsedText, Unit } from './units.ts'

/** Words that are named in one reason. */
const MOST_NAMED = 4

/** Why a signal speaks for a unit. */
export function whyOf(signal: SignalName, sight: Sight, unit: number): string {
  return REASONS[signal]({ sight, unit: sight.units[unit] as Unit, file: sight.files[(sight.units[unit] as Unit).file] as ParsedText, past: sight.past[(sight.units[unit] as Unit).file] as PastFacts })
}

interface Case {
  readonly sight: Sight
  readonly unit: Unit
  readonly file: ParsedText
  readonly past: PastFacts
}

const REASONS: Readonly<Record<SignalName, (of: Case) => string>> = {
  words: ({ sight, unit, file }) => `${called(unit)} speaks of ${listed(mostSaid(sight.query.terms.map(({ word }) => word), unit.terms, file.facts.scan.terms))}`,
  names: ({ sight, unit, file }) => identifiers(mostSaid(sight.query.names.map(({ name }) => name), unit.names, file.facts.scan.names)),
  mention: ({ unit }) => `the task names ${called(unit)}, its class, file or module`,
  path: () => 'words of the task stand in its path',
  stack: () => 'the stack trace leads here',
  quote: () => 'it holds a string that the task quotes',
  history: () => 'commits that touched it speak like the task',
  recency: ({ past }) => (past.recency > 0.5 ? 'it changed lately' : 'how lately and how often it changed'),
  together: () => 'it changes together with the files that speak most of the task',
  graph: ({ unit }) => `${called(unit)} is used by, or uses, what speaks of the task`,
  tests: () => 'the tests of its file speak of the task',
  imports: () => 'an import away from what speaks of the task',
  place: ({ unit, sight }) => `${unit.block.kind} of ${unit.size} characters in tier ${sight.tiers[unit.file]}`,
}

const called = ({ block, name }: Unit): string => (name === '' ? `what stands between its definitions` : `${block.kind} ${name}`)

const listed = (words: readonly string[]): string => (words.length === 0 ? 'words of the task' : words.join(', '))

const identifiers = (names: readonly string[]): string => (names.length === 0 ? 'words of the task are identifiers here' : `identifiers of the task stand here: ${names.join(', ')}`)

/** The words that stand there most, first in the block itself, else in its file; a little word is no reason. */
function mostSaid(words: readonly string[], inUnit: Float64Array, inFile: Float64Array): string[] {
  const from = inUnit.some((count) => count > 0) ? inUnit : inFile
  return words.map((word, i) => [word, from[i] ?? 0] as const).filter(([word, count]) => count > 0 && !isCommon(word.toLowerCase())).sort((a, b) => b[1] - a[1]).map(([word]) => word).filter((word, i, all) => all.indexOf(word) === i).slice(0, MOST_NAMED)
}
