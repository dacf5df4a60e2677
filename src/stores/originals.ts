// Outputs of tools that were shown in part, so that the rest can be asked for.
import { type Texts, textsIn } from './shelf.ts'

/** Outputs as text, by the first eight hex digits of their sha256. */
export type Originals = Texts

/** The outputs in a folder. */
export const originalsIn = (folder: string): Originals => textsIn(folder, { name: 'out', ending: '.txt', most: 64, mostOne: 16 << 20, mostAll: 64 << 20 })
