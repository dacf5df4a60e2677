import { nestedSlashes, short, tripled } from '../skips.ts'
import type { Bracketed, Shape } from '../speech.ts'
import { any, NAME, named, shape } from '../words.ts'

const LEAD = String.raw`(?:(?:public|private|fileprivate|internal|open)\s*(?:\(set\)\s*)?\s)?${any('final static class override mutating nonmutating convenience required lazy weak unowned indirect dynamic optional prefix postfix infix nonisolated isolated distributed package public private fileprivate internal open', 10)}`

const SHAPES: readonly Shape[] = [
  shape('interface', String.raw`${LEAD}protocol\s+${named}`, { holds: 'top' }),
  shape('enum', String.raw`${LEAD}enum\s+${named}`, { holds: 'top' }),
  shape('function', String.raw`${LEAD}func\s+(?<name>${NAME}|[-+*/=<>!&|^~%?.]{1,6})`),
  shape('method', String.raw`${LEAD}init\s*[?!]?\s*[(<]`, { named: () => 'init' }),
  shape('method', String.raw`deinit\b`, { named: () => 'deinit' }),
  shape('method', String.raw`${LEAD}subscript\s*[(<]`, { named: () => 'subscript' }),
  shape('class', String.raw`${LEAD}(?:class|struct|actor|extension)\s+(?<name>${NAME}(?:\.${NAME})*)`, { holds: 'top' }),
  shape('type', String.raw`${LEAD}(?:typealias|associatedtype)\s+${named}`),
  shape('field', String.raw`${LEAD}(?:var|let)\s+${named}`, { plain: 'valued' }),
  shape('field', String.raw`(?:indirect\s+)?case\s+${named}`),
]

/** Swift. */
export const swift: Bracketed = { skips: { '"': tripled(short), '/': nestedSlashes }, lines: true, marks: ['@'], shapes: { top: SHAPES } }
