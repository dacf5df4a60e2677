// Lessons move what is believed a part of the way to what they say, so one of them never decides and many of them do.
import type { Entry, Lesson, LessonKind } from './lesson.ts'
import { type ContextStore, fileIn, lensIn, NEUTRAL } from './store.ts'

/** How far a lesson moves the belief: the protocol's 0.3; what is said of a whole pack is said less of each of its files, and a mark is an order. */
const STEP: Readonly<Record<LessonKind, number>> = { rated: 0.3, shown: 0.1, zoomed: 0.3, marked: 1, lens: 0.3, forgotten: 1 }

/** A zoom says that a file is a little more useful than was believed. */
const BUMP = 0.05

/** The most lessons and files that are kept; the oldest go first. */
export const MOST_ENTRIES = 1000
export const MOST_FILES = 5000

/** What is known after some lessons, all learned at one time. */
export function learn(store: ContextStore, lessons: readonly Lesson[], at: string): ContextStore {
  return bounded(lessons.reduce((known, lesson) => learnOne(known, lesson, at), store))
}

function learnOne(store: ContextStore, lesson: Lesson, at: string): ContextStore {
  if (lesson.kind === 'lens') return rateLens(store, lesson, at)
  if (lesson.kind === 'forgotten') return forget(store, lesson, at)
  return { ...aboutFile(store, lesson, at), lenses: lesson.kind === 'marked' ? store.lenses : withPriority(store, lesson) }
}

function aboutFile(store: ContextStore, lesson: Lesson, at: string): ContextStore {
  const { path = '', kind, tags = [] } = lesson
  const file = fileIn(store, path)
  const value = kind === 'zoomed' ? Math.min(1, file.utility_score + BUMP) : lesson.value
  const to = value === undefined ? file.utility_score : moved(file.utility_score, value, STEP[kind])
  const count = kind === 'marked' ? file.access_count : file.access_count + 1
  const files = new Map(store.files).set(path, { ...file, utility_score: to, access_count: count, last_accessed: at, tags: tagged(file.tags, tags) })
  return noted({ ...store, files }, { ...lesson, at, from: file.utility_score, to })
}

/** What was rated under a lens is learned for that lens too, on its scale of 100. */
function withPriority({ lenses, ...rest }: ContextStore, { path = '', lens, value, kind }: Lesson): ContextStore['lenses'] {
  if (lens === undefined || value === undefined) return lenses
  const profile = lensIn({ lenses, ...rest }, lens)
  const before = (profile.learned_priorities.get(path) ?? 100 * NEUTRAL) / 100
  const priorities = new Map(profile.learned_priorities).set(path, rounded(100 * moved(before, value, STEP[kind])))
  return new Map(lenses).set(lens, { ...profile, learned_priorities: priorities })
}

function rateLens(store: ContextStore, lesson: Lesson, at: string): ContextStore {
  const { lens = 'default', value = NEUTRAL } = lesson
  const profile = lensIn(store, lens)
  const to = moved(profile.effectiveness_score, value, STEP.lens)
  return noted({ ...store, lenses: new Map(store.lenses).set(lens, { ...profile, effectiveness_score: to }) }, { ...lesson, at, from: profile.effectiveness_score, to })
}

/** Forgets a file, also under every lens. That it was forgotten stays in the journal, what led to it does not. */
function forget(store: ContextStore, lesson: Lesson, at: string): ContextStore {
  const { path = '' } = lesson
  const files = without(store.files, path)
  const lenses = new Map([...store.lenses].map(([name, lens]) => [name, { ...lens, learned_priorities: without(lens.learned_priorities, path) }]))
  const journal = store.journal.filter((entry) => entry.path !== path)
  return noted({ ...store, files, lenses, journal }, { ...lesson, at, from: fileIn(store, path).utility_score, to: NEUTRAL })
}

function without<V>(map: ReadonlyMap<string, V>, key: string): Map<string, V> {
  const rest = new Map(map)
  rest.delete(key)
  return rest
}

/** A part of the way from what was believed to what is said. */
const moved = (from: number, to: number, step: number): number => rounded(from + step * (to - from))

/** What lies behind the tenth digit is noise of the arithmetic. */
const rounded = (value: number): number => Math.round(value * 1e10) / 1e10

function tagged(tags: readonly string[], changes: readonly string[]): string[] {
  const all = new Set(tags)
  for (const change of changes) {
    if (change.startsWith('-')) all.delete(change.slice(1))
    else all.add(change)
  }
  return [...all].sort()
}

/** Zooms into one file, one after the other, are one lesson: an agent at work would fill the journal with them. */
function noted(store: ContextStore, entry: Entry): ContextStore {
  const last = store.journal.at(-1)
  const again = last?.kind === 'zoomed' && entry.kind === 'zoomed' && last.path === entry.path
  const journal = again ? [...store.journal.slice(0, -1), { ...entry, ...(last.from === undefined ? {} : { from: last.from }) }] : [...store.journal, entry]
  return { ...store, journal }
}

function bounded(store: ContextStore): ContextStore {
  if (store.files.size <= MOST_FILES && store.journal.length <= MOST_ENTRIES) return store
  const newest = [...store.files].sort(([, a], [, b]) => (a.last_accessed < b.last_accessed ? 1 : a.last_accessed > b.last_accessed ? -1 : 0)).slice(0, MOST_FILES)
  return { ...store, files: new Map(newest), journal: store.journal.slice(-MOST_ENTRIES) }
}
