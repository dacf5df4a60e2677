// Searching a text that is at hand.
import type { Hit } from '../../../src/studio/contract.ts'

const MOST_FOUND = 1000

/** The lines of a text that hold some words, whatever their case. */
export function linesWith(text: string, words: string): Hit[] {
  const [found, wanted]: [Hit[], string] = [[], words.toLowerCase()]
  if (wanted === '') return found
  text.split('\n').forEach((line, i) => { if (found.length < MOST_FOUND && line.toLowerCase().includes(wanted)) found.push([0, i]) })
  return found
}
