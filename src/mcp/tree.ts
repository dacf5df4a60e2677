// Which tree an answer was made from: a short name for everything that was read, by content.
import type { Digest, Entry } from '../core/ports.ts'

/** Eight digits that change when any file does. */
export const treeOf = (entries: readonly Entry[], digest: Digest): string =>
  digest.sha256(entries.map(({ path, sha256 }) => `${path}\0${sha256}\n`).join('')).slice(0, 8)
