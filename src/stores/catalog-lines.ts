// Resources as lines of JSON, the same in every store: so the word for a state is the same too.
import type { Resource } from '../catalog/record.ts'
import { hashOf } from './catalog-files.ts'

/** One resource a line, as they are asked for: the text of a large catalogue is never whole in memory. */
export function* linesOf(resources: readonly unknown[]): Iterable<string> {
  for (const resource of resources) yield `${JSON.stringify(resource)}\n`
}

/** The resources of lines that were written by `linesOf`. */
export const resourcesIn = (text: string): Resource[] => text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Resource)

/** The word for the state of a catalogue: changes when the resources of any source do. */
export const stateOf = (snapshots: readonly (readonly [source: string, sha256: string | undefined])[]): string =>
  hashOf(JSON.stringify([...snapshots].filter(([, sha256]) => sha256 !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 16)
