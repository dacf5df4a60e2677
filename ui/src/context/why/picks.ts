// What a little more would buy, by file: definitions of one file have long ids that begin alike.
import type { PlanView } from '../../../../src/studio/contract.ts'

type Pick = PlanView['next'][number]

/** What would be added of one file. */
export interface Group {
  readonly path: string
  readonly picks: readonly (Pick & { readonly name: string })[]
}

/** The path in the id of a definition; a folder has a slash at its end. */
export const pathOf = (id: string): string => (id.includes('#') ? id.slice(0, id.indexOf('#')).replaceAll('%23', '#').replaceAll('%25', '%') : id)

/** Files in the order in which they come first; a pick of a file itself has its path for a name. */
export function byFile(picks: readonly Pick[]): Group[] {
  const groups = new Map<string, Pick[]>()
  for (const pick of picks) groups.set(pathOf(pick.id), [...groups.get(pathOf(pick.id)) ?? [], pick])
  return [...groups].map(([path, of]) => ({ path, picks: of.map((pick) => ({ ...pick, name: pick.id.slice(pick.id.indexOf('#') + 1) })) }))
}
