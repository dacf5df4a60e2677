// A vocabulary of short terms (S3.26), used in cards only and only where it really saves tokens: the line that explains it is counted against it.
import { isRecord, jsonFrom } from '../json.ts'

/** Long terms and their short forms: `latency_ms` -> `L`. */
export type Vocabulary = ReadonlyMap<string, string>

/** Why a vocabulary cannot be used, as the end of a sentence. */
export class VocabularyError extends Error {
  override readonly name = 'VocabularyError'
}

/** The vocabulary that a text holds; an empty one when there is none. */
export function vocabularyFrom(text: string | undefined): Vocabulary {
  const json = text === undefined ? {} : jsonFrom(text, (why) => new VocabularyError(why))
  if (!isRecord(json)) throw new VocabularyError('it is not an object with terms as keys')
  return new Map(Object.entries(json).map(([term, short]): [string, string] => {
    if (typeof short !== 'string' || !/^[\p{L}\p{N}_.-]{1,32}$/u.test(short)) throw new VocabularyError(`the short form of ${JSON.stringify(term.slice(0, 60))} is not a word of letters, digits, _ . and -`)
    if (term.trim() === '' || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(term)) throw new VocabularyError('a term is empty, has more than one line or signs that cannot be seen')
    return [term, short]
  }))
}

/** What a term was worth. */
export interface TermUse {
  readonly term: string
  readonly short: string
  readonly uses: number
  /** Tokens of the pack that it saves, its part of the legend counted; what it would cost when it was not used. */
  readonly saved: number
  readonly used: boolean
  /** Why it was not used. */
  readonly why?: string
}

/** A text whose cards may be shortened. */
export interface Shortening {
  /** The lines; those that begin with `- ` may be shortened. */
  readonly lines: readonly string[]
  /** The whole text for some lines and a legend, of which the tokens count. */
  readonly write: (lines: readonly string[], legend: string) => string
  /** Whether these lines keep every cap. */
  readonly holds: (lines: readonly string[]) => boolean
}

/** Lines with those terms replaced that pay, one after the other, the longest first; with a table of all. */
export function shortened({ lines, write, holds }: Shortening, vocabulary: Vocabulary, count: (text: string) => number): { lines: readonly string[]; legend: string; table: TermUse[] } {
  const table: TermUse[] = []
  let now = { lines, terms: [] as [string, string][] }
  let cost = count(write(lines, ''))
  for (const [term, short] of [...vocabulary].toSorted(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))) {
    const pattern = wordPattern(term)
    const uses = now.lines.reduce((sum, line) => sum + (line.startsWith('- ') ? (line.match(pattern) ?? []).length : 0), 0)
    const clash = now.lines.some((line) => wordPattern(short).test(line)) || now.terms.some(([, other]) => other === short)
    const next = { lines: now.lines.map((line) => (line.startsWith('- ') ? line.replace(pattern, () => short) : line)), terms: [...now.terms, [term, short] as [string, string]] }
    const price = uses === 0 ? cost : count(write(next.lines, legendOf(next.terms)))
    const why = uses === 0 ? 'not in the cards' : clash ? `${short} stands in the text already` : price >= cost ? 'it saves nothing' : holds(next.lines) ? undefined : 'a section would be over its cap'
    table.push({ term, short, uses, saved: cost - price, used: why === undefined, ...(why === undefined ? {} : { why }) })
    if (why !== undefined) continue
    now = next
    cost = price
  }
  return { lines: now.lines, legend: legendOf(now.terms), table }
}

/** `VOCAB: L=latency_ms, RL=rate_limit`. */
const legendOf = (terms: readonly (readonly [string, string])[]): string => (terms.length === 0 ? '' : `VOCAB: ${terms.map(([term, short]) => `${short}=${term}`).join(', ')}`)

/** A term as a word of its own. */
const wordPattern = (term: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}_])${term.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'gu')
