// How restless files are, for pages in which what seldom changes comes first: a prompt cache keeps a page up to the first difference.
import type { History } from '../core/history.ts'
import type { Entry } from '../core/ports.ts'
import type { Settings } from './settings.ts'
import type { Workspace } from './workspace.ts'

/** How restless each file is; undefined when the order does not ask for it. What is not committed is being worked on, and comes last. */
export async function restlessFor(workspace: Workspace, settings: Settings, entries: readonly Entry[]): Promise<ReadonlyMap<string, number> | undefined> {
  if (settings.order.value !== 'stable') return undefined
  const history = await workspace.history()
  if (history === undefined) return new Map()
  const restless = classesIn(history)
  for (const path of await workspace.uncommitted(entries.map(({ path }) => path))) restless.set(path, Infinity)
  return restless
}

/** Classes by how many commits touched a file, each twice as wide as the one before: one more commit seldom moves a file, so the order itself is stable. */
function classesIn({ commits }: History): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { paths } of commits) for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1)
  return new Map([...counts].map(([path, count]) => [path, Math.floor(Math.log2(1 + count))]))
}
