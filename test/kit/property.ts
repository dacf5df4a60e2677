// A property with a generator: what must hold of every case, and how a case is made from a number. Tests prove each with a few fixed cases, `npm run soak` with 100,000.
import fc from 'fast-check'
import { randomness } from './trees.mjs'

/** Numbers that look random and come again with the same seed. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  /** A whole number below `n`. */
  below(n: number): number
  pick<T>(list: readonly T[]): T
}

/** The families of the bar. */
export const FAMILIES = ['budget', 'determinism', 'round trip', 'monotonicity', 'rights', 'foreign bytes'] as const
export type Family = (typeof FAMILIES)[number]

/** What must hold. A case is plain data, so that it can be told, made smaller and tried again. */
export interface Property<Case = unknown> {
  readonly family: Family
  readonly name: string
  /** How often it comes among a thousand cases of a soak. */
  readonly weight: number
  make(random: Random): Case
  /** What is wrong, a few words and a colon first; undefined when it holds. */
  fault(one: Case): string | undefined | Promise<string | undefined>
  /** What must be the same in another process, folder, time zone and language. */
  answer?(one: Case): string | Promise<string>
}

/** A property among others: what its cases are is its own affair. */
export const property = <Case>(one: Property<Case>): Property => one as unknown as Property

/** The numbers of case `index` of a run. */
export function randomFor(seed: number, index: number): Random {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return randomness((mixed ^ (mixed >>> 13)) >>> 0) as Random
}

/** One value of a generator of fast-check, from our numbers. */
export const drawn = <T>(arbitrary: fc.Arbitrary<T>, random: Random): T => fc.sample(arbitrary, { seed: random.below(2 ** 31), numRuns: 1 })[0] as T

/** Chance in per cent. */
export const chance = (random: Random, percent: number): boolean => random.next() * 100 < percent

/** A number from `least` to `most`, small ones as often as large ones. */
export const logarithmic = (random: Random, least: number, most: number): number => Math.floor(least * (most / least) ** random.next())

/** What happens with one case; a throw is a fault too. */
export async function faultOf(one: Property, example: unknown): Promise<string | undefined> {
  try {
    return await one.fault(example)
  } catch (error) {
    return `threw: ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' ') : String(error)}`
  }
}

const kindOf = (fault: string | undefined): string | undefined => fault?.split(':')[0]

/** A smaller case with the same fault, found by taking things away as long as the fault stays. */
export async function shrunken(one: Property, example: unknown, tries = 400): Promise<unknown> {
  const kind = kindOf(await faultOf(one, example))
  let [best, left] = [example, tries]
  for (let found = true; found && left > 0;) {
    found = false
    for (const smaller of smallerThan(best)) {
      if (left-- <= 0) break
      if (kindOf(await faultOf(one, smaller)) !== kind) continue
      best = smaller
      found = true
      break
    }
  }
  return best
}

/** Cases with a little less in them, the boldest cuts first. */
function* smallerThan(value: unknown): Iterable<unknown> {
  if (typeof value === 'string') yield* partsOf(value)
  else if (typeof value === 'number') yield* [0, Math.floor(value / 2), Math.floor(value) - 1].filter((less) => less >= 0 && less < value)
  else if (Array.isArray(value)) {
    for (const size of [Math.ceil(value.length / 2), 1]) for (let at = 0; at < value.length; at += size) yield [...value.slice(0, at), ...value.slice(at + size)]
    for (const [at, item] of value.entries()) for (const less of smallerThan(item)) yield value.with(at, less)
  } else if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    for (const [key, item] of Object.entries(value)) for (const less of smallerThan(item)) yield { ...(value as object), [key]: less }
  }
}

function* partsOf(text: string): Iterable<string> {
  for (const size of [Math.ceil(text.length / 2), Math.ceil(text.length / 8), 1]) {
    if (size > 1 || text.length <= 24) for (let at = 0; at < text.length; at += size) yield text.slice(0, at) + text.slice(at + size)
  }
}
