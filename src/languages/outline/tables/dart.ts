import { nestedSlashes, prefixed, raw, short, tripled } from '../skips.ts'
import type { Bracketed, Calls, Shape } from '../speech.ts'
import { any, named, shape, TYPE, TYPES } from '../words.ts'

const LEAD = any('abstract base final sealed interface mixin static const late external covariant factory augment')

const TYPED: readonly Shape[] = [
  shape('class', String.raw`${LEAD}(?:class|mixin(?:\s+class)?|extension(?:\s+type)?(?:\s+const)?)\s+(?!on\b)${named}`, { holds: 'class' }),
  shape('class', String.raw`extension\s+on\s+${named}`, { holds: 'class' }),
  shape('enum', String.raw`enum\s+${named}`, { holds: 'enum' }),
  shape('type', String.raw`typedef\s+(?:${TYPE}\s+)?${named}\s*(?=[<=(])`),
  shape('method', String.raw`${LEAD}(?:${TYPE}\s+)?(?:(?:get|set)\s+${named}|operator\s*(?<sign>[^\s(\w]{1,3}))`, { plain: 'valued', named: ({ groups }) => groups?.['name'] ?? `operator ${groups?.['sign']}` }),
  shape('field', String.raw`${LEAD}(?!return\b|import\b|export\b|part\b|library\b)(?:var\s+|${TYPE}\s+(?:Function\s*(?:${TYPES}\s*)?\([^()]{0,300}\)\??\s+)?)?${named}\s*(?=[=;,])`, { plain: true }),
]

const CALLS: Calls = { kind: 'function', declared: true, dotted: true, not: /^(?:if|for|while|switch|catch|return|assert|Function)$/ }
const quoted = prefixed(tripled(short), [{ before: /(?:^|[^\w])r$/, skip: raw }])

/** Dart. */
export const dart: Bracketed = {
  skips: { '"': quoted, "'": quoted, '/': nestedSlashes },
  marks: ['@'],
  calls: { top: CALLS, class: CALLS },
  commas: { enum: 'class' },
  shapes: { top: TYPED, class: TYPED, enum: [shape('field', String.raw`${named}\s*(?=[(<,;}]|$)`)] },
}
