// Some text is sealed to the grammar: the tokens of a macro call may be items, but only the macro knows. What is needed to open such a part is
// noted while the tree is at hand; it is opened after the tree is gone, so that a part that breaks the runtime costs only itself.
import type { Node } from './node.ts'
import type { Source } from './cuts.ts'
import type { Draft, Frame } from './forms.ts'
import { frameOf } from './forms.ts'
import type { Span } from './span.ts'

/** Where tiles are looked for. */
export interface Place {
  readonly indent: string
  readonly depth: number
  /** Inside a class, where functions are methods and constants are fields. */
  readonly member: boolean
}

/** A part between brackets that the grammar left unread. */
export interface Seal {
  readonly inside: Span
  /** The statement around it. */
  readonly call: Span
  /** How the statement reads around the definitions inside. */
  readonly frame: Frame
  /** Where those definitions stand. */
  readonly place: Place
}

/** Notes a sealed part of a definition. */
export const sealOf = (source: Source, draft: Draft, { sealed, place }: { sealed: Node; place: Place }): Seal => ({
  inside: { start: sealed.startIndex + 1, end: sealed.endIndex - 1 },
  call: { start: draft.outer.startIndex, end: draft.outer.endIndex },
  frame: frameOf(source, draft, sealed),
  place: { ...place, indent: draft.indent + source.table.step, depth: place.depth + 1 },
})
