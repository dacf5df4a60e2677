// The output of a tool as lines that can be ranked and cut.
import { laidOut } from './layout.ts'
import { templateOf } from './template.ts'

/** Lines, and for each the number of its template: lines that differ only in numbers, addresses and times have the same. */
export interface Sheet {
  readonly lines: readonly string[]
  readonly templates: Int32Array
  /** For each template, how many lines have it. */
  readonly repeats: Int32Array
  /** For each template, the first line that has it. */
  readonly firsts: Int32Array
}

// Colours, cursor movements, titles and links; one pass, and what opens a title ends at the next escape.
const ANSI = /(?:\u001B\[|\u009B)[0-?]{0,64}[ -/]{0,8}[@-~]|\u001B\][^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]{0,2}[0-~]/g

/** A text without what steers a terminal. Of a line that was written over and over, such as a progress bar, the last state is kept. */
export function plain(text: string): string {
  const still = text.includes('\u001B') || text.includes('\u009B') ? text.replace(ANSI, '') : text
  const unix = still.includes('\r') ? still.replaceAll('\r\n', '\n') : still
  return unix.includes('\r') ? unix.split('\n').map(lastState).join('\n') : unix
}

function lastState(line: string): string {
  const written = withoutEnd(line, '\r')
  return written.slice(written.lastIndexOf('\r') + 1)
}

/** A text without a sign that is repeated at its end. A pattern for this would begin again at every run of the sign. */
function withoutEnd(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end--
  return text.slice(0, end)
}

/** The sheet of an output. JSON that stands in one line gets lines first, which hold the same tokens, unless the lines are to stay as they are. */
export function sheetOf(text: string, { asIs = false } = {}): Sheet {
  const lines = withoutEnd(asIs ? text : laidOut(text), '\n').split('\n')
  const numbers = new Map<string, number>()
  const firsts: number[] = []
  const repeats: number[] = []
  const templates = Int32Array.from(lines, (line, i) => {
    const template = templateOf(line)
    const known = numbers.get(template) ?? firsts.push(i) - 1
    numbers.set(template, known)
    repeats[known] = (repeats[known] ?? 0) + 1
    return known
  })
  return { lines, templates, repeats: Int32Array.from(repeats), firsts: Int32Array.from(firsts) }
}
