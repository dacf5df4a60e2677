// Text of a file in parts: which encoding it has, and what of it was no text at all.
import type { DataFile } from './bytes.ts'

/** What was noticed while text was read. */
export interface TextWatch {
  /** Whether some bytes were no valid text and were replaced. */
  broken: boolean
}

/** The encoding that the first bytes tell: a mark of UTF-16 is obeyed, everything else is UTF-8. */
export function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** The text of a file in parts, without its byte order mark. */
export async function* textOf(file: DataFile, watch: TextWatch = { broken: false }): AsyncIterable<string> {
  const decoder = new TextDecoder(encodingOf(await file.slice(0, 2)))
  for await (const chunk of file.chunks()) yield* told(decoder.decode(chunk, { stream: true }), watch)
  yield* told(decoder.decode(), watch)
}

function* told(text: string, watch: TextWatch): Iterable<string> {
  if (text.includes('\ufffd')) watch.broken = true
  if (text !== '') yield text
}

/** The first characters of a text. */
export async function headOf(file: DataFile, most: number): Promise<{ text: string; whole: boolean }> {
  let text = ''
  for await (const part of textOf(file)) {
    text += part
    if (text.length >= most) return { text: text.slice(0, most), whole: false }
  }
  return { text, whole: true }
}

/** The longest line or row that is read, in characters. */
export const LONGEST_ROW = 8 * 1024 * 1024

/** The lines of a text, without their ends. A line that is too long is passed over, and counted in `long`. */
export async function* linesOf(file: DataFile, watch: TextWatch & { long: number }): AsyncIterable<readonly string[]> {
  let rest = ''
  let skipping = false
  for await (const part of textOf(file, watch)) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    if (skipping && lines.length > 0) {
      lines.shift()
      skipping = false
    }
    if (lines.length > 0) yield lines
    if (rest.length <= LONGEST_ROW && !skipping) continue
    if (!skipping) watch.long++
    skipping = true
    rest = ''
  }
  if (rest !== '' && !skipping) yield [rest]
}

/** What was noticed, as notes. */
export const textNotes = ({ broken }: TextWatch): string[] => (broken ? ['holds bytes that are no valid UTF-8, shown as U+FFFD'] : [])
