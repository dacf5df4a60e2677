// An output that fits: its lines in the order in which they matter make a row of plans, each with one line more, and the largest whose text fits is taken.
// Where all lines fit, long ones grow. What is cut is said where it was; a cut that would cost more than what it hides is not made. How dear that is, is the same for every cut of an output:
// so a stretch that is shown because hiding it saves nothing stays shown when a larger budget splits it, and a larger budget shows every line that a smaller one shows.
import type { Meter } from '../../core/ports.ts'
import { classify } from './classify.ts'
import type { Kind } from './kind.ts'
import { LONG, shortened, widthsFor } from './line.ts'
import { plain, type Sheet, sheetOf } from './sheet.ts'
import type { Weights } from './weights.ts'

/** An output, ready to be cut. */
export interface Output {
  readonly sheet: Sheet
  readonly kind: Kind
  readonly confidence: number
  readonly weights: Weights
  /** The number of its first line. */
  readonly first: number
}

/** How the result is written and measured. */
export interface Press {
  readonly meter: Meter
  readonly budget: number
  /** Puts the frame around what is shown. */
  print(body: string): string
  /** What shows lines again, without the range: `out@9f8e7d6c`. None when they are not kept. */
  readonly handle?: string
}

/** An output that was cut. */
export interface Pressed {
  /** False when not even a line about the cut fits: then there is no text. */
  readonly fits: boolean
  readonly text: string
  readonly tokens: number
  /** First and last line of each cut, as handles count them. */
  readonly cuts: readonly (readonly [number, number])[]
  readonly shortened: number
  /** Tokens of the smallest answer. */
  readonly least: number
}

/** The words of an output without colours, as lines with weights. `first` is given for a part of an output: the number of its first line. A part keeps its lines as they are. */
export function outputOf(text: string, first?: number): Output {
  const sheet = sheetOf(unforged(plain(text)), { asIs: first !== undefined })
  const { kind, confidence } = classify(sheet)
  return { sheet, kind, confidence, weights: kind.weigh(sheet), first: first ?? 1 }
}

