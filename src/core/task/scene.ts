// Everything that roles are given by, found once.
import { isTest, testPairs } from '../rank/pairs.ts'
import type { History } from '../history.ts'
import type { Entry, Parser } from '../ports.ts'
import { normalised } from '../rank/bm25.ts'
import { fileFacts } from '../rank/files.ts'
import { mentionsOf, mentionsPath } from '../rank/mention.ts'
import { atHome, placeOf, placesOf } from '../rank/place.ts'
import { framesIn } from '../rank/stack.ts'
import { queryOf } from '../rank/query.ts'
import { tierOf } from '../rank/tier.ts'
import { linksAround } from './links.ts'
import { type Scene, targetsOf } from './roles.ts'

/** What is known of a task before its scene is set. */
export interface Known {
  readonly entries: readonly Entry[]
  readonly history: History | undefined
  readonly uncommitted?: readonly string[]
  /** How many commits count as recent. */
  readonly commits: number
  readonly parser: Parser
}

/** A name that fits more files than this names none of them. */
const MOST_NAMED = 5

/** The scene of a task: the text of the request with its stack trace, and what is known of the workspace. */
export async function sceneOf(text: string, { entries, history, uncommitted = [], commits, parser }: Known): Promise<Scene> {
  const paths = entries.map(({ path }) => path)
  const traced = tracedFiles(text, entries)
  const named = namedFiles(text, paths).filter((path) => !traced.includes(path))
  const likely = named.length + traced.length > 0 ? [] : likelyFiles(text, entries)
  const known = new Set(paths)
  return {
    paths, named, traced, likely, uncommitted, pairs: testPairs(paths),
    commits: (history?.commits ?? []).slice(0, commits).map((commit) => commit.paths.filter((path) => known.has(path))),
    ...await linksAround(targetsOf({ named, traced, likely }), entries, parser),
  }
}

/** The files of a stack trace in a text, innermost first. */
export function tracedFiles(text: string, entries: readonly Pick<Entry, 'path' | 'text'>[]): readonly string[] {
  const places = placesOf(entries.map(({ path }) => path))
  return [...new Set(atHome(framesIn(text), entries).flatMap((frame) => placeOf(frame, places) ?? []))]
}

/** The files that a text names, in its order. */
function namedFiles(text: string, paths: readonly string[]): readonly string[] {
  const { paths: spoken } = mentionsOf(text.slice(0, 20_000))
  return [...new Set(spoken.flatMap((word) => {
    const found = paths.filter((path) => mentionsPath({ paths: [word], names: new Set() }, path) > 0)
    return found.length > MOST_NAMED ? [] : found
  }))]
}

/** The sources that speak most of a text, when it speaks of one clearly. */
function likelyFiles(text: string, entries: readonly Entry[]): readonly string[] {
  const sources = entries.filter(({ path, stub }) => stub === undefined && tierOf(path) === 'core' && !isTest(path))
  const scores = normalised(fileFacts(sources, queryOf(text.slice(0, 20_000))).map(({ words, path_words }) => words + path_words))
  return [...scores.keys()].filter((i) => (scores[i] ?? 0) > 0.6).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, 2).map((i) => (sources[i] as Entry).path)
}
