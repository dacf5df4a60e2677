// Every property with its generator, in the order in which a soak draws them. Tests prove each with fixed cases (test/properties/soak.test.ts), bench/soak.mjs with as many as one likes.
import { type Property, randomFor } from '../kit/property.ts'
import { BUDGET } from './budget.ts'
import { DETERMINISM } from './determinism.ts'
import { FOREIGN } from './foreign.ts'
import { MONOTONICITY } from './monotonicity.ts'
import { RIGHTS } from './rights.ts'
import { ROUND_TRIP } from './round-trip.ts'

export const PROPERTIES: readonly Property[] = [...BUDGET, ...DETERMINISM, ...ROUND_TRIP, ...MONOTONICITY, ...RIGHTS, ...FOREIGN]

const total = PROPERTIES.reduce((sum, { weight }) => sum + weight, 0)

/** Which property case `index` is about: each comes as often as it weighs, and neighbours differ. */
export function propertyAt(index: number): Property {
  // A step that shares no divisor with the total visits every place once.
  let place = (index * 619) % total
  return PROPERTIES.find(({ weight }) => (place -= weight) < 0) as Property
}

/** The case of a number of a run. */
export const caseAt = (seed: number, index: number): unknown => propertyAt(index).make(randomFor(seed, index))
