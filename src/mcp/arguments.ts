// What a client sent, read as what it means. The shapes of the seeds are other spellings of the same things.
import { UsageError } from '../core/field.ts'
import { tokensFrom } from '../core/request.ts'
import { redactSecrets } from '../workspace/index.ts'

/** The arguments of one call. */
export type Args = Readonly<Record<string, unknown>>

/** More tokens than any client shows. */
export const MOST_TOKENS = 200_000

/** The least in which an answer and its receipt can say anything. */
export const LEAST_TOKENS = 64

/** A budget: a number, or a text as people type it. */
export function budgetIn(args: Args, otherwise: number): number {
  const given = first(args, ['budget', 'token_budget'])
  if (given === undefined) return otherwise
  const tokens = typeof given === 'number' ? given : typeof given === 'string' ? typed(given) : Number.NaN
  if (Number.isNaN(tokens) || tokens <= 0) throw new UsageError(`a budget looks like 8000 or "32k", not ${shown(given)}`)
  if (tokens < LEAST_TOKENS) throw new UsageError(`a budget of ${Math.floor(tokens)} tokens holds no answer: give ${LEAST_TOKENS} or more`)
  if (tokens > MOST_TOKENS) throw new UsageError(`a budget of ${shown(given)} tokens is more than clients show: give ${MOST_TOKENS} or less`)
  return Math.floor(tokens)
}

function typed(text: string): number {
  try {
    return tokensFrom(text)
  } catch {
    return Number.NaN
  }
}

/** A name, a path, a handle, a question: nobody needs more. What is longer would keep the thread that works for everybody. */
const MOST_CHARACTERS = 4000

/** A task may quote a log. */
export const MOST_OF_A_TASK = 50_000

/** Things that may be named at once. */
const MOST_NAMED = 200

/** A text, when there is one. */
export const textIn = (args: Args, ...names: readonly string[]): string | undefined => within(args, names, MOST_CHARACTERS)

/** A text in somebody's own words, when there is one. */
export const taskIn = (args: Args, ...names: readonly string[]): string | undefined => within(args, names, MOST_OF_A_TASK)

function within(args: Args, names: readonly string[], most: number): string | undefined {
  const given = first(args, names)
  if (given === undefined) return undefined
  if (typeof given !== 'string') throw new UsageError(`${names[0]} takes a text, not ${shown(given)}`)
  return short(given, String(names[0]), most)
}

/** The text, unless it is too long. */
export function short(given: string, name: string, most = MOST_CHARACTERS): string {
  if (given.length > most) throw new UsageError(`${name} has at most ${most} characters, not ${given.length}: say it shorter`)
  return given
}

/** Throws when more is named at once than anybody needs. */
export function fewOf(count: number, name: string): void {
  if (count > MOST_NAMED) throw new UsageError(`${name} names at most ${MOST_NAMED} things at once, not ${count}: ask in several calls`)
}

/** A text that must be one of a few; those that a tool offers are named. */
export function choiceIn<T extends string>(args: Args, name: string, choices: readonly T[], offered: readonly string[] = choices): T | undefined {
  const given = textIn(args, name)
  if (given === undefined) return undefined
  const found = choices.find((choice) => choice === given)
  if (found === undefined) throw new UsageError(`${name} is one of ${offered.join(', ')}, not ${shown(given)}`)
  return found
}

/** Several texts; one alone may come without its list. */
export function textsIn(args: Args, name: string): readonly string[] {
  const given = first(args, [name])
  if (given === undefined) return []
  const texts = Array.isArray(given) ? given : [given]
  if (!texts.every((text) => typeof text === 'string')) throw new UsageError(`${name} takes a list of texts, not ${shown(given)}`)
  fewOf(texts.length, name)
  return texts.map((text) => short(text, name))
}

/** Refuses what no spelling of a tool knows, so that a typing mistake is not silently forgotten. Spellings of the seeds are understood and not offered. */
export function onlyKnown(args: Args, offered: readonly string[], understood: readonly string[] = []): void {
  const strange = Object.keys(args).find((name) => !offered.includes(name) && !understood.includes(name))
  if (strange !== undefined) throw new UsageError(`there is no argument ${shown(strange)}; there are ${offered.join(', ')}`)
}

/** Null is how some clients leave something out. */
const first = (args: Args, names: readonly string[]): unknown => names.map((name) => (Object.hasOwn(args, name) ? args[name] : undefined)).find((value) => value !== undefined && value !== null)

/** A value in a message: a secret is hidden before it is cut, since a part of one is not known as such. */
export function shown(value: unknown, most = 60): string {
  const text = redactSecrets(JSON.stringify(value) ?? String(value)).text
  return text.length > most ? `${text.slice(0, most)}…` : text
}
