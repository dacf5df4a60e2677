/** How much a chunk matters, in the words and numbers of the protocol. */
export const PRIORITIES = { CRITICAL: 1000, HIGH: 800, MEDIUM: 500, LOW: 200, MINIMAL: 100 } as const

export type Priority = keyof typeof PRIORITIES

/** One unit of context with one purpose and a known source. Field names are those of the protocol. */
export interface ContextChunk {
  readonly content: string
  /** A path, an address, or `workspace`. */
  readonly source: string
  /** `file`, `structure`, `dependency`, `history`, or a kind of somebody's own. */
  readonly chunk_type: string
  readonly priority: Priority
  /** Counted once, when the chunk is made. */
  readonly tokens: number
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Makes a chunk and counts it. */
export function contextChunk(said: Omit<ContextChunk, 'tokens' | 'metadata'> & { readonly metadata?: ContextChunk['metadata'] }, count: (text: string) => number): ContextChunk {
  return { ...said, tokens: count(said.content), metadata: said.metadata ?? {} }
}

/** The higher of two priorities. */
export const higherPriority = (a: Priority, b: Priority): Priority => (PRIORITIES[a] >= PRIORITIES[b] ? a : b)

/** The name for a number of points: the highest priority that they reach. */
export function priorityNamed(points: number): Priority {
  const names = Object.keys(PRIORITIES) as Priority[]
  return names.find((name) => points >= PRIORITIES[name]) ?? 'MINIMAL'
}
