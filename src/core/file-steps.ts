// The steps inside one parsed file.
import { type Appraisal, scoreIn, WORTH } from './appraisal.ts'
import { type Block, headOf, isDefinition, readsTheSame, tailOf, walk } from './block.ts'
import type { CorpusFile, FileParts } from './corpus.ts'
import type { Level } from './level.ts'
import type { Pricer } from './price.ts'
import type { StepList } from './step.ts'

/** A skeleton that costs more than this is not bought as a whole: its definitions are bought one by one, and the others are hidden. */
const WIDE_SKELETON = 400

type Rising = keyof typeof WORTH

const RISING: readonly Rising[] = ['shape', 'detail', 'code', 'full']

/** A parsed file on its way into the market. */
export interface ParsedFile {
  readonly index: number
  readonly file: CorpusFile
  readonly pricer: Pricer
  readonly appraisal: Appraisal
  readonly allowed: (level: Level) => boolean
  readonly parent: number
  /** What opening the file costs beyond its line. */
  readonly frame: number
  /** The definitions that the budget could reach, with those that hold them; undefined when it could reach all. */
  readonly blocks: ReadonlySet<Block> | undefined
}

/** Adds the steps of a parsed file: open it as a skeleton, then raise blocks one by one. */
export function partSteps(list: StepList, parsed: ParsedFile): void {
  const { block: root, piecemeal } = parsed.file.parts as FileParts
  // An overview shows what it shows in full; only a task and a zoom buy code without its documentation.
  const levels = RISING.filter((level) => parsed.allowed(level) && (level !== 'code' || piecemeal || parsed.appraisal.piecemeal))
  if (piecemeal || parsed.appraisal.piecemeal) return wideSteps(list, parsed, { root, levels })
  const blocks = [...walk(root)].slice(1)
  if (cardSteps(list, parsed, { blocks, levels })) return
  const prices = blocks.map((block) => priceOf(block, parsed, lowest(block, levels[0] as Rising)))
  const total = prices.reduce((sum, price) => sum + price, 0)
  if (total <= WIDE_SKELETON) narrowSteps(list, parsed, { blocks, prices, total, levels })
  else wideSteps(list, parsed, { root, levels })
}

/** A card comes before the text that it stands for, when it is the cheaper of the two; it then takes the place of the names alone, which say less. */
function cardSteps(list: StepList, parsed: ParsedFile, { blocks, levels }: { blocks: readonly Block[]; levels: readonly Rising[] }): boolean {
  const { file, pricer, appraisal } = parsed
  const card = (file.parts as FileParts).card
  if (card === undefined || !levels.includes('detail')) return false
  const prices = blocks.map((block) => priceOf(block, parsed, lowest(block, 'detail')))
  const [price, total] = [pricer.text(card, file), prices.reduce((sum, one) => sum + one, 0)]
  if (price >= total) return false
  const cost = parsed.frame + price
  const step = list.add({ deed: { kind: 'card', file: parsed.index }, parent: parsed.parent, cost, value: appraisal.open(file, cost, 'shape'), owner: { file, level: 'detail' } })
  narrowSteps(list, { ...parsed, parent: step, frame: -price }, { blocks, prices, total, levels: levels.filter((level) => level !== 'shape'), told: 0 })
  return true
}

/** A level holds for everything below a block: the whole skeleton is one step, and every block rises from there. */
function narrowSteps(list: StepList, parsed: ParsedFile, inside: { blocks: readonly Block[]; prices: readonly number[]; total: number; levels: readonly Rising[]; told?: number }): void {
  const { blocks, prices, levels } = inside
  const base = levels[0] as Rising
  const told = inside.told ?? blocks.reduce((sum, block, i) => sum + WORTH.shape * scoreIn(parsed.file, block) * (prices[i] ?? 0), 0)
  const cost = parsed.frame + inside.total
  // A skeleton that names nothing, such as the imports of a test script, is worth no more than it tells.
  const names = blocks.some((block, i) => isDefinition(block) && (prices[i] ?? 0) > 0)
  const value = names ? Math.max(told, parsed.appraisal.open(parsed.file, cost, 'detail')) : told
  const opened = list.add({ deed: { kind: 'open', file: parsed.index, level: base }, parent: parsed.parent, cost, value, owner: { file: parsed.file, level: base } })
  blocks.forEach((block, i) => {
    const below = lowest(block, base)
    rise(list, parsed, { block, levels: below === base ? levels.slice(1) : levels, below, price: prices[i] ?? 0, parent: opened })
  })
}

