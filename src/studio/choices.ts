// What a page can choose of a context: the options of `fovea pack`, without those that need a terminal.
import { choosing, committing, ordering } from '../operations/choosing.ts'

const { taskFile: _, ...chosen } = choosing

/** The fields of every question about a context. */
export const choices = { ...chosen, ...ordering, ...committing }

/** What a page says with no task file: there is no standard input here. */
export const UNSAID = { taskFile: undefined } as const
