/** How a kind of server is asked for vectors. */
export interface Dialect {
  readonly path: string
  body(model: string, texts: readonly string[]): unknown
  /** The vectors in the order of the texts, not yet checked; undefined when the answer is something else. */
  vectors(answer: unknown): readonly unknown[] | undefined
}

/** A field of something that should be an object. */
export const fieldOf = (value: unknown, name: string): unknown =>
  (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined)