/** Definitions are bought one by one, each after the head of what holds it. The best comes with the frame: a frame around nothing would be waste. */
function wideSteps(list: StepList, parsed: ParsedFile, { root, levels }: { root: Block; levels: readonly Rising[] }): void {
  // An empty file has nothing that could be bought.
  if (root.children.length === 0) return
  const { appraisal, file, pricer } = parsed
  const base = levels[0] as Rising
  const first = bestOf(root.children, parsed, base)
  const priced = first === undefined ? 0 : priceOf(first, parsed, base)
  const bare = appraisal.piecemeal
  const told = bare ? 0 : root.children.filter((block) => block.line !== undefined).reduce((sum, block) => sum + priceOf(block, parsed, 'line'), 0)
  const remark = pricer.remark(file, bare)
  const cost = parsed.frame + (bare ? 0 : remark) + told + priced
  const gained = bare && first !== undefined ? appraisal.raise(file, first, { level: base, from: 'none', to: new Readings(first, file.entry.text).reach(base), cost: priced }) : 0
  const opened = list.add({
    deed: { kind: 'open', file: parsed.index, level: 'none', bare, ...(first === undefined ? {} : { first: { block: first, level: base } }) }, parent: parsed.parent, cost,
    value: appraisal.open(file, cost, 'shape') + gained, owner: { file, level: base },
  })
  // Between two definitions that are shown, others may be hidden, and a remark says so: about every second time.
  const lead = remark / 2
  const open = root.children.toReversed().map((block) => ({ block, above: opened }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { block } = next
    if (parsed.blocks?.has(block) === false) continue
    const start = block === first ? { levels: levels.slice(1), below: base, price: priced }
      : block.line !== undefined && !bare ? { levels, below: 'line' as const, price: priceOf(block, parsed, 'line') } : { levels, below: 'none' as const, price: -lead }
    const step = rise(list, parsed, { block, ...start, parent: next.above })
    const above = block === first ? opened : step >= 0 ? step : freeStep(list, parsed, { block, level: base, parent: next.above })
    for (let i = block.children.length - 1; i >= 0; i--) open.push({ block: block.children[i] as Block, above })
  }
}

/** Where each level stands in a list of them. */
const PLACE: Readonly<Record<Rising, number>> = { shape: 0, detail: 1, code: 2, full: 3 }

/** How a block's own text reads at the levels it can rise to. The same two levels are compared again and again, and most texts are long: those that are equal are one string here. */
class Readings {
  private readonly heads: readonly string[]
  private readonly tails: readonly string[]

  constructor(block: Block, text: string) {
    const full = headOf(block, text, 'full')
    const code = headOf(block, text, 'code')
    const { shape, detail } = block
    const tail = tailOf(block, text, 'full')
    const own = code === full ? full : code
    this.heads = [shape.head, detail.head === full ? full : detail.head === own ? own : detail.head, own, full]
    this.tails = [shape.tail, detail.tail, tail, tail]
  }

  isSame(a: Rising, b: Rising): boolean {
    return this.areSame(PLACE[a], PLACE[b])
  }

  /** Whether nothing is shown at a level. */
  isEmpty(level: Rising): boolean {
    return this.heads[PLACE[level]] === '' && this.tails[PLACE[level]] === ''
  }

  /** The highest level that reads like this one: what is shown is already that much. */
  reach(level: Rising): Rising {
    const from = PLACE[level]
    let at = RISING.length - 1
    while (at > from && !this.areSame(from, at)) at--
    return RISING[at] as Rising
  }

  private areSame(a: number, b: number): boolean {
    return this.heads[a] === this.heads[b] && this.tails[a] === this.tails[b]
  }
}

/** The definition that tells most: the highest score, the first of equals. */
function bestOf(blocks: readonly Block[], parsed: ParsedFile, level: Level): Block | undefined {
  const score = (block: Block): number => scoreIn(parsed.file, block)
  const shown = blocks.filter((block) => isDefinition(block) && ownText(block, parsed.file, level) !== '')
  return shown.reduce<Block | undefined>((best, block) => (best === undefined || score(block) > score(best) ? block : best), undefined)
}

/** A container without text of its own costs nothing to show, but must be shown for its children to be. */
function freeStep(list: StepList, parsed: ParsedFile, { block, level, parent }: { block: Block; level: Rising; parent: number }): number {
  if (block.children.length === 0) return parent
  return list.add({ deed: { kind: 'raise', file: parsed.index, block, level }, parent, cost: 0, value: 0, owner: { file: parsed.file, level } })
}

interface Rise {
  readonly block: Block
  readonly levels: readonly Rising[]
  /** The level it has before the first of these steps. */
  readonly below: Level
  readonly price: number
  readonly parent: number
}

/** A chain of steps that raises one block's own text. Levels that read the same are not steps. Returns the first step, -1 for none. */
function rise(list: StepList, parsed: ParsedFile, { block, levels, below, price, parent }: Rise): number {
  const { text } = parsed.file.entry
  const readings = new Readings(block, text)
  let first = -1
  let before: Level = below
  let paid = price
  let last = parent
  for (let i = 0; i < levels.length; i++) {
    const level = levels[i] as Rising
    // Without documentation, the code is everything.
    if (level === 'code' && levels.includes('full') && readings.isSame('code', 'full')) continue
    if (before === 'none' ? readings.isEmpty(level) : before === 'line' ? readsTheSame(block, text, [before, level]) : readings.isSame(before as Rising, level)) continue
    const cost = priceOf(block, parsed, level) - paid
    last = list.add({
      deed: { kind: 'raise', file: parsed.index, block, level }, parent: last, cost, owner: { file: parsed.file, level },
      value: parsed.appraisal.raise(parsed.file, block, { level, from: before === 'none' || before === 'line' ? before : readings.reach(before as Rising), to: readings.reach(level), cost }),
    })
    if (first < 0) first = last
    before = level
    paid += cost
  }
  return first
}

/** The level a block has as soon as its file is open: imports are told in a line and raised from there. */
const lowest = (block: Block, base: Rising): Level => (block.line === undefined || base === 'full' ? base : 'line')

function priceOf(block: Block, { pricer, file }: ParsedFile, level: Level): number {
  const isStretch = level === 'full' && block.bodyEnd === block.end
  return isStretch ? pricer.source(file, [block.start, block.bodyStart]) : pricer.text(ownText(block, file, level), file)
}

/** A block's own text at a level, without its children. */
function ownText(block: Block, { entry }: CorpusFile, level: Level): string {
  return level === 'none' ? '' : headOf(block, entry.text, level) + tailOf(block, entry.text, level)
}
