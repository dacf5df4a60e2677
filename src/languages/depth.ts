// Text that nests deeper or runs longer on one line than anybody writes. Grammars keep every way of reading it open, and some need seconds for a page, so such a
// text is not given to them.

const MOST_BRACKETS = 400
const MOST_INDENTS = 100
const LONGEST_LINE = 10_000

/** Whether brackets or indentation nest deeper, or a line is longer, than in any text that people write. One pass; what stands in strings counts too, as it hardly ever matters. */
export function isInhuman(text: string): boolean {
  let depth = 0
  let line = 0
  const indents = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 40 || code === 91 || code === 123) {
      if (++depth > MOST_BRACKETS) return true
    } else if ((code === 41 || code === 93 || code === 125) && depth > 0) depth--
    else if (code === 10) {
      if (at - line > LONGEST_LINE || deepens(text, at + 1, indents)) return true
      line = at + 1
    }
  }
  return text.length - line > LONGEST_LINE
}

/** Takes the indentation of a line into account; true when there are too many steps. */
function deepens(text: string, start: number, indents: number[]): boolean {
  let end = start
  while (text.charCodeAt(end) === 32 || text.charCodeAt(end) === 9) end++
  if (end >= text.length || text.charCodeAt(end) === 10) return false
  const width = end - start
  while (indents.length > 1 && (indents.at(-1) as number) > width) indents.pop()
  if (width > (indents.at(-1) as number)) indents.push(width)
  return indents.length > MOST_INDENTS
}
