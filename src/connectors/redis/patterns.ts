// Keys have no schema, so one is found in their names: `user:123:cart` and `user:77:cart` are `user:{id}:cart`.

/** What a part of a key is, when it is no word, and how it is recognised again. */
const PLACES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['bytes', /[\p{Cc}\ufffd]/u],
  // Braces say which keys of a cluster lie together: `{user1}:cart`.
  ['tag', /[{}]/],
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['date', /^(?:19|20)\d\d(?:-\d\d(?:-\d\d(?:[T-]\d\d)?)?|[01]\d[0-3]\d)$/],
  ['id', /^-?\d+$/],
  ['email', /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i],
  ['phone', /^\+\d[\d ().-]{5,}$/],
  ['ip', /^\d{1,3}(?:\.\d{1,3}){3}$/],
  ['hash', /^(?=.*\d)(?=.*[a-f])[0-9a-f]{8,}$/i],
  ['token', /^(?=.*\d)(?=.*[a-z])[\w-]{16,}$/i],
  // Small and capital letters in no order: `kJsdFhPqZxVbNmTwLr`; `billingAddressLine` has words.
  ['token', /^(?=(?:[a-z]*[A-Z]+){5})(?!.*[a-z]{5})[\w-]{16,}$/],
  // A code in groups: `HX7Q-99PL-ZT4M`.
  ['code', /^(?=.*\d)[A-Z\d]{3,}(?:-[A-Z\d]{3,}){2,}$/],
]

/** The parts of a pattern; a place is written `{id}`. */
export type Pattern = readonly string[]

/** Characters and parts of a key that are looked at. */
const LONGEST = 300
const MOST_PARTS = 12

/** A key as the parts of its pattern, as far as it can be told alone. */
export function partsOf(key: string): string[] {
  const parts = key.slice(0, LONGEST).split(':')
  return [...parts.slice(0, MOST_PARTS).map(partOf), ...(parts.length > MOST_PARTS ? ['{rest}'] : [])]
}

/** What a text is when it is no word, such as `email`; undefined for a word. */
export const placeIn = (text: string): string | undefined => PLACES.find(([, pattern]) => pattern.test(text))?.[0]

function partOf(part: string): string {
  const place = placeIn(part)
  if (place !== undefined) return `{${place}}`
  // A word with a number behind it: `shard12`, `page-3`.
  return part.replace(/^([\p{L}_.-]{2,}?)\d+$/u, '$1{n}')
}

/** Words at one place that are so many are names, not parts of a pattern. */
const MANY_WORDS = 20
const MANY_AT_TOP = 200

/** How many keys a word must lead to on average to be more than a name. */
const KEYS_OF_A_PREFIX = 8

interface Node {
  keys: number
  readonly next: Map<string, Node>
  /** Some keys that end here. */
  readonly samples: string[]
  ends: number
}

const node = (): Node => ({ keys: 0, next: new Map(), samples: [], ends: 0 })

/** A pattern with how many keys have it, and some of them. */
export interface Found {
  readonly pattern: Pattern
  readonly keys: number
  readonly samples: readonly string[]
}

/** Collects keys and tells their patterns. */
export class Patterns {
  readonly #root = node()
  readonly #samples: number

  /** @param samples How many keys of each pattern are kept. */
  constructor(samples: number) {
    this.#samples = samples
  }

  add(key: string): void {
    let at = this.#root
    at.keys++
    for (const part of partsOf(key)) {
      at = next(at, part)
      at.keys++
    }
    at.ends++
    if (at.samples.length < this.#samples) at.samples.push(key)
  }

  /** The patterns, the most frequent first. */
  all(): Found[] {
    const found: Found[] = []
    collect(this.#merged(this.#root, true), [], found)
    return found.sort((a, b) => b.keys - a.keys || (a.pattern.join(':') < b.pattern.join(':') ? -1 : 1))
  }

  #merged(from: Node, top: boolean): Node {
    const words = [...from.next].filter(([part]) => !part.startsWith('{'))
    const keys = words.reduce((sum, [, { keys: many }]) => sum + many, 0)
    const names = words.length > (top ? MANY_AT_TOP : MANY_WORDS) && keys / words.length < KEYS_OF_A_PREFIX
    const out: Node = { ...from, next: new Map() }
    for (const [part, child] of from.next) this.#into(out.next, names && !part.startsWith('{') ? '{name}' : part, child)
    for (const [part, child] of out.next) out.next.set(part, this.#merged(child, false))
    return out
  }

  #into(children: Map<string, Node>, part: string, child: Node): void {
    const there = children.get(part) ?? node()
    there.keys += child.keys
    there.ends += child.ends
    there.samples.push(...child.samples.slice(0, this.#samples - there.samples.length))
    for (const [name, inner] of child.next) this.#into(there.next, name, inner)
    children.set(part, there)
  }
}

function next(from: Node, part: string): Node {
  const there = from.next.get(part)
  if (there !== undefined) return there
  const made = node()
  from.next.set(part, made)
  return made
}

function collect({ ends, samples, next: children }: Node, pattern: Pattern, found: Found[]): void {
  if (ends > 0) found.push({ pattern, keys: ends, samples })
  for (const [part, child] of children) collect(child, [...pattern, part], found)
}

/** The names of the places of a pattern, each once: `id`, `id_2`. */
export function placesOf(pattern: Pattern): string[] {
  const seen = new Map<string, number>()
  return pattern.flatMap((part) => [...part.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name}_${times}`
  }))
}

/** A pattern as SCAN takes it: a place is any text, and signs that mean something there are plain. */
export const globOf = (pattern: Pattern): string => pattern.map((part) => part.split(/\{\w+\}/).map((text) => text.replace(/[*?[\]\\^]/g, '\\$&')).join('*')).join(':')

/** What stands at the places of a key; undefined when the key has another pattern. */
export function matcherOf(pattern: Pattern): (key: string) => string[] | undefined {
  const expression = new RegExp(`^${pattern.map((part) => part.split(/(\{\w+\})/).map(expressionOf).join('')).join(':')}$`, 'su')
  return (key) => {
    const found = expression.exec(key)
    return found === null ? undefined : found.slice(1)
  }
}

function expressionOf(part: string): string {
  if (part === '{n}') return '(\\d+)'
  if (part === '{id}') return '(-?\\d+)'
  if (part === '{rest}') return '(.*)'
  return /^\{\w+\}$/.test(part) ? '([^:]*)' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
