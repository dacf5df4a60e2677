import type { Store } from '../core/ports.ts'

/** A store that lives as long as the program. Values are kept as JSON, so that nobody can change what was put. */
export function memoryStore(): Store {
  const shelves = new Map<string, Map<string, string>>()
  return {
    get: async (shelf, key) => parse(shelves.get(shelf)?.get(key)),
    put: async (shelf, key, value) => {
      const json = JSON.stringify(value) as string | undefined
      const kept = shelves.get(shelf) ?? new Map<string, string>()
      shelves.set(shelf, kept)
      // Nothing to keep is the wish to forget.
      if (json === undefined) kept.delete(key)
      else kept.set(key, json)
    },
    async *keys(shelf) {
      yield* [...(shelves.get(shelf)?.keys() ?? [])].sort()
    },
    close: async () => {},
  }
}

const parse = (json: string | undefined): unknown => (json === undefined ? undefined : JSON.parse(json))
