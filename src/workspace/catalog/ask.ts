// A task becomes a question to the catalogue: what could matter, best first, and what of it deserves details. The command, the tool and the library ask in this one way.
import type { ContextAsk } from '../../catalog/context/budgeted.ts'
import { tellingOf } from '../../catalog/context/telling.ts'
import { type OverviewFormat, writingOf } from '../../catalog/context/writing.ts'
import type { Filter } from '../../catalog/find/facets.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Meter } from '../../core/ports.ts'
import { visible } from '../../core/visible.ts'
import type { Finder } from './find.ts'

/** What somebody wants to know. */
export interface Wish {
  readonly task: string
  readonly budget: number
  readonly meter: Meter
  readonly format?: OverviewFormat
  readonly filter?: Filter
  /** Ids that were given before and are not repeated. */
  readonly not?: ReadonlySet<string>
}

/** Below this part of the best relevance a resource gets a line, not a card. */
const WORTHY = 0.35

/** The question that a wish makes, and what could not be asked. */
export async function askFor(finder: Finder, { task, budget, meter, format = 'lines', filter = {}, not = new Set() }: Wish): Promise<{ ask: ContextAsk; diagnostics: readonly Diagnostic[] }> {
  const found = await finder.find({ text: task, filter })
  const hits = found.hits.filter(({ id }) => !not.has(id))
  const best = hits[0]?.relevance ?? 0
  const telling = tellingOf(finder.index, task)
  return {
    diagnostics: found.diagnostics,
    ask: {
      task, budget, meter: asPrinted(meter), telling, writing: writingOf(format, telling),
      candidates: hits.map(({ id }) => finder.byId(id) as Resource), worthy: Math.max(1, hits.filter(({ relevance }) => relevance >= WORTHY * best).length),
    },
  }
}

/** Counts what is printed: signs that could act on a terminal are written otherwise by then. */
export const asPrinted = (meter: Meter): Meter => ({ name: meter.name, exact: meter.exact, bytesPerToken: meter.bytesPerToken, count: (said) => meter.count(visible(said)) })
