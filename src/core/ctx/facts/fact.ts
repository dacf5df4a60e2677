/** One thing that a text says by its structure: a field with its type, a function with its signature. Cards list facts, deltas compare them. */
export interface Fact {
  /** What holds it: a table, a class; empty for the text itself. */
  readonly holder: string
  readonly name: string
  /** `string(required)`, `(text, limit=3)`. */
  readonly value: string
  /** What it is, for people: `schema field`, `column`, `function`. */
  readonly kind: string
  /** Differs when what is behind it differs, though its value reads the same. */
  readonly body?: string
}
