// Memory that learns: what was useful counts in the next context.
import { feedback } from './feedback.ts'
import { journal } from './journal.ts'
import { exporting, forget, importing, MEMORY, reset } from './keeping.ts'
import { mark } from './mark.ts'

/** All commands about memory, in the order of help. */
export const MEMORY_OPERATIONS = [feedback, mark, journal, forget, reset, exporting, importing] as const

export { MEMORY }
