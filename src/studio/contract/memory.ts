// What was learned, sessions and packs that were kept.

/** What was learned, and what can be taken up again. */
export interface MemoryView {
  /** Nothing is learned, and nothing that was learned counts. */
  readonly frozen: boolean
  /** Newest first. */
  readonly entries: readonly LessonView[]
  /** Lessons that are not among them. */
  readonly older: number
  /** The most useful first. */
  readonly files: readonly LearnedFile[]
  readonly lenses: readonly { readonly lens: string; readonly effectiveness: number; readonly files: number }[]
  readonly sessions: readonly SessionRow[]
}

/** One lesson of the journal, in words. */
export interface LessonView {
  readonly at: string
  readonly line: string
  readonly path?: string
}

/** What is believed of one file: 0 useless, 0.5 nothing special, 1 always needed. */
export interface LearnedFile {
  readonly path: string
  readonly utility: number
  readonly uses: number
  readonly tags: readonly string[]
  /** The same under a lens, by its name. */
  readonly lenses: Readonly<Record<string, number>>
}

/** One session. */
export interface SessionRow {
  readonly id: string
  readonly saved: string
  readonly kind: string
  readonly state: string
  readonly tokens: number
  readonly request: string
  /** Why it cannot be used. */
  readonly broken?: string
  readonly zooms?: number
  /** What it was made with, as an address says it. */
  readonly choices?: Readonly<Record<string, string | readonly string[]>>
}

/** A session on the files of today. */
export interface SessionStanding {
  readonly id: string
  readonly saved: string
  readonly tokens: number
  readonly zooms: readonly string[]
  readonly sentences: readonly string[]
  readonly notes: readonly string[]
}

/** A pack that was kept, so that feedback and deltas can name it, or why not. */
export interface PackView {
  readonly pack?: string
  readonly why?: string
}
