import { MODE_NAMES, type ModeName } from '../blocks/modes/index.ts'
import { vainIn } from '../blocks/priority.ts'
import { NoBlocks, type Rendered, type RenderedBlock, type Rendering, render as renderBlocks, VERBOSITIES, type Verbosity } from '../blocks/render.ts'
import { STATUSES, TYPES } from '../blocks/schema.ts'
import { hintFor } from '../blocks/target.ts'
import type { BlockType, ToolResultBlock, TypedBlock } from '../blocks/typed.ts'
import { choice, flag, list, text, tokens, UsageError, type Values } from '../core/field.ts'
import { counted } from '../core/names.ts'
import { suggestion } from '../core/nearest.ts'
import type { Meter } from '../core/ports.ts'
import { METER_NAMES, settle, type Workspace } from '../workspace/index.ts'
import { blocksIn, bytesFrom } from './blocks.ts'
import { openHere } from './open.ts'
import { defineOperation, EXIT, Failure, type Outcome } from './operation.ts'
import { summarizerFor } from './summarizer.ts'
import { clean, toolOutcome } from './tool-output.ts'

const TYPE_NAMES: readonly BlockType[] = TYPES.map(({ type }) => type)

const fields = {
  file: text('A container (.bcp), a manifest of blocks (JSON, or one block a line), or - for standard input', { place: 'one', sign: 'FILE' }),
  budget: tokens('The most tokens the text may have; everything is shown in full without one', { short: 'b', sign: 'TOKENS' }),
  mode: choice('How it is written; xml unless told', { choices: MODE_NAMES }),
  verbosity: choice('adaptive chooses by priority and budget; full shows everything and summary every summary, whatever the budget', { choices: VERBOSITIES, otherwise: 'adaptive' }),
  types: list('Only these types of blocks', { sign: 'TYPE' }),
  summaries: choice('given uses the summaries that blocks bring; made also makes some from the structure of those that bring none', { choices: ['given', 'made'], otherwise: 'given' }),
  targetModel: text('The model that will read it: chooses the mode and the meter where you do not', { sign: 'NAME' }),
  as: choice('tool: what is read is the output of a command, not a list of blocks. It is compressed by its structure; what is cut has a handle', { choices: ['tool'] }),
  name: text('The command, with --as tool', { sign: 'COMMAND', otherwise: 'tool' }),
  status: choice('How it ended, with --as tool', { choices: STATUSES.words, otherwise: 'ok' }),
  meter: choice('What counts the tokens', { choices: METER_NAMES }),
  frozen: flag('The same bytes for the same blocks: no clock, nothing kept'),
  noCache: flag('Keep nothing'),
  json: flag('The text with the decision for each block, as JSON'),
  quiet: flag('Print no report', { short: 'q' }),
}

type Input = Values<typeof fields>

/** Writes a list of blocks so that it fits a budget. */
export const render = defineOperation({
  name: 'render',
  title: 'Write blocks from anywhere so that they fit a budget',
  doc: 'Blocks are code, conversation, tool results, documents, data, diffs, trees, images. Each is shown in full, as its summary, as one line, or counted at the end: what matters more comes first, and of equal priority what is shorter. The text never has more tokens than the budget; only blocks of priority critical may exceed it, and then exit code 5 says so.',
  examples: ['fovea render blocks.json --budget 2k', 'fovea render context.bcp --budget 4k', 'fovea render blocks.jsonl --mode minimal --types code,diff', 'npm test 2>&1 | fovea render - --as tool --name "npm test" --budget 2k'],
  fields,
  async run(input, context) {
    const { file } = input
    if (file === undefined) throw new UsageError('name a file with blocks, or - for standard input: fovea render blocks.json --budget 2k')
    const types = input.types.map(typeNamed)
    const bytes = await bytesFrom(file, context)
    const workspace = openHere(context, '.', { frozen: input.frozen, noCache: input.noCache, verify: false })
    try {
      const how = await mannerOf(input, workspace)
      const doubts = modelDoubts(input, how)
      if (input.as === 'tool') return withDoubts(toolOutcome(bytes, { name: input.name ?? 'tool', status: input.status as ToolResultBlock['status'], ...how, budget: input.verbosity === 'full' ? Infinity : (input.budget ?? Infinity) }, workspace), doubts, input.quiet)
      const blocks = await blocksIn(bytes, file, context)
      const summarize = input.summaries === 'made' ? await summarizerFor(blocks, workspace, how.meter) : undefined
      return withDoubts(outcomeOf(rendering(blocks, { ...input, types }, { ...how, ...(summarize === undefined ? {} : { summarize }) }), input), [...vainIn(blocks), ...doubts], input.quiet)
    } finally {
      await workspace.close()
    }
  },
})

