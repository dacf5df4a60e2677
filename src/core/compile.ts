// The end of the line: a corpus and a request become text that fits. Prices of parts do not add up exactly to the price of the whole, so the
// printed page is always counted, and the plan is made again with a little more or less until it fills the budget and does not exceed it.
import { allocate, type Ordered, ordered } from './allocate.ts'
import type { Between } from './between.ts'
import type { Corpus } from './corpus.ts'
import { everything } from './everything.ts'
import type { Format } from './format.ts'
import { once } from './once.ts'
import { type About, emptyPage, type Page, pageOf } from './page.ts'
import { type Parts, Printed } from './parts.ts'
import { type Plan, Planner } from './plan.ts'
import type { Memory, Meter } from './ports.ts'
import { canList, type Pricer, pricerFor, unlimited } from './price.ts'
import { printInner } from './print.ts'
import type { Request } from './request.ts'
import { type Steps, stepsOf } from './steps.ts'
import { wholeOfFile } from './whole.ts'

/** How the result is written and measured. */
export interface Setting {
  readonly format: Format
  readonly meter: Meter
  readonly about: About
  /** What was worked out from texts before. */
  readonly memory?: Memory | undefined
  /** What stays between two plans for the same files. */
  readonly between?: Between | undefined
}

/** A finished context. */
export interface Compiled {
  /** The text in parts, in order; nothing when the budget is too small for the smallest answer. */
  readonly parts: Parts
  /** Tokens of the text. */
  readonly tokens: number
  readonly plan: Plan
  readonly page: Page
  /** Tokens that the smallest valid answer needs. */
  readonly least: number
  /** The plan that a larger budget would give: what comes next. */
  next(more: number): Plan
}

/** How often a plan is made again to fill what is left. */
const TRIES = 7

/** Compiles a corpus into a page that fits its budget. */
export function compile(corpus: Corpus, request: Request, setting: Setting): Compiled {
  if (!Number.isFinite(request.budget)) return compileAll(corpus, request, setting)
  const bench = new Bench(corpus, request, setting)
  const chosen = fit(bench, request.budget) ?? bench.nothing()
  return { ...chosen, get least() { return bench.least }, next: (more) => bench.plan(chosen.priced + more) }
}

/** Without a budget the page may be as large as everything: no text is read before it is printed, and nothing is priced unless somebody asks. */
function compileAll(corpus: Corpus, request: Request, setting: Setting): Compiled {
  const { format, meter, about } = setting
  const bench = once(() => new Bench(corpus, request, setting))
  const priced = once(() => bench().plan(Infinity))
  const plan = everything(corpus, request, { hasLines: canList(format), priced }) ?? priced()
  const parts = new Printed(pageOf(plan, about, { meter, wholeOf: (file) => wholeOfFile(file, setting) }), { format, meter, brief: !plan.head })
  return { parts, tokens: parts.tokens, plan, page: parts.page, get least() { return bench().least }, next: priced }
}

interface Attempt {
  /** The budget in priced tokens that led to this plan. */
  readonly priced: number
  readonly parts: Parts
  readonly tokens: number
  readonly plan: Plan
  readonly page: Page
}

class Bench {
  /** Tokens of an empty page. */
  readonly frame: number
  private readonly steps: Steps
  private readonly order: Ordered
  private readonly planner: Planner

  constructor(corpus: Corpus, private readonly request: Request, private readonly setting: Setting) {
    const { format, meter, about } = setting
    const empty = emptyPage(about, meter)
    const exact = pricerFor(format, meter, empty)
    const pricer = Number.isFinite(request.budget) ? { ...exact, ...keptFor(corpus, request, setting) } : unlimited(exact)
    this.frame = meter.count(format.open(empty, true) + format.close(empty, true))
    this.steps = stepsOf(corpus, request, pricer)
    this.order = ordered(this.steps.market)
    this.planner = new Planner(corpus, this.steps)
  }

  plan(priced: number): Plan {
    return this.planner.plan(allocate(this.order, priced))
  }

  /** Tokens of the smallest answer. Prices are on the high side, so what it really has is counted. */
  get least(): number {
    const priced = cheapestStart(this.steps, this.order)
    return priced === 0 ? this.frame : Math.min(this.frame + priced, this.attempt(priced).tokens)
  }

  /** Whether something must be shown whatever it costs. */
  get hasFloor(): boolean {
    return this.order.forced.length > 0
  }

