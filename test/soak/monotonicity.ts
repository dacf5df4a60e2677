// More tokens never give less, as ARCHITECTURE says it of each: allocations (3), blocks (12), outputs of commands, levels of a text (8).
import { MODE_NAMES } from '../../src/blocks/modes/index.ts'
import { render } from '../../src/blocks/render.ts'
import { outputOf, pressed } from '../../src/blocks/tool/compress.ts'
import type { TypedBlock } from '../../src/blocks/typed.ts'
import { allocate, type Market, ordered } from '../../src/core/allocate.ts'
import type { Forest } from '../../src/core/chunk.ts'
import { METER_NAMES } from '../../src/meters/index.ts'
import { LANGUAGES } from '../../src/languages/index.ts'
import { blockList } from '../../bench/kit/block-lists.mjs'
import { forest } from '../kit/forest.ts'
import { entriesOf, packEntries, parser } from '../kit/pack.ts'
import { type Asked, meterNamed, type ProjectFile, randomAsked, randomFiles, requestFrom } from '../kit/projects.ts'
import { drawn, property } from '../kit/property.ts'
import { flawsOf, samplesOf } from '../kit/tiles.ts'
import { BUDGETS } from '../kit/trees.mjs'
import { randomOutput } from './budget.ts'

type Rows = readonly (readonly [number, number, number])[]
const rowsOf = ({ parent, cost, value }: Forest): Rows => [...parent].map((before, at) => [before, cost[at] as number, value[at] as number] as const)
const forests = { plain: forest(20), giving: forest(12, -4) }

const allocation = property<{ rows: Rows }>({
  family: 'monotonicity', name: 'the value of an allocation, at every budget', weight: 130,
  make: (random) => ({ rows: rowsOf(drawn(random.pick([forests.plain, forests.giving]), random)) }),
  fault({ rows }) {
    // A shrunken forest may name a parent that is gone.
    const at = (column: 0 | 1 | 2): number[] => rows.map((row) => row[column])
    const market: Market = { parent: Int32Array.from(at(0), (before, i) => (before < i ? before : -1)), cost: Float64Array.from(at(1)), value: Float64Array.from(at(2)), must: new Uint8Array(rows.length), cap: new Int32Array(rows.length).fill(-1), caps: [] }
    const order = ordered(market)
    let last = -1
    for (let budget = 0; budget <= at(1).reduce((sum, cost) => sum + Math.max(0, cost), 0); budget++) {
      const bought = allocate(order, budget)
      if (bought.cost > budget) return `over: ${bought.cost} for ${budget}`
      if (bought.value < last) return `fell: ${bought.value} at ${budget}, ${last} before`
      if (bought.bound < bought.value - 1e-9) return `bound: ${bought.bound} for a plan worth ${bought.value}`
      last = bought.value
    }
    return last === at(2).reduce((sum, value) => sum + value, 0) ? undefined : `incomplete: ${last} of everything`
  },
})

const blocks = property<{ list: number; mode: string; meter: string; shares: readonly number[] }>({
  family: 'monotonicity', name: 'blocks, budget by budget', weight: 30,
  make: (random) => ({ list: 1 + random.below(2 ** 30), mode: random.pick(MODE_NAMES), meter: random.pick(METER_NAMES), shares: [0, 0, 0, 0].map(() => random.next() ** 1.5).sort((a, b) => a - b) }),
  fault({ list, mode, meter: name, shares }) {
    const [all, how] = [blockList(list) as TypedBlock[], { mode: mode as (typeof MODE_NAMES)[number], meter: meterNamed(name) }]
    const whole = render(all, { ...how, verbosity: 'full' }).tokens
    let before: readonly number[] | undefined
    for (const share of shares) {
      const { worth = [] } = render(all, { ...how, budget: Math.floor(whole * share) })
      const at = before === undefined ? -1 : worth.findIndex((value, i) => value !== before?.[i])
      if (before !== undefined && at >= 0 && (worth[at] as number) < (before[at] as number)) return `fell: priority ${at} has ${worth[at]}, ${before[at]} before`
      before = worth
    }
    return undefined
  },
})

const outputs = property<{ text: string; less: number; more: number }>({
  family: 'monotonicity', name: 'lines of an output', weight: 30,
  make(random) {
    const less = 10 + random.below(800)
    return { text: randomOutput(random), less, more: less + 1 + random.below(random.pick([3, 100, 1000])) }
  },
  fault({ text, less, more }) {
    // A case made small may have lost its order.
    if (more < less) return undefined
    const output = outputOf(text)
    const shown = (budget: number): Set<number> | undefined => {
      const { fits, cuts } = pressed(output, { meter: meterNamed('o200k_base'), budget, print: (body) => body, handle: 'out@9f8e7d6c' })
      if (!fits) return undefined
      const hidden = new Set(cuts.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)))
      return new Set(output.sheet.lines.map((_, i) => i + output.first).filter((line) => !hidden.has(line)))
    }
    const [few, many] = [shown(less), shown(more)]
    if (few === undefined) return undefined
    if (many === undefined) return `fell: something at ${less}, nothing at ${more}`
    const gone = [...few].find((line) => !many.has(line))
    return gone === undefined ? undefined : `fell: line ${gone} is shown at ${less} and not at ${more}`
  },
})

/** The ladder on which the value of a page never fell (bench/budget.mjs). Small steps are within the slack of the search. */
const ladder = property<{ files: readonly ProjectFile[]; asked: Asked; at: number }>({
  family: 'monotonicity', name: 'the value of a page, from one budget of the ladder to the next', weight: 40,
  make(random) {
    const files = randomFiles(random)
    return { files, asked: { ...randomAsked(random, files), rules: [], adaptive: true }, at: random.below(BUDGETS.length - 2) }
  },
  async fault({ files, asked, at }) {
    const [less, more] = await Promise.all([BUDGETS[at], BUDGETS[at + 1]].map(async (budget) => (await packEntries(entriesOf(files), requestFrom({ ...asked, budget: budget as number }), asked.format, meterNamed(asked.meter))).plan.value)) as [number, number]
    return more < less - 1e-12 ? `fell: ${less} at ${BUDGETS[at]}, ${more} at ${BUDGETS[at + 1]}` : undefined
  },
})

const levels = property<{ language: string; text: string }>({
  family: 'monotonicity', name: 'levels of a damaged text', weight: 60,
  make(random) {
    const language = random.pick(LANGUAGES).name
    const text = random.pick(samplesOf(language))
    const [at, other] = [random.below(text.length + 1), random.pick(samplesOf(language))]
    return { language, text: random.pick([text, text.slice(0, at), text.slice(at), text.slice(0, at) + other.slice(random.below(other.length + 1)), text.slice(0, at) + text.slice(at + random.below(60))]) }
  },
  async fault({ language: name, text }) {
    const language = parser.languageNamed(name)
    if (language === undefined) return `unknown: ${name}`
    await parser.prepare(language, text)
    const flaws = flawsOf(parser.parse(language, text).tiles, text)
    return flaws.length === 0 ? undefined : `flawed: ${flaws[0]}`
  },
})

export const MONOTONICITY = [allocation, blocks, outputs, ladder, levels]
