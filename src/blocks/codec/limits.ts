/** What a container may hold. Everything is checked before memory is asked for. */
export const LIMITS = {
  /** Bytes of one body, packed or not. */
  body: 16 << 20,
  /** Bytes of all bodies together, unpacked, and of a packed payload. */
  payload: 256 << 20,
  /** Blocks, files of trees and hunks together: each is an object, however few bytes it has. */
  parts: 1 << 17,
  /** Folders inside folders. */
  depth: 128,
  /** What zstd may look back; the least that every reader of zstd must offer. */
  window: 8 << 20,
  /** Smaller bodies are not worth packing. */
  packing: 256,
} as const
