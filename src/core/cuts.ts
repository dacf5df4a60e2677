// Where a text can be cut so that the tokens of its parts add up: after a line feed, when the next line begins with a printable character of ASCII, be it after
// spaces and tabs. Only white space and signs reach over a line break: white space up to the last break of a run, signs up to breaks and slashes right after them.
const LINE_FEED = 10
const TAB = 9
const SPACE = 32
const SLASH = 47
const DELETE = 127

const isPrintable = (code: number): boolean => code > SPACE && code < DELETE

/** Whether a text can be cut before this character, if a line feed stands before it. */
export const beginsPart = (code: number): boolean => isPrintable(code) && code !== SLASH

/** Whether a text can be cut at a place that a line feed stands before; what is no character any more is no number. */
function cuts(codeAt: (place: number) => number, at: number): boolean {
  let place = at
  let code = codeAt(place)
  while (code === SPACE || code === TAB) code = codeAt(++place)
  return place > at ? isPrintable(code) : beginsPart(code)
}

const cutsAt = (text: string, at: number): boolean => cuts((place) => text.charCodeAt(place), at)

const cutsIn = (bytes: Uint8Array, at: number): boolean => cuts((place) => bytes[place] ?? Number.NaN, at)

/** The first cut after the beginning; the length of the text where there is none. */
export function firstCut(text: string): number {
  let at = text.indexOf('\n') + 1
  while (at > 0 && !cutsAt(text, at)) at = text.indexOf('\n', at) + 1
  return at === 0 ? text.length : at
}

/** The first cut of a text that lies in bytes; undefined when there is none among the first so many. */
export function firstCutIn(bytes: Uint8Array, most: number): number | undefined {
  const end = Math.min(most, bytes.length - 1)
  for (let at = 1; at <= end; at++) if (bytes[at - 1] === LINE_FEED && cutsIn(bytes, at)) return at
  return undefined
}

/** The last cut of such a text; undefined when there is none among the last so many. */
export function lastCutIn(bytes: Uint8Array, most: number): number | undefined {
  const end = Math.max(2, bytes.length - most)
  for (let at = bytes.length - 1; at >= end; at--) if (bytes[at - 1] === LINE_FEED && cutsIn(bytes, at)) return at
  return undefined
}

/** The last cut; 0 where there is none. */
export function lastCut(text: string): number {
  let at = text.length
  do at = text.lastIndexOf('\n', at - 2) + 1
  while (at > 1 && !cutsAt(text, at))
  return at > 1 && text.charCodeAt(at - 1) === LINE_FEED ? at : 0
}
