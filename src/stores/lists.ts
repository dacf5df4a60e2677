// Lists of files that git made, so that it need not be asked again while nothing has changed.
import { type Texts, textsIn } from './shelf.ts'

/** Lists as JSON, by the beginning of what they are a list of. */
export type Lists = Texts

/** The lists in a folder. One that changes takes the place of the one before. */
export const listsIn = (folder: string): Lists => textsIn(folder, { name: 'list', ending: '.json', most: 8, mostOne: 48 << 20, mostAll: 96 << 20 })
