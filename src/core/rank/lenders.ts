// Which further files are worth looking into: those that define what the nearest use. They say little of the task themselves, but its change will need their signatures.
import type { CorpusFile } from '../corpus.ts'
import { lastPart } from '../names.ts'
import type { OutlineItem } from '../outline.ts'
import { hashOf } from '../spans.ts'
import { type Words, wordsIn } from '../words.ts'

/** This many of the nearest are asked what they use. */
const ASKED = 30
/** Shorter names are letters. */
const LEAST_NAME = 3
/** What a file's other names add to its best one, as a part of them and at the most in best ones. */
const OTHERS = 0.1
const MOST_OTHERS = 3

/** What a file defines. */
export type Defines = (file: CorpusFile) => readonly OutlineItem[]

/** What is known of files. */
export interface Known {
  readonly defines: Defines
  /** The words of a file; undefined where they have to be looked for. */
  wordsOf(file: CorpusFile): Words | undefined
}

/** Files behind the nearest, those first whose definitions the nearest use most surely: by many, and defined by few. */
export function lenders(nearest: readonly CorpusFile[], behind: readonly CorpusFile[], { defines, wordsOf }: Known): CorpusFile[] {
  if (behind.length === 0) return []
  const uses = usesOf(nearest.slice(0, ASKED), wordsOf)
  const definers = new Map<string, number>()
  const named = new Map([...nearest, ...behind].map((file) => [file, namesOf(defines(file))]))
  for (const names of named.values()) for (const name of names) definers.set(name, (definers.get(name) ?? 0) + 1)
  const lent = new Map(behind.map((file) => [file, lentBy([...(named.get(file) ?? [])].map((name) => (uses.get(hashOf(name)) ?? 0) / (definers.get(name) ?? 1)))]))
  return behind.filter((file) => (lent.get(file) as number) > 0).sort((a, b) => (lent.get(b) as number) - (lent.get(a) as number) || (a.entry.path < b.entry.path ? -1 : 1))
}

/** How much the nearest use each word, by its hash: the nearer the file, the more. */
function usesOf(files: readonly CorpusFile[], wordsOf: Known['wordsOf']): ReadonlyMap<number, number> {
  const uses = new Map<number, number>()
  for (const file of files) {
    const { entry, score } = file
    const { hashes, stems } = wordsOf(file) ?? wordsIn(entry.text)
    for (const hash of hashes.subarray(stems)) uses.set(hash, (uses.get(hash) ?? 0) + score.value ** 2)
  }
  return uses
}

const namesOf = (items: readonly OutlineItem[]): ReadonlySet<string> => new Set(items.map(({ name }) => lastPart(name)).filter((name) => name.length >= LEAST_NAME))

function lentBy(parts: readonly number[]): number {
  const best = parts.reduce((most, part) => Math.max(most, part), 0)
  return best + OTHERS * Math.min(MOST_OTHERS * best, parts.reduce((sum, part) => sum + part, 0))
}