const withDoubts = (outcome: Outcome, doubts: readonly string[], quiet: boolean): Outcome => ({ ...outcome, report: quiet ? [] : [...doubts, ...(outcome.report ?? [])] })

/** A model of which nothing is known chooses nothing. */
function modelDoubts({ targetModel: model }: Pick<Input, 'targetModel'>, { mode, meter }: Manner): string[] {
  return model === undefined || hintFor(model) !== undefined ? [] : [`nothing is known of the model ${JSON.stringify(clean(model))}: written as ${mode}, counted by ${meter.name}; --mode and --meter choose others`]
}

/** How it is written, and what counts. */
interface Manner {
  readonly mode: ModeName
  readonly meter: Meter
}

/** What was typed comes first, then what the model reads well, then what is configured. */
async function mannerOf(input: Pick<Input, 'mode' | 'meter' | 'targetModel'>, workspace: Workspace): Promise<Manner> {
  const hint = input.targetModel === undefined ? undefined : hintFor(input.targetModel)
  const meter = settle({ meter: input.meter ?? hint?.meter }, workspace.layers).meter.value
  return { mode: (input.mode ?? hint?.mode ?? 'xml') as ModeName, meter: await workspace.meter(meter) }
}

function rendering(blocks: readonly TypedBlock[], input: Omit<Input, 'types'> & { types: readonly BlockType[] }, how: Manner & Pick<Rendering, 'summarize'>): Rendered {
  try {
    return renderBlocks(blocks, {
      ...how, verbosity: input.verbosity as Verbosity, clean, end: '\n',
      ...(input.budget === undefined ? {} : { budget: input.budget }), ...(input.types.length === 0 ? {} : { types: input.types }),
    })
  } catch (error) {
    if (!(error instanceof NoBlocks)) throw error
    throw new Failure(input.types.length === 0 || blocks.length === 0 ? 'there are no blocks to render' : `there is no block of type ${input.types.join(' or ')} among ${counted(blocks.length, 'block')}`)
  }
}

function typeNamed(word: string): BlockType {
  const type = TYPE_NAMES.find((name) => name === word.replaceAll('-', '_'))
  if (type === undefined) throw new UsageError(`--types: ${JSON.stringify(word)} is no type of block; ${suggestion(word, TYPE_NAMES)}`)
  return type
}

/** The words for what became of the blocks, in the order of how much is shown. */
const FATES: readonly (readonly [RenderedBlock['decision']['kind'], string])[] = [['full', 'in full'], ['summary', 'as a summary'], ['placeholder', 'as one line'], ['omit', 'left out']]

function outcomeOf(rendered: Rendered, input: Pick<Input, 'budget' | 'verbosity'>): Outcome {
  const { text: page, tokens: used, blocks, overrun } = rendered
  const budget = input.budget ?? Infinity
  if (page === '') throw new Failure(`a budget of ${counted(budget, 'token')} is too small: the smallest answer needs ${rendered.least}`, EXIT.budget)
  const fates = FATES.flatMap(([kind, words]) => {
    const count = blocks.filter(({ decision }) => decision.kind === kind).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  const report = [`${counted(blocks.length, 'block')}: ${fates.join(', ')}; ${counted(used, 'token')}${Number.isFinite(budget) ? ` of ${budget}` : ''}`]
  if (overrun > 0) report.push(`what is critical needs ${used} tokens, ${overrun} more than the budget: raise --budget or lower a priority`)
  else if (used > budget) report.push(`--verbosity ${input.verbosity} does not look at the budget: leave it out to stay within`)
  return {
    text: [page], framed: true, report, exit: overrun > 0 ? EXIT.budget : EXIT.ok,
    data: { text: page, tokens: used, ...(Number.isFinite(budget) ? { budget, overrun } : {}), blocks: blocks.map(asData) },
  }
}

const asData = ({ index, type, description, priority, decision, tokens: whole }: RenderedBlock): object => ({ index, type, description, priority, decision: decision.kind, tokens: whole })
