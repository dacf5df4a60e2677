// `$ref` inside one document. What lies outside of it is never fetched: a document must not decide which addresses this machine talks to.
import { isTree, listOf, member, textOf, type Tree } from './tree.ts'

const MOST_HOPS = 32
const MOST_STEPS = 5_000_000

/** What a reference led to. */
export interface Followed {
  readonly schema: Tree
  /** The references on the way, the last one first. */
  readonly trail: readonly string[]
}

/** The references of a document, and what was wrong with them. */
export class Refs {
  readonly #document: unknown
  readonly #known = new Map<string, unknown>()
  #left: number
  /** References to other documents, which were not followed. */
  readonly remote = new Set<string>()
  /** References that lead nowhere. */
  readonly broken = new Set<string>()

  constructor(document: unknown, steps = MOST_STEPS) {
    this.#document = document
    this.#left = steps
  }

  /** Whether the document asked for more work than any honest one. */
  get exhausted(): boolean {
    return this.#left <= 0
  }

  /** Takes steps; false when there are none left. */
  step(steps = 1): boolean {
    this.#left -= steps
    return this.#left > 0
  }

  /** The object that a value is or refers to; an empty one where that cannot be said. */
  follow(value: unknown): Followed {
    const trail: string[] = []
    let at = value
    for (let hop = 0; hop < MOST_HOPS && this.step(); hop += 1) {
      const ref = member(at, '$ref')
      if (typeof ref !== 'string') return { schema: isTree(at) ? at : {}, trail }
      if (trail.includes(ref)) break
      trail.unshift(ref)
      at = this.#target(ref)
    }
    return { schema: {}, trail }
  }

  #target(ref: string): unknown {
    if (!ref.startsWith('#')) {
      note(this.remote, ref)
      return undefined
    }
    if (!this.#known.has(ref)) this.#known.set(ref, pointed(this.#document, ref))
    const target = this.#known.get(ref)
    if (target === undefined) note(this.broken, ref)
    return target
  }
}

/** The first hundred are enough to tell. */
const note = (set: Set<string>, ref: string): void => { if (set.size < 100) set.add(ref) }

function pointed(document: unknown, ref: string): unknown {
  if (ref === '#') return document
  if (!ref.startsWith('#/')) return undefined
  return ref.slice(2).split('/').reduce<unknown>((at, part) => (Array.isArray(at) ? listOf(at)[Number(part)] : member(at, unescaped(part))), document)
}

function unescaped(part: string): string {
  const plain = part.includes('%') ? decoded(part) : part
  return plain.replaceAll('~1', '/').replaceAll('~0', '~')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The name of a schema by the reference that leads to it: `Person` of `#/components/schemas/Person`. */
export function schemaName(trail: readonly string[]): string | undefined {
  const name = trail.find((ref) => /^#\/(?:components\/schemas|definitions|\$defs)\/[^/]+$/.test(ref))
  return name === undefined ? undefined : textOf(unescaped(name.slice(name.lastIndexOf('/') + 1)))
}
