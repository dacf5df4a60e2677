// The tokens of a long text that arrives in parts, without holding it and without counting again what is known.
import { lastCut } from './cuts.ts'
import type { Meter } from './ports.ts'
import type { Whole } from './whole.ts'

/** So many characters are counted at once: many small counts cost more than one. */
const ENOUGH = 1 << 16

/**
 * Adds up parts to exactly what their whole counts, for meters that are exact: what was added waits until there is enough of it, and is counted up to the last
 * place where tokens add up. Estimators are added part by part.
 */
export class Sum {
  private tokens = 0
  private waiting = ''

  constructor(private readonly meter: Meter) {}

  /** Whether parts may be added one by one or together. */
  get isExact(): boolean {
    return this.meter.exact
  }

  add(text: string): void {
    if (!this.isExact) this.tokens += text === '' ? 0 : this.meter.count(text)
    else this.wait(text)
  }

  /** Adds a text of which all but the ends is known. */
  addWhole({ head, tail, ends }: Whole, tokens: number): void {
    if (!this.isExact) this.tokens += tokens
    else {
      // Between its ends the text can be cut twice, so what lies there counts for itself, and the ends add up when they stand side by side.
      this.tokens += tokens - ends
      this.wait(head + tail)
    }
  }

  /** The tokens of everything that was added. */
  get total(): number {
    return this.tokens + this.meter.count(this.waiting)
  }

  private wait(text: string): void {
    this.waiting += text
    if (this.waiting.length < ENOUGH) return
    const cut = lastCut(this.waiting)
    this.tokens += this.meter.count(this.waiting.slice(0, cut))
    this.waiting = this.waiting.slice(cut)
  }
}
