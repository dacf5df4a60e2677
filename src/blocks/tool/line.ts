// A long line keeps its beginning and its end. How much of them follows the room there is.

/** A line longer than this is shortened, unless everything else is shown already. */
export const LONG = 400
/** Room for the words about what was cut. */
const WORDS = 80
/** The part of the rest that the beginning has. */
const BEGINNING = 0.75
/** How much more each next width allows. */
const GROWTH = 1.2

/** The widths at which lines can be shown when the longest has so many characters, each larger than the one before. */
export function widthsFor(longest: number): number[] {
  const widths = [LONG]
  for (let width = LONG * GROWTH; width < longest; width *= GROWTH) widths.push(Math.floor(width))
  return widths
}

/** A line that may have so many characters; `mark` says what stands for the rest of one that is longer. */
export function shortened(text: string, width: number, mark: (cut: number) => string): string {
  if (text.length <= width) return text
  const beginning = Math.floor((width - WORDS) * BEGINNING)
  const end = width - WORDS - beginning
  return `${whole(text.slice(0, beginning))}${mark(text.length - beginning - end)}${whole(text.slice(-end))}`
}

/** Half of a pair of surrogates is no text. */
const whole = (part: string): string => part.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
