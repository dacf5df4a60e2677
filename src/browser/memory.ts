import type { Memory } from '../core/ports.ts'

/** What was worked out from texts, held as long as somebody holds the files. */
export function heldMemory(): Memory {
  const bytes = new Map<string, Uint8Array>()
  const texts = new Map<string, string>()
  return {
    recall: (kind, sha256) => bytes.get(kind + sha256),
    keep: (kind, sha256, value) => void bytes.set(kind + sha256, value),
    recallText: (kind, sha256) => texts.get(kind + sha256),
    keepText: (kind, sha256, value) => void texts.set(kind + sha256, value),
  }
}
