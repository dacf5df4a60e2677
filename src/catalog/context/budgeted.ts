// Budgeted drill-down (S3.41-S3.47): cards for what is picked, lines for what else may matter, handles on the rest, and never a token over the budget.
import { counted } from '../../core/names.ts'
import type { Meter } from '../../core/ports.ts'
import type { Resource } from '../record.ts'
import { type Card, cardOf, FORMS, type Form } from './card.ts'
import { type Aim, fitBudget, type Split, splitWindow } from './fit.ts'
import { flat } from './line.ts'
import type { Telling } from './telling.ts'
import { grouped, type Writing } from './writing.ts'

/** What a context is made of. */
export interface ContextAsk {
  readonly task: string
  readonly budget: number
  readonly meter: Meter
  /** Candidates, best first, without those that were given before. */
  readonly candidates: readonly Resource[]
  /** The resources whose details are wanted; the best candidates unless told. */
  readonly picked?: readonly Resource[]
  /** How many of the candidates are near enough to the task to deserve details; all unless told. */
  readonly worthy?: number
  readonly telling: Telling
  readonly writing: Writing
}

/** A context that fits. */
export interface Context {
  readonly text: string
  readonly tokens: number
  readonly split: Split
  readonly aim: Aim
  /** Ids shown as cards, with the form of each, and as lines. */
  readonly cards: readonly { readonly id: string; readonly form: Form }[]
  readonly lines: readonly string[]
  /** Candidates that are not shown. */
  readonly hidden: number
}

/** Rows that are looked at to know what one costs. */
const SAMPLE = 20
/** Cards that the ranking asks for at the most: nobody uses more at once, and lines show more for the same tokens. */
const MOST_CARDS = 12
/** A task is said back in this many letters at the most. */
const MOST_TASK = 300

/** Makes a context within its budget; undefined when not even one line fits. */
export function budgetedContext(ask: ContextAsk): Context | undefined {
  const { budget, meter, candidates, picked, writing } = ask
  const task = writing.remark('task', flat(ask.task, MOST_TASK))
  const split = splitWindow(budget, meter.count(rest(candidates.length, writing)), meter.count(task))
  const aim = aimOf(ask, split)
  const wanted = picked ?? candidates.slice(0, Math.min(aim.m, ask.worthy ?? aim.m, MOST_CARDS))
  for (let slack = 0; slack < budget; slack += Math.max(4, Math.ceil(budget / 64))) {
    const state = filled(ask, { ...split, details: split.details - slack }, { wanted, isPicked: picked !== undefined })
    const context = written(ask, task, state)
    const tokens = meter.count(context)
    if (tokens <= budget && state.cards.length + state.lines.length > 0) return told(ask, { text: context, tokens, split, aim }, state)
  }
  return undefined
}

function aimOf({ candidates, meter, telling, writing }: ContextAsk, split: Split): Aim {
  const sample = candidates.slice(0, SAMPLE)
  const mean = (cost: (resource: Resource) => number): number => sample.reduce((sum, resource) => sum + cost(resource), 0) / Math.max(1, sample.length)
  return fitBudget(split, mean((resource) => meter.count(writing.line(resource))), mean((resource) => meter.count(writing.card(cardOf(resource, telling, 'small')))), candidates.length)
}

interface Filling {
  readonly cards: readonly { readonly card: Card; readonly form: Form }[]
  readonly lines: readonly Resource[]
}

/** Cards within the part for details, the fullest form that fits each; what fits in none becomes a line. Then lines, as far as all that is left goes. */
function filled(ask: ContextAsk, split: Split, { wanted, isPicked }: { wanted: readonly Resource[]; isPicked: boolean }): Filling {
  const { meter, telling, writing } = ask
  const cards: { card: Card; form: Form }[] = []
  // What somebody picked may use the whole window; a card keeps room for a line of each that follows it.
  let left = isPicked ? split.details + split.overview : split.details
  const fallen: Resource[] = []
  for (const resource of wanted) {
    const form = FORMS.find((one) => meter.count(writing.card(cardOf(resource, telling, one))) <= left)
    if (form === undefined) fallen.push(resource)
    else {
      const card = cardOf(resource, telling, form)
      left -= meter.count(writing.card(card))
      cards.push({ card, form })
    }
  }
  const shown = new Set(cards.map(({ card }) => card.resource.overview.id))
  const others = [...fallen, ...ask.candidates.filter((resource) => !wanted.includes(resource) && !shown.has(resource.overview.id))]
  return { cards, lines: linesWithin(ask, others, isPicked ? left : left + split.overview) }
}

/** Lines in order as far as they fit, each with the heading that it is the first under. */
function linesWithin({ meter, writing }: ContextAsk, resources: readonly Resource[], room: number): Resource[] {
  const headings = new Set<string>()
  const lines: Resource[] = []
  let left = room
  for (const resource of resources) {
    const heading = writing.heading(resource)
    const cost = meter.count(writing.line(resource)) + (headings.has(heading) ? 0 : meter.count(heading))
    if (cost > left) break
    headings.add(heading)
    left -= cost
    lines.push(resource)
  }
  return lines
}

function written({ candidates, writing }: ContextAsk, task: string, { cards, lines }: Filling): string {
  const shown = new Set([...cards.map(({ card }) => card.resource.overview.id), ...lines.map(({ overview }) => overview.id)])
  const hidden = candidates.filter(({ overview }) => !shown.has(overview.id)).length
  return `${task}${grouped(lines, writing)}${cards.map(({ card }) => writing.card(card)).join('')}${hidden === 0 ? '' : rest(hidden, writing)}`
}

/** How to reach what is not shown. */
const rest = (hidden: number, writing: Writing): string => writing.remark('more', `${counted(hidden, 'other resource')} found: fovea catalog search; details of one: fovea catalog details ID`)

function told({ candidates }: ContextAsk, made: Pick<Context, 'text' | 'tokens' | 'split' | 'aim'>, { cards, lines }: Filling): Context {
  const ids = { cards: cards.map(({ card, form }) => ({ id: card.resource.overview.id, form })), lines: lines.map(({ overview }) => overview.id) }
  const shown = new Set([...ids.cards.map(({ id }) => id), ...ids.lines])
  return { ...made, ...ids, hidden: candidates.filter(({ overview }) => !shown.has(overview.id)).length }
}
