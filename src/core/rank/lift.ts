// What is known of a file before its blocks are looked at, and what bends its score whatever they say.
import type { Language } from '../ports.ts'
import type { Request } from '../request.ts'
import type { Verdict } from '../rule.ts'
import { columnOf } from '../column.ts'
import { largest, normalised } from './bm25.ts'
import type { FileFacts } from './files.ts'
import { BESIDES, firstWorth } from './gauge.ts'
import { placeOf, placesOf } from './place.ts'
import type { Query } from './query.ts'
import type { Evidence, Priced } from './rank.ts'
import { isRecord, type Signal } from './score.ts'

/** How near files are at first sight, as parts of the nearest, and what that follows from. */
export interface FirstLook {
  readonly looks: Float64Array
  /** The most that any file says of the task in words and in names: what a file says counts as a part of it. */
  readonly most: { readonly words: number; readonly names: number }
  /** The nearest, before all were made parts of it. */
  readonly best: number
}

/** How near each file is to a task at first sight: enough to choose what is worth parsing. */
export function firstLook(facts: readonly FileFacts[], spoken: (path: string) => number, query: Query): FirstLook {
  const said = { words: columnOf(facts, ({ words }) => words), names: columnOf(facts, ({ names }) => names) }
  const [words, names] = [normalised(said.words), normalised(said.names)]
  const path = normalised(columnOf(facts, (file) => file.path_words))
  const messages = normalised(columnOf(facts, (file) => spoken(file.path)))
  const traced = tracedIn(facts, query)
  const sum = (file: FileFacts, i: number): number => (words[i] as number) + BESIDES * ((names[i] as number) + (path[i] as number) + (messages[i] as number) + file.stem)
  const near = columnOf(facts, (file, i) => worthOf(file.path, sum(file, i)) + file.mention + file.module + Number(traced.has(file.path)))
  return { looks: normalised(near), most: { words: largest(said.words), names: largest(said.names) }, best: largest(near) }
}

const worthOf = (path: string, said: number): number => (said === 0 ? 0 : firstWorth(path) * said)

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
