// The questions behind the pages of the catalogue.
import { browse } from './browse.ts'
import { card } from './card.ts'
import { changes, live } from './changes.ts'
import { plan, planRows } from './plan.ts'
import { roles } from './role.ts'

/** All of them. */
export const CATALOG_QUESTIONS = [roles, browse, card, changes, live, plan, planRows]
