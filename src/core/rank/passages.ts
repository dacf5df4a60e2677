// A task is title, own words and pasted text. What somebody writes says more than what a machine printed.

/** The parts of a task. */
export interface Passages {
  readonly title: string
  readonly prose: string
  /** Fenced and indented code, logs, traces, addresses, and what a form asks about the machine. */
  readonly pasted: string
}

const MOST_OF_TITLE = 300

/** What is pasted: a fence, an address, a line that is indented or begins as shells, logs and traces do, a section about versions. */
const PASTED = new RegExp([
  '```[^]*?(?:```|$(?![^]))', '~~~[^]*?(?:~~~|$(?![^]))', String.raw`https?:\/\/\S+`, String.raw`^(?: {4}|\t).*$`, String.raw`^[ \t]*(?:>>>|\$ |at |File "|\d{2,4}[-/:]\d\d).*$`,
  String.raw`^#{1,6}[^\n]*(?:environment|versions?\b|system info|platform|operating system)[^\n]*(?:\n(?!#).*)*`,
].join('|'), 'gim')

/** Takes a task apart. */
export function passagesOf(text: string): Passages {
  const end = text.indexOf('\n')
  const title = (end < 0 ? text : text.slice(0, end)).slice(0, MOST_OF_TITLE)
  const pasted: string[] = []
  const prose = text.slice(title.length).replace(PASTED, (piece) => {
    pasted.push(piece)
    return '\n'
  })
  return { title, prose, pasted: pasted.join('\n') }
}
