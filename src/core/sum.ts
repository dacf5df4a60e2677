// The tokens of a long text that arrives in parts, without holding it and without counting again what is known.
import type { Meter } from './ports.ts'

const LINE_FEED = 10

/** Printable ASCII but a slash: after a line feed, every token of an exact meter begins here. White space and signs can reach over a line break, nothing else can. */
const begins = (code: number): boolean => code > 32 && code < 127 && code !== 47

/**
 * Adds up parts to exactly what their whole counts, for meters that are exact; what stands since the last place where tokens add up waits to be
 * counted with what follows. Estimators are added part by part.
 */
export class Sum {
  private tokens = 0
  private waiting = ''

  constructor(private readonly meter: Meter) {}

  /** Adds a part; `known` is its count when it is known already. */
  add(text: string, known?: number): void {
    if (text === '') return
    if (!this.meter.exact) this.tokens += known ?? this.meter.count(text)
    else if (known === undefined) this.addNew(text)
    else this.addKnown(text, known)
  }

  /** The tokens of everything that was added. */
  get total(): number {
    return this.tokens + this.meter.count(this.waiting)
  }

  private addNew(text: string): void {
    const whole = this.waiting + text
    const cut = lastCut(whole)
    this.tokens += this.meter.count(whole.slice(0, cut))
    this.waiting = whole.slice(cut)
  }

  private addKnown(text: string, known: number): void {
    const first = this.joins(text) ? 0 : firstCut(text)
    if (first === text.length) return this.addNew(text)
    const last = Math.max(first, lastCut(text))
    this.tokens += this.meter.count(this.waiting + text.slice(0, first)) + known - this.meter.count(text.slice(0, first)) - this.meter.count(text.slice(last))
    this.waiting = text.slice(last)
  }

  /** Whether what waits and a text add up where they meet. */
  private joins(text: string): boolean {
    return this.waiting === '' || (this.waiting.charCodeAt(this.waiting.length - 1) === LINE_FEED && begins(text.charCodeAt(0)))
  }
}

/** The first place after the beginning where a text can be cut; its end where there is none. */
function firstCut(text: string): number {
  let at = text.indexOf('\n') + 1
  while (at > 0 && !begins(text.charCodeAt(at))) at = text.indexOf('\n', at) + 1
  return at === 0 ? text.length : at
}

/** The last place where a text can be cut; 0 where there is none. */
function lastCut(text: string): number {
  let at = text.length
  do at = text.lastIndexOf('\n', at - 2) + 1
  while (at > 1 && !begins(text.charCodeAt(at)))
  return at > 1 ? at : 0
}
