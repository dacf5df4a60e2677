// The scale of the budget: every step to the right is the same part more, and the end is where everything fits.
import { counted, short } from '../numbers.ts'

const LEAST = 256
const STEPS = 400

/** Budgets that models and people speak of. */
const MARKS: readonly (readonly [tokens: number, name: string])[] = [[8000, '8k'], [32_000, '32k'], [128_000, '128k'], [200_000, '200k'], [1_000_000, '1m']]

/** `32k` as a number; undefined when it is none. */
export function tokensIn(text: string | null): number | undefined {
  const match = /^(\d+(?:\.\d+)?)([km]?)$/i.exec((text ?? '').trim().replaceAll('_', '').replaceAll(',', ''))
  return match === null ? undefined : Math.floor(Number(match[1]) * ({ k: 1e3, m: 1e6 }[(match[2] ?? '').toLowerCase()] ?? 1))
}

/** As few letters as say it exactly: `32k`, `41,489`. */
export const written = (tokens: number): string => (tokensIn(short(tokens)) === tokens ? short(tokens) : counted(tokens))

/** What is wrong with a budget that was typed; undefined when nothing is. */
export function wrongBudget(text: string): string | undefined {
  const tokens = tokensIn(text)
  if (text === 'none' || (tokens !== undefined && tokens > 0 && Number.isSafeInteger(tokens))) return undefined
  return `a budget looks like 8000, 32k or 1m, not "${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`
}

/** A slider between two numbers of tokens. */
export interface Scale {
  readonly steps: number
  tokensAt(place: number): number
  placeOf(tokens: number): number
  readonly marks: readonly { readonly place: number; readonly tokens: number; readonly name: string }[]
}

/** The scale for a repository of so many tokens; as if it were large while nothing is known. */
export function scaleFor(whole: number | undefined): Scale {
  // What is printed around the files needs a little more than they do.
  const most = Math.max(10_000, roundUp((whole ?? 1_600_000) * 1.25))
  const tokensAt = (place: number): number => (place >= STEPS ? most : rounded(LEAST * (most / LEAST) ** (place / STEPS)))
  const placeOf = (tokens: number): number => Math.round((Math.log(Math.min(most, Math.max(LEAST, tokens)) / LEAST) / Math.log(most / LEAST)) * STEPS)
  return { steps: STEPS, tokensAt, placeOf, marks: MARKS.filter(([tokens]) => tokens <= most).map(([tokens, name]) => ({ place: placeOf(tokens), tokens, name })) }
}

/** Three digits: with fewer, some steps of the slider would change nothing. */
const rounded = (tokens: number): number => Math.round(tokens / unitOf(tokens, 3)) * unitOf(tokens, 3)
const roundUp = (tokens: number): number => Math.ceil(tokens / unitOf(tokens, 2)) * unitOf(tokens, 2)
const unitOf = (tokens: number, digits: number): number => 10 ** Math.max(0, Math.floor(Math.log10(tokens)) + 1 - digits)

/** Where a key of the slider leads: PageUp and PageDown go from mark to mark; undefined for keys that the slider knows itself. */
export function jump(scale: Scale, place: number, key: string): number | undefined {
  if (key === 'PageUp') return scale.marks.find((mark) => mark.place > place)?.tokens ?? scale.tokensAt(scale.steps)
  if (key === 'PageDown') return scale.marks.findLast((mark) => mark.place < place)?.tokens ?? scale.tokensAt(0)
  return undefined
}