  attempt(priced: number): Attempt {
    const plan = this.plan(priced)
    const { meter, about } = this.setting
    const printed = this.print(pageOf(plan, about, { meter }), plan, !plan.head)
    const over = printed.tokens - this.request.budget
    if (plan.overrun === 0 || over <= 0) return { priced, plan, ...printed }
    // A page that has to exceed its budget says so, whatever that costs.
    const noticed = (excess: number) => this.print(pageOf(plan, {
      ...about, notices: [...about.notices, `What had to be shown exceeds the budget of ${this.request.budget} tokens by ${excess}.`],
    }, { meter }), plan, false)
    return { priced, plan, ...noticed(noticed(over).tokens - this.request.budget) }
  }

  nothing(): Attempt {
    const plan = this.planner.plan({ taken: new Uint8Array(this.steps.deeds.length), cost: 0, value: 0, bound: 0, overrun: 0 })
    return { priced: 0, plan, parts: [], tokens: 0, page: pageOf(plan, this.setting.about, this.setting) }
  }

  /** The page says how many tokens it has, itself included: print, count, and print again until the number is true. */
  private print(page: Page, plan: Plan, brief: boolean): { parts: Parts; tokens: number; page: Page } {
    const { format, meter } = this.setting
    let said = Math.round(Math.min(this.request.budget, plan.cost + this.frame))
    const inner = [...printInner(page, format)].join('')
    for (let round = 0; ; round++) {
      const stated = { ...page, utilized: said }
      const parts = [format.open(stated, brief), inner, format.close(stated, brief)]
      const tokens = meter.count(parts.join(''))
      if (tokens === said || round === 3) return { parts, tokens, page: stated }
      said = tokens
    }
  }
}

/** With a task, how far the budget reaches decides what a file offers: then nothing is kept. */
const keptFor = ({ focused }: Corpus, { ladder }: Request, { format, meter, between }: Setting): Pick<Pricer, 'kept'> =>
  (focused || between === undefined ? {} : { kept: between.stepsUnder([format.name, meter.name, ...ladder].join(' ')) })

/** What the first thing on a page costs at the least. A file is not opened for nothing: what is bought with it counts. */
function cheapestStart({ market, deeds }: Steps, { first, chunks }: Ordered): number {
  const isHead = (step: number): boolean => deeds[step]?.kind === 'head'
  // A chunk holds parents before their children, so it stands alone when its first step does.
  const starts = chunks.filter(({ steps }) => !steps.every(isHead) && market.parent[steps[0] as number] === -1)
  const costs = [...starts.map(({ cost }) => cost), ...(first.every(isHead) ? [] : [first.reduce((sum, step) => sum + (market.cost[step] ?? 0), 0)])]
  return costs.length === 0 ? 0 : costs.reduce((least, cost) => Math.min(least, cost))
}

/** Looks for the largest plan whose printed bytes fit. */
function fit(bench: Bench, budget: number): Attempt | undefined {
  let best: Attempt | undefined
  let low = 0
  let high = Infinity
  let priced = budget - bench.frame
  if (bench.hasFloor) priced = Math.max(0, priced)
  if (priced < 0) return undefined
  for (let round = 0; round < TRIES; round++) {
    const attempt = bench.attempt(priced)
    if (attempt.tokens <= budget) {
      if (best === undefined || attempt.plan.value >= best.plan.value) best = attempt
      low = priced
      if (attempt.plan.complete || budget - attempt.tokens <= Math.max(4, budget * 0.002)) break
    } else {
      if (attempt.plan.overrun > 0 && attempt.plan.cost > priced) return attempt
      // Every budget down to its cost would give this same plan again.
      high = Math.min(priced, attempt.plan.cost)
    }
    const next = aim({ from: Math.min(priced, high), miss: budget - attempt.tokens, low, high })
    if (next <= low || next >= high) break
    priced = next
  }
  const fitted = best ?? lastResort(bench, budget)
  // A page that shows nothing at all is no answer.
  return fitted !== undefined && fitted.plan.picks.length > 0 ? fitted : undefined
}

/** The next guess: off by what was missed, but always between what fitted and what did not. */
function aim({ from, miss, low, high }: { from: number; miss: number; low: number; high: number }): number {
  const next = Math.floor(from + miss)
  return next > low && next < high ? next : Math.floor((low + high) / 2)
}

/** Prices were far off: shrink until it fits. */
function lastResort(bench: Bench, budget: number): Attempt | undefined {
  for (let priced = Math.floor((budget - bench.frame) / 2); ; priced = Math.floor(priced / 2)) {
    const attempt = bench.attempt(priced)
    if (attempt.tokens <= budget) return attempt
    if (priced <= 0) return undefined
  }
}
