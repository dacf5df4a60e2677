// The driver: a list of blocks and a configuration become text.
import type { Meter } from '../core/ports.ts'
import { budgeted, type Decision, printed, type Ranked } from './budget.ts'
import { candidateOf } from './forms.ts'
import { MODES, type ModeName } from './modes/index.ts'
import { prioritiesOf, summariesOf } from './priority.ts'
import type { BlockType, Priority, TypedBlock } from './typed.ts'
import { type Clean, viewOf } from './view.ts'

/** How much is shown: everything, summaries wherever there are any, or what the budget allows. */
export const VERBOSITIES = ['adaptive', 'full', 'summary'] as const

/** One of the words above. */
export type Verbosity = (typeof VERBOSITIES)[number]

/** How blocks are written. */
export interface Rendering {
  readonly mode: ModeName
  readonly meter: Meter
  /** Used when the verbosity is adaptive; everything is full without one. */
  readonly budget?: number
  readonly verbosity?: Verbosity
  /** Only these types. */
  readonly types?: readonly BlockType[]
  /** Makes a summary where a block brings none. */
  readonly summarize?: (block: TypedBlock) => string | undefined
  readonly clean?: Clean
  /** What stands after everything, and counts: a line end. */
  readonly end?: string
}

/** One block of what was rendered. */
export interface RenderedBlock {
  /** Its place in the list, annotations counted. */
  readonly index: number
  readonly type: BlockType
  readonly description: string
  readonly priority: Priority
  readonly decision: Decision
  /** Tokens of its whole content; about so many where that is far longer than the budget. */
  readonly tokens: number
}

/** Blocks as text. */
export interface Rendered {
  /** Empty when the budget is too small for any answer. */
  readonly text: string
  readonly tokens: number
  readonly blocks: readonly RenderedBlock[]
  /** Tokens over the budget, caused by CRITICAL blocks alone. */
  readonly overrun: number
  /** Tokens of the smallest answer; of this one unless nothing fitted. */
  readonly least: number
  /** What is shown is worth, to be compared from the first number on; only where a budget was spent. */
  readonly worth?: readonly number[]
}

/** There is nothing to render. */
export class NoBlocks extends Error {
  override readonly name = 'NoBlocks'
}

/** Renders blocks. Throws when there are none to show: an empty answer would look like a full one. */
export function render(blocks: readonly TypedBlock[], rendering: Rendering): Rendered {
  const { mode: name, meter, budget, verbosity = 'adaptive', end = '' } = rendering
  const mode = { ...MODES[name], close: MODES[name].close + end }
  const places = placesOf(blocks, rendering)
  if (places.length === 0) throw new NoBlocks('no blocks to render')
  const ranked = rankedOf(blocks, places, rendering)
  const tell = (decisions: readonly Decision[]): RenderedBlock[] => places.map((index, i) => told(ranked[i] as Ranked, decisions[i] as Decision, index))
  if (verbosity === 'adaptive' && budget !== undefined && Number.isFinite(budget)) {
    const { decisions, ...fitted } = budgeted(ranked, mode, { meter, budget })
    return { ...fitted, blocks: tell(decisions) }
  }
  const decisions = ranked.map(({ view }): Decision => ({ kind: verbosity === 'summary' && view.summary !== undefined ? 'summary' : 'full' }))
  const text = printed(ranked, decisions, mode)
  const tokens = meter.count(text)
  return { text, tokens, blocks: tell(decisions), overrun: 0, least: tokens }
}

/** The places of the blocks that are shown. Annotations never are. */
function placesOf(blocks: readonly TypedBlock[], { types }: Rendering): number[] {
  return blocks.flatMap(({ type }, i) => (type !== 'annotation' && (types === undefined || types.includes(type)) ? [i] : []))
}

function rankedOf(blocks: readonly TypedBlock[], places: readonly number[], { mode, meter, budget, summarize, clean = (text) => text }: Rendering): Ranked[] {
  const priorities = prioritiesOf(blocks)
  const summaries = summariesOf(blocks)
  return places.map((i) => {
    const block = blocks[i] as TypedBlock
    const view = viewOf(block, summaries[i] ?? summarize?.(block), clean)
    return { ...candidateOf(view, MODES[mode], meter, budget), priority: priorities[i] as Priority }
  })
}

const told = ({ view, priority, tokens }: Ranked, decision: Decision, index: number): RenderedBlock => ({ index, type: view.type, description: view.description, priority, decision, tokens })
