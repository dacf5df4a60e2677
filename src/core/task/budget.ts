// A budget for a whole turn: what the prompt may cost, and what is kept free for the answer.

/** The parts of a token budget. They always add up to the total. Names as the protocol writes them. */
export interface TokenBudget {
  readonly total: number
  /** The part of the total that the prompt may have, 0 to 1. */
  readonly input_allocation_pct: number
  readonly system: number
  readonly context: number
  readonly request: number
  /** Kept free for the answer. */
  readonly response: number
}

/** The total when nobody says. */
export const DEFAULT_TOTAL = 8000

/** System, context and request as parts of the prompt: 10, 50 and 10 of 70. */
const SYSTEM_OF_INPUT = 10 / 70
const REQUEST_OF_INPUT = 10 / 70
const DEFAULT_INPUT = 0.7

/** The least total in which every part has a token. */
const LEAST_TOTAL = 10

/** Splits a total into its parts: 10 % system, 50 % context, 10 % request, 30 % response, unless the part of the prompt is given. */
export function tokenBudget({ total = DEFAULT_TOTAL, input_allocation_pct = DEFAULT_INPUT }: { readonly total?: number; readonly input_allocation_pct?: number } = {}): TokenBudget {
  if (!Number.isSafeInteger(total) || total < LEAST_TOTAL) throw new TypeError(`a token budget needs a whole number of at least ${LEAST_TOTAL} tokens, not ${total}`)
  if (!(input_allocation_pct > 0 && input_allocation_pct <= 1)) throw new TypeError(`input_allocation_pct is a part of the total between 0 and 1 such as 0.7, not ${input_allocation_pct}`)
  const input = wholePart(total, input_allocation_pct)
  const system = wholePart(input, SYSTEM_OF_INPUT)
  const request = wholePart(input, REQUEST_OF_INPUT)
  return { total, input_allocation_pct, system, context: input - system - request, request, response: total - input }
}

/** What the prompt as a whole may cost. */
export const inputOf = (budget: TokenBudget): number => budget.system + budget.context + budget.request

/** Reads a share as people type it: `0.7` or `70%`. */
export function shareFrom(text: string): number {
  const match = /^(\d{1,3}(?:\.\d{1,6})?)(%?)$/.exec(text.trim())
  const share = match === null ? NaN : Number(match[1]) / (match[2] === '%' ? 100 : 1)
  if (!(share > 0 && share <= 1)) throw new TypeError(`a share looks like 0.7 or 70%, not "${text}"`)
  return share
}

/** Rounded down, but not below what a tiny error of multiplication lost: 8000 x 0.7 is 5600. */
const wholePart = (whole: number, part: number): number => Math.min(whole, Math.floor(whole * part + 1e-6))
