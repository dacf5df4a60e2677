import type { ContextStore, LensProfile } from './store.ts'

/** Two stores as one: what theirs knows replaces what ours knows of the same file or of the same file under a lens. */
export const joined = (ours: ContextStore, theirs: ContextStore): ContextStore => ({
  files: new Map([...ours.files, ...theirs.files]),
  lenses: new Map([...ours.lenses, ...[...theirs.lenses].map(([name, lens]): [string, LensProfile] => [name, lensOf(ours.lenses.get(name), lens)])]),
  journal: [...ours.journal, ...theirs.journal].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  other: { ...ours.other, ...theirs.other },
  ...(ours.beside === undefined && theirs.beside === undefined ? {} : { beside: { ...ours.beside, ...theirs.beside } }),
})

const lensOf = (ours: LensProfile | undefined, theirs: LensProfile): LensProfile =>
  ({ ...theirs, learned_priorities: new Map([...(ours?.learned_priorities ?? []), ...theirs.learned_priorities]), other: { ...ours?.other, ...theirs.other } })
