import type { Store } from '../core/ports.ts'

/** A store that remembers nothing: with it, two runs cannot differ by what happened before. */
export const forgetful: Store = {
  get: async () => undefined,
  put: async () => {},
  async *keys() {},
  close: async () => {},
}
