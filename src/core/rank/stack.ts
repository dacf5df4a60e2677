// Where a trace says that it happened. Every language writes its traces in its own order; here the innermost frame comes first, and the frames of a cause before
// those of what it caused, because that is where people look.
import { type Frame, frameIn, type Kind } from './stack-lines.ts'

export type { Frame } from './stack-lines.ts'

/** Frames of one stack, in the order of the text. */
interface Section {
  readonly kind: Kind | undefined
  /** The text has the innermost last; undefined until its heading or its first frame says so. */
  readonly lastFirst: boolean | undefined
  /** What caused the section before it. */
  readonly cause: boolean
  readonly frames: Frame[]
}

/** What is read of a text: a log has a tail, and no trace is that long. */
const MOST_TEXT = 1_000_000
/** Longer lines are data. */
const MOST_LINE = 2000
/** Frames that are kept: recursion repeats itself. */
const MOST_FRAMES = 500

/** The places that a text names, innermost first, each once. */
export function framesIn(text: string): readonly Frame[] {
  const sections: Section[] = [sectionOf({})]
  let before = ''
  for (const line of text.slice(0, MOST_TEXT).split(/\r\n|\n|\r/)) {
    if (line.length <= MOST_LINE) readLine(line, before, sections)
    before = line.length <= MOST_LINE ? line : ''
  }
  return distinct(chains(sections).flatMap((section) => inOrder(section)))
}

const sectionOf = (part: Partial<Section>): Section => ({ kind: undefined, lastFirst: undefined, cause: false, frames: [], ...part })

const LAST_FIRST = /most recent call last\)/
const FIRST_FIRST = /most recent call first\)/
const CAUSE = /^\s*(?:Caused by:|\[cause\]:)/
/** Begins another trace, however the one before it ended: an exception, a heading of pytest. */
const OTHER = /^(?:Exception in thread |goroutine \d|_{3,} |(?:Uncaught )?[\w.$]{1,200}(?:Exception|Error)\b)/

function readLine(line: string, before: string, sections: Section[]): void {
  const found = frameIn(line, before)
  if (found === undefined) {
    const next = headingOf(line)
    if (next !== undefined) sections.push(sectionOf(next))
    return
  }
  const last = sections.at(-1) as Section
  if (last.kind === found.kind) last.frames.push(...found.frames)
  else if (last.kind === undefined) sections.splice(-1, 1, { ...last, kind: found.kind, lastFirst: last.lastFirst ?? found.lastFirst, frames: [...found.frames] })
  else sections.push(sectionOf({ kind: found.kind, lastFirst: found.lastFirst, frames: [...found.frames] }))
}

function headingOf(line: string): Partial<Section> | undefined {
  if (CAUSE.test(line)) return { cause: true }
  if (LAST_FIRST.test(line)) return { lastFirst: true }
  if (FIRST_FIRST.test(line)) return { lastFirst: false }
  return OTHER.test(line) ? {} : undefined
}

/** Each run of causes turned around: what came last is what began it. */
function chains(sections: readonly Section[]): Section[] {
  const result: Section[][] = []
  for (const section of sections) {
    if (section.cause && result.length > 0) result.at(-1)?.unshift(section)
    else result.push([section])
  }
  return result.flat()
}

const inOrder = ({ lastFirst, frames }: Section): readonly Frame[] => (lastFirst ? frames.toReversed() : frames)

function distinct(frames: readonly Frame[]): Frame[] {
  const known = new Map(frames.map((frame) => [`${frame.path}\n${frame.line ?? ''}\n${frame.symbol ?? ''}`, frame] as const))
  return [...known.values()].slice(0, MOST_FRAMES)
}
