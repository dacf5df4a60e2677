// The last lines of an answer: what it holds, what it cost, on which tree it was made, and what could be asked next. They are part of the budget.
import type { Meter } from '../core/ports.ts'
import { singleLine } from '../workspace/index.ts'

/** What a receipt tells, in its order. */
export interface Receipt {
  readonly pack: string
  readonly budget: number
  /** Files, or for a search matches, by how much of them is shown. */
  readonly counts: readonly (readonly [string, number])[]
  readonly tree: string
}

/** An answer in parts. */
export interface Draft {
  readonly body: string
  readonly receipt: Receipt
  /** Calls that would show more. */
  readonly next: readonly string[]
}

/** `[fovea pack=… tokens=7912/8000 full=12 … tree=… fresh]`: the files were looked at for this answer. */
export const receiptLine = ({ pack, budget, counts, tree }: Receipt, tokens: number): string =>
  `[fovea pack=${pack} tokens=${tokens}/${budget} ${counts.map(([name, count]) => `${name}=${count}`).join(' ')} tree=${tree} fresh]`

/** The text of an answer and its tokens, the number in it being true; without hints when they would not fit. */
export function textOf(draft: Draft, meter: Meter): { text: string; tokens: number } {
  const full = stated(draft, meter)
  return full.tokens <= draft.receipt.budget || draft.next.length === 0 ? full : stated({ ...draft, next: [] }, meter)
}

function stated({ body, receipt, next }: Draft, meter: Meter): { text: string; tokens: number } {
  const hint = next.length === 0 ? '' : `\n[next: ${next.map(singleLine).join('; ')}]`
  let tokens = receipt.budget
  for (let round = 0; ; round++) {
    const text = `${body}${body === '' || body.endsWith('\n') ? '' : '\n'}${receiptLine(receipt, tokens)}${hint}`
    const counted = meter.count(text)
    if (counted === tokens || round === 4) return { text, tokens: counted }
    tokens = counted
  }
}

/** Tokens that the receipt and the hints take at the most. */
export const reserveFor = (receipt: Receipt, next: readonly string[], meter: Meter): number => stated({ body: '', receipt, next }, meter).tokens + MARGIN

/** Tokens join differently at a seam, and numbers grow. */
const MARGIN = 6
