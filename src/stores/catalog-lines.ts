// Resources as lines of JSON, the same in every store: so the word for a state is the same too.
import { hashOf } from './catalog-files.ts'

/** One resource a line, as they are asked for: the text of a large catalogue is never whole in memory. */
export function* linesOf(resources: readonly unknown[]): Iterable<string> {
  for (const resource of resources) yield `${JSON.stringify(resource)}\n`
}

/** The records of lines that were written by `linesOf`; undefined when one of them is none. */
export function recordsIn<T>(text: string, is: (value: unknown) => value is T): T[] | undefined {
  try {
    const all = text.split('\n').filter((line) => line !== '').map((line): unknown => JSON.parse(line))
    return all.every(is) ? all : undefined
  } catch {
    return undefined
  }
}

/** The records of lines that can be read; the others are left out. */
export function readableIn<T>(text: string, is: (value: unknown) => value is T): T[] {
  return text.split('\n').flatMap((line) => recordsIn(line, is) ?? [])
}

/** The word for the state of a catalogue: changes when the resources of any source do. */
export const stateOf = (snapshots: readonly (readonly [source: string, sha256: string | undefined])[]): string =>
  hashOf(JSON.stringify([...snapshots].filter(([, sha256]) => sha256 !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 16)
