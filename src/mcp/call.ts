// What goes between the thread that speaks with clients and the thread that works: plain data, no connection, no session.

/** One wish of a client. */
export interface Call {
  readonly kind: 'tool' | 'resource' | 'prompt' | 'complete'
  /** The tool, the resource's address, the prompt, or what is to be completed. */
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** What came of it. */
export interface Answer {
  readonly text: string
  /** The text says what went wrong and what to do next. */
  readonly failed?: boolean
  /** The same as data, when it was asked for as JSON. */
  readonly data?: Readonly<Record<string, unknown>>
  /** What programs may want to know, beside the text. */
  readonly meta?: Readonly<Record<string, unknown>>
}

/** The workspace that a server works in. */
export interface Place {
  /** A real path. */
  readonly root: string
  /** Somebody named the root; otherwise it is where the program was started. */
  readonly named: boolean
  readonly frozen: boolean
}

/** Does what clients wish. */
export interface Clerk {
  ask(call: Call, watch: Watch): Promise<Answer>
  close(): Promise<void>
}

/** Who asks: whether they still want to know, and where progress goes. */
export interface Watch {
  readonly signal: AbortSignal
  /** Takes turns with the others; absent where there is only one. */
  readonly client?: string
  progress(files: number): void
}
