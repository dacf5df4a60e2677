// Which tree an answer was made from: a short name for everything that was read, by content.
import type { Digest, Entry } from '../core/ports.ts'

const named = new WeakMap<readonly Entry[], string>()

/** Eight digits that change when any file does. */
export function treeOf(entries: readonly Entry[], digest: Digest): string {
  // What was read before and has not changed is the same list.
  const tree = named.get(entries) ?? digest.sha256(entries.map(({ path, sha256 }) => `${path}\0${sha256}\n`).join('')).slice(0, 8)
  named.set(entries, tree)
  return tree
}
