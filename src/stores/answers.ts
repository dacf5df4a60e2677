// Answers that were given, so that the same question about the same files is answered at once; and what they stand on, so that it is also while only files changed that they hardly follow from.
import { type Texts, textsIn } from './shelf.ts'

/** Answers, by the beginning of what they follow from: a line of JSON, then the text of the page around its files. */
export interface Answers extends Texts {
  /** What answers stand on, by the beginning of what they follow from apart from what is in files. */
  readonly footings: Texts
}

/** Characters of one answer at the most: the frames of a page with thirty thousand files. */
const MOST_CHARS = 12 << 20

/** The answers in a folder. */
export const answersIn = (folder: string): Answers => ({
  ...textsIn(folder, { name: 'answer', ending: '.json', most: 24, mostOne: MOST_CHARS, mostAll: 48 << 20 }),
  footings: textsIn(folder, { name: 'footing', ending: '.json', most: 12, mostOne: MOST_CHARS, mostAll: 24 << 20 }),
})