/** What an output says must not be taken for what we say of a cut. */
const unforged = (text: string): string => (text.includes('[… ') ? text.replace(/\[…(?= \d)/g, '[⟨U+2026⟩') : text)

/** A token has at most so many characters; what is longer than a budget of such tokens need not be counted. */
const LONGEST_TOKEN = 200

/** An output as it is, when it fits. */
export function uncut({ sheet }: Output, { meter, budget, print }: Pick<Press, 'meter' | 'budget' | 'print'>): Pressed | undefined {
  const text = sheet.lines.join('\n')
  if (text.length > budget * LONGEST_TOKEN) return undefined
  const whole = print(text)
  const tokens = meter.count(whole)
  return tokens <= budget ? { fits: true, text: whole, tokens, cuts: [], shortened: 0, least: tokens } : undefined
}

/** Cuts an output to a budget. */
export const pressed = (output: Output, press: Press): Pressed => uncut(output, press) ?? largest(output, press)

/** The largest plan whose text fits. Each plan costs more than the one before, so it is found by halving. */
function largest(output: Output, press: Press): Pressed {
  const { meter, budget, print } = press
  const row = new Row(output, press)
  const at = (plan: number): Pressed => {
    const { body, cuts, shortened } = row.body(plan)
    const text = print(body)
    const tokens = text.length > budget * LONGEST_TOKEN && plan > 0 ? Infinity : meter.count(text)
    return { fits: tokens <= budget, text, tokens, cuts, shortened, least: tokens }
  }
  let best = at(0)
  if (!best.fits) return { fits: false, text: '', tokens: 0, cuts: [], shortened: 0, least: uncut(output, { ...press, budget: best.tokens })?.tokens ?? best.tokens }
  for (let low = 0, high = row.length; low < high;) {
    const middle = Math.ceil((low + high) / 2)
    const tried = at(middle)
    if (tried.fits) {
      best = tried
      low = middle
    } else high = middle - 1
  }
  return best
}

/** Empty lines whose costs are worked out; after them it begins anew. */
const EMPTY = 64
/** Lines of up to so many characters may cost less than what would stand for a part of them. */
const COMPARED = 4000

/** Plans of one output, from a cut of everything to all lines, and then to more of the long ones. */
class Row {
  /** Lines in the order in which they are added. */
  private readonly order: Int32Array
  private readonly costs: Float64Array
  private readonly widths: readonly number[]
  /** What the longest line about a cut costs, without a note. */
  private readonly dearestMark: number
  /** How many empty lines stand before an empty line, without a break. */
  private readonly empty: Int32Array
  /** What each next empty line costs: counters take many line ends for one. */
  private readonly emptyCosts: readonly number[]
  private readonly shorter = new Map<string, string>()

  constructor(private readonly output: Output, private readonly press: Press) {
    this.order = orderOf(output.weights)
    this.costs = new Float64Array(output.weights.length).fill(-1)
    this.widths = widthsFor(output.sheet.lines.reduce((most, { length }) => Math.max(most, length), 0))
    this.empty = new Int32Array(output.sheet.lines.length)
    for (let i = 1; i < this.empty.length; i++) if (this.lineAt(i) === '' && this.lineAt(i - 1) === '') this.empty[i] = (this.empty[i - 1] as number) + 1
    const ends = Array.from({ length: EMPTY + 1 }, (_, count) => press.meter.count('\n'.repeat(count)))
    this.emptyCosts = ends.slice(1).map((tokens, at) => Math.max(0, tokens - (ends[at] as number)))
    const [lines, last] = [output.sheet.lines.length, this.numberOf(output.sheet.lines.length - 1)]
    this.dearestMark = press.meter.count(`${this.marked(lines, `${last}-${last}`)}\n`)
  }

  get length(): number {
    return this.order.length + this.widths.length - 1
  }

  /** What a plan shows, and what it cuts. */
  body(plan: number): { body: string; cuts: [number, number][]; shortened: number } {
    const shown = new Uint8Array(this.costs.length)
    for (const line of this.order.subarray(0, plan)) shown[line] = 1
    const width = this.widths[Math.max(0, plan - this.order.length)] as number
    const parts: string[] = []
    const cuts: [number, number][] = []
    let shorter = 0
    for (const [from, to] of runsOf(shown)) {
      if (shown[from] === 0 && this.costsMoreThan(this.dearestMark, from, to)) {
        parts.push(this.mark(from, to))
        cuts.push([this.numberOf(from), this.numberOf(to - 1)])
      } else {
        for (let i = from; i < to; i++) {
          const told = this.shown(i, width)
          if (told !== this.lineAt(i)) shorter++
          parts.push(told)
        }
      }
    }
    return { body: parts.join('\n'), cuts, shortened: shorter }
  }

  private numberOf(line: number): number {
    return line + this.output.first
  }

  private lineAt(line: number): string {
    return this.output.sheet.lines[line] as string
  }

  private handle(range: string): string {
    return this.press.handle === undefined ? `: ${range}` : `: fovea zoom ${this.press.handle}:${range}`
  }

  /** A line as wide as it may be; one that costs less than its shortened form stays whole. */
  private shown(line: number, width: number): string {
    const text = this.lineAt(line)
    if (text.length <= width) return text
    const key = `${line} ${width}`
    const known = this.shorter.get(key)
    if (known !== undefined) return known
    const short = shortened(text, width, (cut) => `[… ${cut} characters${this.handle(`${this.numberOf(line)}`)}]`)
    const { meter } = this.press
    const told = text.length <= COMPARED && meter.count(text) <= meter.count(short) ? text : short
    this.shorter.set(key, told)
    return told
  }

  /** The line that stands for a cut. A note that would make it dearer than what it hides is left out. */
  private mark(from: number, to: number): string {
    const { sheet, kind } = this.output
    const [first, last] = [this.numberOf(from), this.numberOf(to - 1)]
    const range = first === last ? `${first}` : `${first}-${last}`
    const note = kind.note?.(sheet, from, to) ?? alike(sheet, from, to)
    const noted = this.marked(to - from, range, note)
    return note === undefined || this.costsMoreThan(this.press.meter.count(`${noted}\n`), from, to) ? noted : this.marked(to - from, range)
  }

  private marked(lines: number, range: string, note?: string): string {
    return `[… ${lines} ${lines === 1 ? 'line' : (this.output.kind.unit ?? 'lines')}${note === undefined ? '' : `, ${note}`}${this.handle(range)}]`
  }

  /** Whether lines cost more than so many tokens. */
  private costsMoreThan(limit: number, from: number, to: number): boolean {
    let cost = 0
    for (let i = from; i < to && cost <= limit; i++) cost += this.cost(i)
    return cost > limit
  }

  private cost(line: number): number {
    if ((this.costs[line] as number) < 0) {
      const before = this.lineAt(line) === '' ? this.empty[line] as number : 0
      this.costs[line] = before > 0 ? this.emptyCosts[before % EMPTY] as number : this.press.meter.count(`${this.shown(line, LONG)}\n`)
    }
    return this.costs[line] as number
  }
}

/** Says that the lines of a cut are repeats of lines above it. */
function alike({ templates, firsts }: Sheet, from: number, to: number): string | undefined {
  const kinds = new Set(templates.subarray(from, to))
  if (to - from < 3 || kinds.size > (to - from) / 3) return undefined
  return [...kinds].every((kind) => (firsts[kind] as number) < from) ? (kinds.size === 1 ? 'like one above' : `${kinds.size} kinds as above`) : `${kinds.size} kinds`
}

/** Lines by weight, and then by place. */
function orderOf(weights: Weights): Int32Array {
  const byWeight: number[][] = Array.from({ length: 10 }, () => [])
  for (const [line, weight] of weights.entries()) byWeight[weight]?.push(line)
  return Int32Array.from(byWeight.flat())
}

/** Stretches of equal values, as [from, to). */
function runsOf(values: Uint8Array): [number, number][] {
  const runs: [number, number][] = []
  for (let from = 0; from < values.length;) {
    let to = from + 1
    while (to < values.length && values[to] === values[from]) to++
    runs.push([from, to])
    from = to
  }
  return runs
}
