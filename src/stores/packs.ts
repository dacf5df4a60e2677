// Packs that were printed, so that what changed since can be told.
import { type Texts, textsIn } from './shelf.ts'

/** Packs as JSON, by id. */
export type Packs = Texts

/** The packs in a folder. */
export const packsIn = (folder: string): Packs => textsIn(folder, { name: 'pack', ending: '.json', most: 32, mostOne: 4 << 20, mostAll: 32 << 20 })
