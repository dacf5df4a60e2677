// The way from the first view to the comparison.
import { href, query } from '../address.ts'
import { choicesIn } from '../choices.ts'
import { plan } from '../plan.ts'
import { halved } from './sides.ts'

/** What is chosen now, against half of its budget. */
export const CompareLink = () => <a class="button" href={href('/compare', halved(choicesIn(query.value), plan.value?.budget ?? 32_000))}>Compare with half the budget</a>
