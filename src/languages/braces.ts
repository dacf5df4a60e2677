// Braces without a grammar: enough to see where the body of a definition ends when nothing else could be read.
import type { Span } from './span.ts'

// Comments, strings and characters are passed over; an apostrophe that closes nothing is one of a lifetime or a word.
const SIGNS = /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\.){1,8}'|[()[\]{};]/g

/** No function that is worth rescuing is longer. */
const LONGEST = 50_000

/** The body that follows the first words of a definition, braces included; undefined when a semicolon comes first, or a bracket is missing before a place where the body must have ended. */
export function bodyAfter(text: string, from: number, before: number): Span | undefined {
  const most = Math.min(from + LONGEST, before)
  SIGNS.lastIndex = from
  let depth = 0
  let start: number | undefined
  for (let sign = SIGNS.exec(text); sign !== null; sign = SIGNS.exec(text)) {
    const [mark] = sign
    if (sign.index > most) return undefined
    if (mark.length > 1) continue
    if (mark === ';' && depth === 0) return undefined
    if (mark === '{' && depth === 0) start = sign.index
    depth += OPENS.includes(mark) ? 1 : CLOSES.includes(mark) ? -1 : 0
    if (depth < 0) return undefined
    if (depth === 0 && start !== undefined) return SIGNS.lastIndex > before ? undefined : { start, end: SIGNS.lastIndex }
  }
  return undefined
}

const OPENS = '([{'
const CLOSES = ')]}'
