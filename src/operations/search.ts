import { choice, flag, text, tokens, UsageError } from '../core/field.ts'
import { outlineOf } from '../core/known.ts'
import { counted } from '../core/names.ts'
import type { Entry, Meter } from '../core/ports.ts'
import { isVisible, verdictsOf } from '../core/rank/rank.ts'
import { heightOf } from '../core/level.ts'
import { byScore, couldMatch, type Match, matchesIn, queryFrom } from '../core/search.ts'
import { METER_NAMES, requestOf, type Settings, settle, visible, type Workspace } from '../workspace/index.ts'
import { openHere, opening } from './open.ts'
import { defineOperation, EXIT, Failure } from './operation.ts'

/** What may be looked for. */
export const SEARCH_KINDS = ['definition', 'file', 'text'] as const

/** Finds definitions, files and lines. */
export const search = defineOperation({
  name: 'search',
  title: 'Find definitions, files and lines by name or words',
  doc: 'Definitions with the name come first, then those that share its words, files, and lines of text. Every line begins with what fovea zoom takes. The answer keeps within its budget and says how many matches it holds.',
  examples: ['fovea search closeAll', 'fovea search "token expired" --kind text', 'fovea search sessions --root src --json'],
  fields: {
    query: text('A name, or words', { place: 'one' }),
    root: text('The folder', { sign: 'DIR', otherwise: '.' }),
    kind: choice('Only definitions, files or lines of text', { choices: SEARCH_KINDS }),
    budget: tokens('The most tokens the lines may have, as text', { short: 'b', otherwise: 1500, sign: 'TOKENS' }),
    meter: choice('What counts the tokens; o200k_base unless told', { choices: METER_NAMES }),
    ...opening,
    json: flag('The same matches as JSON; the budget counts their lines'),
  },
  async run(input, context) {
    if ((input.query ?? '').trim() === '') throw new UsageError('say what to look for: fovea search closeAll')
    const workspace = openHere(context, input.root, input)
    const settings = settle({ meter: input.meter }, workspace.layers)
    const { matches } = await found(workspace, settings, { query: input.query as string, ...(input.kind === undefined ? {} : { kind: input.kind }) })
    const meter = await workspace.meter(settings.meter.value)
    await workspace.close()
    const lines = linesWithin(matches, input.budget ?? 1500, meter)
    const shown = lines.map((_, i) => matches[i] as Match)
    return {
      text: lines.map((line) => `${line}\n`), data: { matches: matches.length, shown: shown.map(({ score: _score, ...match }) => match) },
      report: [matches.length === 0 ? `nothing matches ${JSON.stringify(input.query)}` : `${lines.length} of ${matches.length} matches`], exit: matches.length === 0 ? EXIT.failed : EXIT.ok,
    }
  },
})

/** What somebody looks for. */
export interface Wanted {
  readonly query: string
  readonly kind?: string
}

/** Everything in a workspace that matches, best first, with what was read. */
export async function found(workspace: Workspace, settings: Settings, { query: typed, kind }: Wanted): Promise<{ matches: readonly Match[]; entries: readonly Entry[] }> {
  const { entries } = await workspace.read(settings)
  const request = requestOf(settings)
  const seen = isVisible(request)
  const verdict = verdictsOf(request)
  const query = queryFrom(typed)
  const worth = couldMatch(query)
  const matches = entries.filter(({ path }) => seen(path)).flatMap((entry) => {
    // A file that may only be named has no text here.
    const open = entry.stub === undefined && heightOf(verdict(entry.path).ceiling) >= heightOf('shape')
    if (!open || !worth(entry.text)) return matchesIn(query, { path: entry.path, text: '', outline: () => [] })
    return matchesIn(query, { path: entry.path, text: entry.text, outline: () => outlineOf(entry, workspace) })
  })
  return { matches: matches.filter((match) => kind === undefined || kindOf(match) === kind).sort(byScore), entries }
}

const kindOf = ({ kind }: Match): string => (kind === 'file' || kind === 'text' ? kind : 'definition')

/** As many lines as a budget holds, best first. One that holds none is refused. */
export function linesWithin(matches: readonly Match[], budget: number, meter: Meter): string[] {
  const lines: string[] = []
  let used = 0
  for (const match of matches) {
    const line = lineOf(match)
    // Counted with its end, so that what is joined costs no more.
    used += meter.count(`${line}\n`)
    if (used > budget) break
    lines.push(line)
  }
  if (lines.length === 0 && matches.length > 0) throw new Failure(`the budget is too small: the best of ${counted(matches.length, 'match', 'matches')} needs ${used} tokens; raise --budget`, EXIT.budget)
  return lines
}

const lineOf = ({ kind, target, line, text: said }: Match): string =>
  visible(kind === 'text' ? `${target}  ${said}` : kind === 'file' ? target : `${target}  ${kind}, line ${line}`).replace(/\s*\n\s*/g, ' ')
