import { type ContextStore, lensIn } from './store.ts'

/**
 * How useful files have been, 0 to 1, under a lens. What was learned under the lens itself replaces what was learned in general as far as the
 * lens has proved effective.
 */
export function utilityUnder(store: ContextStore, lens: string): ReadonlyMap<string, number> {
  const { learned_priorities: priorities, effectiveness_score: trust } = lensIn(store, lens)
  const blended = [...store.files].map(([path, file]): [string, number] => {
    const own = priorities.get(path)
    return [path, own === undefined ? file.utility_score : file.utility_score + trust * (own / 100 - file.utility_score)]
  })
  // A store of somebody else may know priorities of files that it does not list.
  const alone = [...priorities].filter(([path]) => !store.files.has(path)).map(([path, own]): [string, number] => [path, 0.5 + trust * (own / 100 - 0.5)])
  return new Map([...blended, ...alone])
}
