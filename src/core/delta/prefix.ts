// How much of a text a prompt cache can take from an earlier one: providers keep what they have read from the first byte to the first difference.
import type { Pack } from './pack.ts'

/** What two texts share from their beginning. */
export interface Prefix {
  /** UTF-16 units. */
  readonly length: number
  /** Whole lines. */
  readonly lines: number
}

/** The longest common beginning of two texts. Of a character in two units both are in it or none. */
export function sharedPrefix(a: string, b: string): Prefix {
  let length = 0
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++
  const half = a.charCodeAt(length - 1)
  if (length > 0 && length < Math.max(a.length, b.length) && half >= 0xd8_00 && half <= 0xdb_ff) length--
  let lines = 0
  for (let at = a.indexOf('\n'); at >= 0 && at < length; at = a.indexOf('\n', at + 1)) lines++
  return { length, lines }
}

/** The file in which a line of a pack stands, from 0; empty for what stands around the files. */
export function sectionAt({ sections }: Pick<Pack, 'sections'>, line: number): string {
  let start = 0
  for (const { path, lines } of sections) {
    if (line < start + lines) return path
    start += lines
  }
  return ''
}
