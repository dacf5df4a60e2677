// Which form each block gets. A block's forms are steps of the core's allocator; what a token is worth depends on the block's priority and on the form: every block
// is told of first, then the highest priority is summarised, then shown in full, then the next. Where telling of a priority would cost more than showing all that
// is above it, showing comes first: five hundred lines about what matters little must not take the place of what matters.
//
// Tiers keep the promises that worth alone cannot: LOW is full only when all above is, BACKGROUND is told of only when everything else is full.
import type { Meter } from '../core/ports.ts'
import { type Candidate, type Form, formOf, ladderOf } from './forms.ts'
import { fit, Shop, type Spent, type Step } from './fit.ts'
import { BETWEEN, type Mode } from './modes/index.ts'
import type { BlockType, Priority } from './typed.ts'

/** How a block is shown. */
export type Decision =
  | { readonly kind: 'full' }
  | { readonly kind: 'summary' }
  | { readonly kind: 'placeholder'; readonly blockType: BlockType; readonly description: string; readonly omittedTokens: number }
  | { readonly kind: 'omit' }

/** A candidate with what it matters. */
export interface Ranked extends Candidate {
  readonly priority: Priority
}

/** Blocks that were fitted into a budget. */
export interface Budgeted {
  /** One for each block, in order. */
  readonly decisions: readonly Decision[]
  /** Empty when nothing fits. */
  readonly text: string
  readonly tokens: number
  /** Tokens over the budget; only CRITICAL blocks can cause them. */
  readonly overrun: number
  /** Tokens of the smallest answer. */
  readonly least: number
  /** What is shown is worth, to be compared from the first number on: a larger budget never has less. */
  readonly worth: readonly number[]
}

/** Fits blocks into a budget. */
export function budgeted(blocks: readonly Ranked[], mode: Mode, { meter, budget }: { readonly meter: Meter; readonly budget: number }): Budgeted {
  const stand = standOf(blocks)
  const shop = new Shop(stand.tiers)
  const decisionsOf = (spent: Spent): Decision[] => decided(blocks, stand, spent)
  const print = (spent: Spent): string => printed(blocks, decisionsOf(spent), mode)
  const frame = meter.count(mode.open) + meter.count(mode.close)
  const fitted = fit(shop, print, { meter, budget, frame })
  if (fitted !== undefined) return { decisions: decisionsOf(fitted.spent), text: fitted.text, tokens: fitted.tokens, overrun: 0, least: fitted.tokens, worth: fitted.spent.worth }
  const spent = shop.spend(0)
  return { ...atLeast(blocks, decisionsOf(spent), { mode, meter, budget }), worth: spent.worth }
}

/** Not even the smallest answer fits: CRITICAL blocks are shown all the same and nothing else, not even a count of the rest. */
function atLeast(blocks: readonly Ranked[], decisions: readonly Decision[], { mode, meter, budget }: { mode: Mode; meter: Meter; budget: number }): Omit<Budgeted, 'worth'> {
  const shown = blocks.some(({ priority }) => priority === 'critical')
  const text = shown ? framed(textsOf(blocks, decisions), mode) : ''
  const tokens = shown ? meter.count(text) : 0
  return { decisions, text, tokens, overrun: Math.max(0, tokens - budget), least: shown ? tokens : meter.count(printed(blocks, decisions, mode)) }
}

/** The text of blocks as they were decided, with one line that counts what is not there. */
export function printed(blocks: readonly Ranked[], decisions: readonly Decision[], mode: Mode): string {
  const texts = textsOf(blocks, decisions)
  const left = blocks.filter((_, i) => decisions[i]?.kind === 'omit')
  return framed(left.length === 0 ? texts : [...texts, mode.rest(left.length, left.reduce((sum, { tokens }) => sum + tokens, 0))], mode)
}

const textsOf = (blocks: readonly Ranked[], decisions: readonly Decision[]): string[] => blocks.flatMap((block, i) => formOf(block, (decisions[i] as Decision).kind)?.text ?? [])

const framed = (texts: readonly string[], mode: Mode): string => `${mode.open}${texts.join(BETWEEN)}${mode.close}`

/** What a step brings. */
interface Brought {
  readonly block: number
  readonly kind: Form['kind']
}

/** Steps by tier, and what each of them brings. */
interface Stand {
  readonly tiers: readonly (readonly Step[])[]
  readonly brings: readonly (readonly Brought[])[]
}

