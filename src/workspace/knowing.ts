// What choosing and printing will ask of a text is worked out while it is at hand, so that it need not be held, nor read a second time.
import { choosesRoughly } from '../core/gather.ts'
import { type Knower, knownOf, type Learnt, type Reader, wordedOf, wordsOf, writtenIn } from '../core/known.ts'
import type { Entry } from '../core/ports.ts'
import { once } from '../core/once.ts'
import { isAsked, queryOf } from '../core/rank/query.ts'
import { isVisible, type Priced } from '../core/rank/rank.ts'
import { type Lookout, weighedOf } from '../core/whole.ts'
import { formatNamed } from '../formats/index.ts'
import { requestOf, type Settings } from './settings.ts'
import type { Learn } from './workspace.ts'

/** What is known of entries that were read. */
export interface Knowing {
  readonly priced: Map<Entry, Priced | Learnt>
  readonly learn: Learn
}

/** So many texts are counted sooner than what is kept of all texts is opened: after an edit these are all there are. */
const FEW = 16

/** Learns what a request will ask. What it takes is loaded when there is something to learn: what is known of a text that was not read is asked for when somebody needs it. */
export function knowing(settings: Settings, reader: Reader, tools: () => Promise<Knower>): Knowing {
  const request = requestOf(settings)
  // What may not be shown at all is not counted either.
  const visible = isVisible(request)
  // Made when there is something to learn.
  const asked = once(() => isAsked(queryOf(request.task)))
  const format = formatNamed(settings.format.value)
  // A task looks for words in every text and asks a few of them what they cost.
  const worded = once(() => choosesRoughly(request))
  const priced = new Map<Entry, Priced | Learnt>()
  let counting: Knower | undefined
  let lookout: Lookout | undefined
  const learnt = (entry: Entry, knower: Knower): undefined => {
    if (request.budget !== Infinity) return void priced.set(entry, knownOf(entry, knower, asked()))
    const by = lookout ??= { format, ...knower }
    const { tokens, whole } = weighedOf(entry, by)
    const { language, remark } = writtenIn(entry, knower)
    const known = { entry, language, remark, tokens, sighted: { by, whole } }
    priced.set(entry, asked() ? { ...known, words: wordsOf(entry, knower) } : known)
  }
  return {
    priced,
    learn: (entry) => {
      if (entry.stub !== undefined || entry.atHand === false || !visible(entry.path)) return undefined
      if (worded()) return void priced.set(entry, wordedOf(entry, priced.size < FEW ? { parser: reader.parser } : reader))
      if (counting !== undefined) return learnt(entry, counting)
      return tools().then((loaded) => learnt(entry, counting = loaded))
    },
  }
}
