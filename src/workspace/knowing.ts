// What choosing and printing will ask of a text is worked out while it is at hand, so that it need not be held, nor read a second time.
import { type Knower, knownOf } from '../core/known.ts'
import type { Entry } from '../core/ports.ts'
import { isAsked, queryOf } from '../core/rank/query.ts'
import { isVisible, type Priced } from '../core/rank/rank.ts'
import { type Whole, wholeOf } from '../core/whole.ts'
import { formatNamed } from '../formats/index.ts'
import { requestOf, type Settings } from './settings.ts'

/** What is known of entries that were read. */
export interface Knowing {
  readonly priced: ReadonlyMap<Entry, Priced>
  readonly wholes: ReadonlyMap<Entry, Whole | undefined>
  learn(entry: Entry): void
}

/** Learns what a request will ask. */
export function knowing(settings: Settings, by: Knower): Knowing {
  const request = requestOf(settings)
  // What may not be shown at all is not counted either.
  const visible = isVisible(request)
  const asked = isAsked(queryOf(request.task))
  const format = formatNamed(settings.format.value)
  const priced = new Map<Entry, Priced>()
  const wholes = new Map<Entry, Whole | undefined>()
  return {
    priced, wholes,
    learn: (entry) => {
      if (!visible(entry.path)) return
      priced.set(entry, knownOf(entry, by, asked))
      if (request.budget === Infinity && entry.stub === undefined) wholes.set(entry, wholeOf(entry, { format, ...by }))
    },
  }
}
