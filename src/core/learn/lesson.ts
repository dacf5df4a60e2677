/** What can teach: a rating of a file, of a pack that showed it, a zoom, somebody's own mark, the rating of a lens; and forgetting. */
export const LESSON_KINDS = ['rated', 'shown', 'zoomed', 'marked', 'lens', 'forgotten'] as const

export type LessonKind = (typeof LESSON_KINDS)[number]

/** One thing to learn. */
export interface Lesson {
  readonly kind: LessonKind
  readonly path?: string
  /** The lens that was used, or that is rated. */
  readonly lens?: string
  /** 0 useless, 1 needed. */
  readonly value?: number
  /** Tags to add; with a minus in front, to take away. */
  readonly tags?: readonly string[]
  /** In somebody's words. */
  readonly why?: string
  /** The pack or session it comes from. */
  readonly source?: string
}

/** A lesson that was learned: when, and from where to where it moved the belief. */
export interface Entry extends Lesson {
  readonly at: string
  readonly from?: number
  readonly to?: number
}
