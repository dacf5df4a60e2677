// The tool that a model has while it works: the full text of an alias, redacted and confined as every reading is, within a budget.
import type { Meter } from '../../core/ports.ts'
import type { ChatTool, ToolAnswer } from '../../models/index.ts'
import { getAlias } from '../ctx/pack.ts'
import { CtxError } from '../ctx/place.ts'
import { type CtxProject, standings } from '../ctx/project.ts'

/** Questions at the most; more than that is a model that has lost its way. */
export const MOST_CALLS = 24

/** Aliases that are named in the description of the tool. */
const MOST_NAMED = 100

/** The tool `get_alias`. All its answers together have at most `budget` tokens. */
export function aliasTool(project: CtxProject, meter: Meter, budget: number): ChatTool {
  const names = standings(project).flatMap(({ alias, entry }) => (entry === undefined ? [] : [alias.alias]))
  let [calls, left] = [0, budget]
  return {
    name: 'get_alias',
    description: `Gives the full text of the file that an alias stands for. Aliases: ${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''}.`,
    input: { type: 'object', properties: { alias: { type: 'string', description: 'An alias such as H.main, with or without its @hash' } }, required: ['alias'], additionalProperties: false },
    run: async (input) => {
      const alias = (input as { alias?: unknown } | null)?.alias
      if (typeof alias !== 'string') return { text: 'give an alias, as in {"alias": "H.main"}', failed: true }
      if (++calls > MOST_CALLS) return { text: `get_alias was called ${MOST_CALLS} times, which is all it may be: answer with what you know`, failed: true }
      if (left <= 0) return { text: 'the budget of get_alias is used up: answer with what you know', failed: true }
      const answer = textOf(project, alias)
      const shown = answer.failed ? answer.text : fitted(answer.text, left, meter)
      if (shown === undefined) return { text: 'the budget of get_alias that is left cannot hold a line of it: answer with what you know', failed: true }
      left -= meter.count(shown)
      return { ...answer, text: shown }
    },
  }
}

/** Whatever cannot be shown is told to the model, which may go on without. */
function textOf(project: CtxProject, typed: string): ToolAnswer {
  try {
    const { handle, path, text, stale } = getAlias(project, typed)
    return { text: `${handle} is ${path}${stale ? ', changed since it was pinned' : ''}:\n${text}` }
  } catch (error) {
    if (error instanceof CtxError) return { text: error.message, failed: true }
    throw error
  }
}

/** The first lines that fit together with the line that counts the others; undefined when not even one does. */
function fitted(text: string, budget: number, meter: Meter): string | undefined {
  if (meter.count(text) <= budget) return text
  const lines = text.split('\n')
  const cutAt = (count: number): string => `${lines.slice(0, count).join('\n')}\n(cut here: ${lines.length - count} more lines are over the budget of get_alias)`
  let [fits, over] = [0, lines.length]
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (meter.count(cutAt(middle)) <= budget) fits = middle
    else over = middle
  }
  return fits === 0 ? undefined : cutAt(fits)
}
