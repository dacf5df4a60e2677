import { nestedSlashes, short, tripledRaw } from '../skips.ts'
import type { Bracketed, Shape } from '../speech.ts'
import { any, NAME, named, reading, shape, TYPES } from '../words.ts'

const LEAD = any('public private protected internal open abstract final sealed data inner annotation value inline override suspend tailrec operator infix external expect actual const lateinit', 10)
const RECEIVER = String.raw`(?:${TYPES}\s*)?(?:${NAME}(?:${TYPES})?\??\.){0,4}`

const TYPED: readonly Shape[] = [
  shape('enum', String.raw`${LEAD}enum\s+class\s+${named}`, { holds: 'enum' }),
  shape('interface', String.raw`${LEAD}(?:fun\s+)?interface\s+${named}`, { holds: 'class' }),
  shape('class', String.raw`${LEAD}companion\s+object\b(?:[ \t]+${named})?`, { holds: 'class', named: ({ groups }) => groups?.['name'] ?? 'Companion' }),
  shape('class', String.raw`${LEAD}(?:class|object)\s+${named}`, { holds: 'class' }),
  shape('function', String.raw`${LEAD}fun\s+${RECEIVER}${named}\s*\(`, { plain: 'valued' }),
  shape('method', String.raw`${LEAD}constructor\s*\(`, { named: () => 'constructor' }),
  shape('type', String.raw`${LEAD}typealias\s+${named}`),
  shape('constant', String.raw`${LEAD}(?:val|var)\s+${RECEIVER}${named}`, { plain: 'valued' }),
]

/** A block of a script: `plugins { … }`, `tasks.register<Test>("a") { … }`. */
const BLOCK = shape('module', String.raw`(?!(?:if|for|while|when|try|do|else|return|init|get|set)\b)(?<name>${NAME}(?:\.${NAME}){0,4})(?:${TYPES})?(?:\s*\([^(){}\n]{0,200}\))?[^\S\n]*(?=\{)`, { holds: 'script' })

/** The constructor of a class may stand on the next line. */
const CONSTRUCTED = reading(String.raw`${LEAD}class\s+${NAME}(?:${TYPES})?\s*(?:@[\w.:]+(?:\([^()\n]*\))?\s*){0,4}(?:(?:public|private|protected|internal)\s+)?constructor\b`)

/** Kotlin. */
export const kotlin: Bracketed = {
  skips: { '"': tripledRaw(short), "'": short, '/': nestedSlashes },
  lines: true,
  spanned: CONSTRUCTED,
  marks: ['@'],
  commas: { enum: 'class' },
  shapes: { top: [...TYPED, BLOCK], script: TYPED, class: TYPED, enum: [shape('field', String.raw`${named}(?=\s*(?:[({,;}]|$))`, { holds: 'class' })] },
}
