// What is known of a file before its blocks are looked at, and what bends its score whatever they say.
import type { Language } from '../ports.ts'
import type { Request } from '../request.ts'
import type { Verdict } from '../rule.ts'
import { normalised } from './bm25.ts'
import type { FileFacts } from './files.ts'
import { placeOf, placesOf } from './place.ts'
import type { Query } from './query.ts'
import type { Evidence, Priced } from './rank.ts'
import { isRecord, type Signal } from './score.ts'
import { type Tier, tierOf } from './tier.ts'

/** How near each file is to a task at first sight: enough to choose what is worth parsing. */
export function firstLook(facts: readonly FileFacts[], spoken: (path: string) => number, query: Query): Float64Array {
  const of = (value: (file: FileFacts) => number): Float64Array => normalised(facts.map(value))
  const words = of((file) => file.words)
  const names = of((file) => file.names)
  const path = of((file) => file.path_words)
  const messages = of((file) => spoken(file.path))
  const traced = tracedIn(facts, query)
  const said = (file: FileFacts, i: number): number => (words[i] as number) + 0.5 * ((names[i] as number) + (path[i] as number) + (messages[i] as number) + file.stem)
  return normalised(facts.map((file, i) => worthOf(file.path, said(file, i)) + file.mention + file.module + Number(traced.has(file.path))))
}

/** What words count by where they stand: tests and prose repeat the words of everything. What a task names counts in full wherever it is. */
const FIRST_WORTH: Readonly<Record<Tier, number>> = { core: 1, tests: 0.7, config: 0.5, other: 0.5 }

const worthOf = (path: string, said: number): number => (said === 0 ? 0 : FIRST_WORTH[tierOf(path)] * said)

function tracedIn(facts: readonly FileFacts[], { frames }: Query): ReadonlySet<string> {
  if (frames.length === 0) return new Set()
  const places = placesOf(facts.map((file) => file.path))
  return new Set(frames.flatMap((frame) => placeOf(frame, places) ?? []))
}

/** What a file must overcome when it is not code: most tasks are about code, and prose speaks of everything. */
const NOT_CODE = -2.5
/** Records of the past speak of everything and explain little. */
const RECORD = -1.4
/** What a signal of somebody's own adds at full strength. */
const OWN_SIGNAL = 2.5
/** What usefulness adds or takes away at the most. */
const LEARNED = 1
/** How strongly the priority of a lens counts. */
const LENS = 2

/** What is added to the score of a file, in natural logarithms, and why. */
export function liftOf(file: Priced & { readonly verdict: Verdict }, { evidence, request, family }: { evidence: Evidence; request: Request; family: Language['family'] }): { lift: number; signals: Signal[] } {
  const { verdict, entry } = file
  const own = (evidence.signals ?? []).flatMap((signal) => signal(file, request) ?? [])
  const learned = evidence.utility.get(entry.path)
  const priority = verdict.priority
  const signals: Signal[] = [...own]
  if (priority !== undefined) signals.push({ name: 'lens', strength: priority / 100, why: verdict.why.join('; ') })
  if (learned !== undefined) signals.push({ name: 'utility', strength: learned, why: 'learned from use' })
  const lift = own.reduce((sum, { strength }) => sum + OWN_SIGNAL * strength, 0)
    + (priority === undefined ? 0 : LENS * Math.log(Math.max(0.01, priority / 100)))
    + (learned === undefined ? 0 : LEARNED * (2 * learned - 1))
    + (family === 'code' ? 0 : NOT_CODE) + (isRecord(entry.path) && priority === undefined ? RECORD : 0)
    + Math.log(Math.max(1e-6, verdict.weight))
  return { lift, signals }
}
