// search: the same as `fovea search`, with a receipt inside the budget.
import { UsageError } from '../core/field.ts'
import type { Match } from '../core/search.ts'
import { found, linesWithin, SEARCH_KINDS } from '../operations/search.ts'
import { settle } from '../workspace/index.ts'
import { type Args, budgetIn, choiceIn, onlyKnown, shown, textIn } from './arguments.ts'
import type { Answer } from './call.ts'
import { includeFor } from './confine.ts'
import { type Job, openRoot } from './open.ts'
import { reserveFor, textOf } from './receipt.ts'
import { argumentsOf } from './tools.ts'
import { treeOf } from './tree.ts'

const OTHERWISE = 1500

/** Answers with what has a name or words. */
export async function search(args: Args, job: Job): Promise<Answer> {
  onlyKnown(args, argumentsOf('search'), ['token_budget'])
  const budget = budgetIn(args, OTHERWISE)
  const query = textIn(args, 'query')?.trim() ?? ''
  if (query === '') throw new UsageError('say what to look for: a name such as closeAll, or words')
  const kind = choiceIn(args, 'kind', SEARCH_KINDS)
  const workspace = openRoot(job)
  const settings = settle({ include: includeFor(workspace.root, textIn(args, 'path')) }, workspace.layers)
  const { matches, entries } = await found(workspace, settings, { query, ...(kind === undefined ? {} : { kind }) })
  const meter = await workspace.meter(settings.meter.value)
  await workspace.close()
  if (matches.length === 0) throw new UsageError(`nothing matches ${shown(query)}: try fewer or other words, or get_context with your task`)
  const tree = treeOf(entries, workspace.digest)
  const pack = workspace.digest.sha256(`${tree}\n${query}\n${kind ?? ''}\n${budget}`).slice(0, 8)
  const receipt = (shown: number) => ({ pack, budget, counts: [['shown', shown], ['matches', matches.length]] as const, tree })
  const lines = linesWithin(matches, budget - reserveFor(receipt(matches.length), [], meter), meter)
  const { text, tokens } = textOf({ body: lines.map((line) => `${line}\n`).join(''), receipt: receipt(lines.length), next: nextOf(matches) }, meter)
  return { text, meta: { pack, tree, token_budget: budget, tokens, shown: lines.length, matches: matches.length } }
}

/** The best match is nearly always what is wanted next. */
const nextOf = ([best]: readonly Match[]): string[] => (best === undefined ? [] : [`zoom ${best.target}`])
