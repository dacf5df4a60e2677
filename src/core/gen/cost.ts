// What a conversation used and cost. Tokens are the server's own count; prices are somebody's setting, so without them no cost is told.

/** Tokens as a server counted them. */
export interface Used {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** What a million tokens cost. */
export interface PriceList {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly currency?: string
}

/** Nothing yet. */
export const UNUSED: Used = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

/** Both together. */
export const added = (a: Used, b: Used): Used => ({ input: a.input + b.input, output: a.output + b.output, cacheRead: a.cacheRead + b.cacheRead, cacheWrite: a.cacheWrite + b.cacheWrite })

/** What it cost, in the currency of the prices. Tokens of the cache are among those of the input. */
export function costOf({ input, output, cacheRead, cacheWrite }: Used, prices: PriceList): number {
  const plain = Math.max(0, input - cacheRead - cacheWrite)
  return (plain * prices.input + cacheRead * (prices.cacheRead ?? prices.input) + cacheWrite * (prices.cacheWrite ?? prices.input) + output * prices.output) / 1e6
}

/** Tokens and, with prices, cost: `1200 tokens in (1000 known before), 300 out, 0.0081 USD`. */
export function usedWords(used: Used, prices: PriceList | undefined): string {
  const cost = prices === undefined ? '' : `, ${moneyWords(costOf(used, prices))} ${prices.currency ?? 'USD'}`
  return `${used.input} tokens in${used.cacheRead > 0 ? ` (${used.cacheRead} known before)` : ''}, ${used.output} out${cost}`
}

/** Two digits that say something, and cents at least. */
const moneyWords = (amount: number): string => (amount === 0 || amount >= 0.1 ? amount.toFixed(2) : amount.toFixed(Math.min(8, 1 - Math.floor(Math.log10(amount)))))