type Stage = 'told' | 'late' | 'summary' | 'full'

/** In which tier a step is sold, and before what: a smaller place comes first. `late` is where a priority is told of when that is dear. */
const PLACES: Readonly<Record<Exclude<Priority, 'critical'>, Readonly<Record<Stage, readonly [tier: number, place: number]>>>> = {
  high: { told: [0, 0], late: [0, 0], summary: [0, 3], full: [0, 4] },
  normal: { told: [0, 1], late: [0, 5], summary: [0, 6], full: [0, 7] },
  low: { told: [0, 2], late: [0, 8], summary: [0, 9], full: [1, 0] },
  background: { told: [2, 0], late: [2, 0], summary: [3, 0], full: [3, 1] },
}
const TIERS = 4
const LAST_PLACE = 9

/** Each place is worth sixteen times the next, for every token. */
const worthOf = (place: number): number => 16 ** (LAST_PLACE - place)

/** The priorities of which it costs more to tell than to show everything above them, CRITICAL aside. */
function lateOf(blocks: readonly Ranked[]): Set<Priority> {
  const sum = (priorities: readonly Priority[], costOf: (ladder: Form[]) => number): number =>
    blocks.reduce((total, block) => (priorities.includes(block.priority) ? total + costOf(ladderOf(block)) : total), 0)
  const isLate = (priority: Priority, above: readonly Priority[]): boolean => sum([priority], ([least]) => least?.cost ?? 0) > sum(above, (ladder) => ladder.at(-1)?.cost ?? 0)
  return new Set([...(isLate('normal', ['high']) ? ['normal' as const] : []), ...(isLate('low', ['high', 'normal']) ? ['low' as const] : [])])
}

function standOf(blocks: readonly Ranked[]): Stand {
  const tiers: Step[][] = Array.from({ length: TIERS }, () => [])
  const brings: Brought[][] = Array.from({ length: TIERS }, () => [])
  const late = lateOf(blocks)
  const last = new Map<number, readonly [tier: number, step: number]>()
  const steps = blocks.flatMap((ranked, block) => stepsOf(ranked, late.has(ranked.priority) ? 'late' : 'told').map((step) => ({ ...step, block })))
  for (const { block, kind, tier, ...step } of steps.sort(byPlace)) {
    const [before, at] = last.get(block) ?? [-1, -1]
    last.set(block, [tier, (tiers[tier] as Step[]).push({ ...step, after: before === tier ? at : -1 }) - 1])
    brings[tier]?.push({ block, kind })
  }
  return { tiers, brings }
}

type Placed = Pick<Step, 'cost' | 'worth'> & { readonly tier: number }

/** Of what is worth the same the cheapest comes first: then more money never takes back what less has bought, unless something before it is bought now. */
const byPlace = (a: Placed, b: Placed): number => a.tier - b.tier || b.worth - a.worth || a.cost - b.cost

/** A block's forms as steps: each costs what it adds to the form before. */
function stepsOf(block: Ranked, first: Stage): (Omit<Step, 'after'> & { kind: Form['kind']; tier: number })[] {
  const { priority } = block
  const ladder = ladderOf(block)
  if (priority === 'critical') return ladder.slice(-1).map(({ kind, cost }) => ({ kind, cost, worth: worthOf(0), must: true, tier: 0 }))
  return ladder.map(({ kind, cost }, i) => {
    const [tier, place] = PLACES[priority][i === 0 || kind === 'placeholder' ? first : kind]
    return { kind, cost: cost - (ladder[i - 1]?.cost ?? 0), worth: worthOf(place), tier }
  })
}

/** Later steps of a block bring better forms, in its tier and in later ones. */
function decided(blocks: readonly Ranked[], { brings }: Stand, { taken }: Spent): Decision[] {
  const kinds = new Map<number, Form['kind']>()
  for (const [tier, steps] of brings.entries()) {
    for (const [step, { block, kind }] of steps.entries()) if (taken[tier]?.[step] === 1) kinds.set(block, kind)
  }
  return blocks.map((block, i) => decisionOf(block, kinds.get(i) ?? 'omit'))
}

const decisionOf = ({ view, tokens }: Ranked, kind: Decision['kind']): Decision =>
  (kind === 'placeholder' ? { kind, blockType: view.type, description: view.description, omittedTokens: tokens } : { kind })
