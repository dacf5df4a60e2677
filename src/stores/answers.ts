// Answers that were given, so that the same question about the same files is answered at once.
import { type Texts, textsIn } from './shelf.ts'

/** Answers as JSON, by the beginning of what they follow from. */
export type Answers = Texts

/** The answers in a folder. */
export const answersIn = (folder: string): Answers => textsIn(folder, { name: 'answer', ending: '.json', most: 24, mostOne: 2 << 20, mostAll: 16 << 20 })
