// The ways to show a block, from the cheapest to the best, with the prices of the very strings that would be printed.
import type { Meter } from '../core/ports.ts'
import { BETWEEN, type Mode, type Omitted } from './modes/index.ts'
import type { View } from './view.ts'

/** One way to show a block. */
export interface Form {
  readonly kind: 'placeholder' | 'summary' | 'full'
  readonly text: string
  /** Tokens, with what stands between it and the next block. */
  readonly cost: number
}

/** A block of which it is to be decided how it is shown. */
export interface Candidate {
  readonly view: View
  /** Tokens of its content; about so many where it is far longer than the budget. */
  readonly tokens: number
  /** Every form, the best last; the last is always `full`. */
  readonly forms: readonly Form[]
}

/** Up to so many characters everything is counted. */
const COUNTED = 1 << 20
/** No token has more characters. */
const LONGEST_TOKEN = 200
/** So many characters speak for the rest. */
const SAMPLE = 1 << 16

const isFarOver = (text: string, budget: number): boolean => text.length > Math.max(COUNTED, budget * LONGEST_TOKEN)

/** About how many tokens a text has that has more than the budget. */
const estimated = (text: string, meter: Meter, budget: number): number => Math.max(budget + 1, Math.round((meter.count(text.slice(0, SAMPLE)) / SAMPLE) * text.length))

/** What stands in a place where a block is not shown. */
export const omittedOf = ({ type, label, description }: View, tokens: number): Omitted => ({ label, description, isPath: type === 'code' || type === 'diff', tokens })

/** A block with its forms. What cannot fit the budget by far is not counted to its end. */
export function candidateOf(view: View, mode: Mode, meter: Meter, budget = Infinity): Candidate {
  const count = (text: string): number => (isFarOver(text, budget) ? estimated(text, meter, budget) : meter.count(text))
  const tokens = count(view.body === '' ? view.description : view.body)
  const form = (kind: Form['kind'], text: string): Form => ({ kind, text, cost: count(text + BETWEEN) })
  const summary = view.summary === undefined ? [] : [form('summary', mode.summary(view, view.summary))]
  return { view, tokens, forms: [form('placeholder', mode.placeholder(omittedOf(view, tokens))), ...summary, form('full', mode.full(view))] }
}

/** The forms that are worth their price: each is dearer and better than the one before. No placeholder is dearer than what it stands for. */
export const ladderOf = ({ forms }: Candidate): Form[] => forms.filter(({ cost }, i) => forms.slice(i + 1).every((better) => better.cost > cost))

/** The form of a kind. */
export const formOf = ({ forms }: Candidate, kind: string): Form | undefined => forms.find((form) => form.kind === kind)
