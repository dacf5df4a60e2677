import { short, slashes, tripled } from '../skips.ts'
import type { Bracketed, Calls, Shape } from '../speech.ts'
import { any, named, shape, TYPE } from '../words.ts'

const LEAD = any('public protected private static abstract final sealed non-sealed strictfp default synchronized native transient volatile @[\\w.]+')

const TYPED: readonly Shape[] = [
  shape('class', String.raw`${LEAD}(?:class|record)\s+${named}`, { holds: 'class' }),
  shape('interface', String.raw`${LEAD}@?interface\s+${named}`, { holds: 'class' }),
  shape('enum', String.raw`${LEAD}enum\s+${named}`, { holds: 'enum' }),
]

const FIELD = shape('field', String.raw`${LEAD}(?!return\b|throw\b|import\b|package\b)${TYPE}\s+${named}\s*(?:\[\s*\]\s*)*(?=[=;,])`, { plain: true })
const COMPACT = shape('method', String.raw`${any('public protected private')}(?!static\b|default\b)${named}\s*(?=\{)`)
const CONSTANT = shape('field', String.raw`${named}\s*(?=[({,;}]|$)`, { holds: 'class' })

const CALLS: Calls = { kind: 'method', declared: true, not: /^(?:if|for|while|switch|catch|return|new|static)$/ }

/** Java. */
export const java: Bracketed = {
  skips: { '"': tripled(short), "'": short, '/': slashes },
  marks: ['@'],
  calls: { class: CALLS },
  commas: { enum: 'class' },
  shapes: { top: TYPED, class: [...TYPED, FIELD, COMPACT], enum: [CONSTANT] },
}
