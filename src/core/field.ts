// Inputs declared once, as data: the command line, help, completion, JSON input and the reference page all read the same table.
import { heightOf, levelFrom, levelNamed, LEVELS } from './level.ts'
import { suggestion } from './nearest.ts'
import { tokensFrom } from './request.ts'
import { shortName, shown } from './shown.ts'

type Kind = 'text' | 'flag' | 'number' | 'tokens' | 'level' | 'choice' | 'list'

/** One input: what it is, what it means, what it is when nobody says. */
export interface Field<T = unknown> {
  readonly kind: Kind
  readonly doc: string
  readonly choices?: readonly string[]
  /** The lowest level that may be asked for; the words of the field say which there are. */
  readonly least?: (typeof LEVELS)[number]
  readonly short?: string
  /** Given by place instead of by name; `rest` takes all that remain. */
  readonly place?: 'one' | 'rest'
  /** A list whose texts are taken as they are: a comma does not end one. */
  readonly verbatim?: true
  /** What stands for the value in help: FILE, N. */
  readonly sign?: string
  readonly otherwise?: T
  /** Never set: carries the type of the value. */
  readonly value?: T
}

export type Fields = Readonly<Record<string, Field>>

/** The values that a table of fields yields. */
export type Values<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

type Options<T> = Omit<Field<T>, 'kind' | 'doc' | 'value'>

const make = <T>(kind: Kind) => (doc: string, options: Options<T> = {}): Field<T> => ({ kind, doc, ...options })

/** Any text; undefined when not given. */
export const text = make<string | undefined>('text')
/** A switch, off unless given. */
export const flag = (doc: string, options: Options<boolean> = {}): Field<boolean> => ({ kind: 'flag', doc, otherwise: false, ...options })
/** A whole number. */
export const number = make<number | undefined>('number')
/** A token budget: `8000`, `32k`, `none`. */
export const tokens = make<number | undefined>('tokens')
/** A level: `shape`, `L1`. */
export const level = make<(typeof LEVELS)[number] | undefined>('level')
/** One of a few words. */
export const choice = make<string | undefined>('choice')
/** Several texts: the option may be repeated. */
export const list = (doc: string, options: Options<readonly string[]> = {}): Field<readonly string[]> => ({ kind: 'list', doc, otherwise: [], ...options })

/** A mistake in what somebody typed: surfaces show the message and stop with the exit code for usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Reads raw input (strings from a command line, values from JSON) by a table of fields. */
export function readFields<F extends Fields>(fields: F, raw: ReadonlyMap<string, unknown>): Values<F> {
  for (const name of raw.keys()) {
    if (!Object.hasOwn(fields, name)) throw new UsageError(`there is no option ${shortName(dashed(name))}; ${suggestion(dashed(name), Object.keys(fields).map(dashed))}`)
  }
  const values = Object.entries(fields).map(([name, field]) => [name, raw.has(name) ? readValue(name, field, raw.get(name)) : field.otherwise])
  return Object.fromEntries(values) as Values<F>
}

/** `maxFileBytes` -> `--max-file-bytes`. */
export const dashed = (name: string): string => `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`

function readValue(name: string, field: Field, raw: unknown): unknown {
  try {
    return READERS[field.kind](raw, field)
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${field.place === undefined ? dashed(name) : name.toUpperCase()}: ${error.message}`)
    throw error
  }
}

const READERS: Record<Kind, (raw: unknown, field: Field) => unknown> = {
  text: (raw) => wordOf(raw),
  flag: (raw) => flagOf(raw),
  number: (raw) => numberOf(wordOf(raw)),
  tokens: (raw) => tokensFrom(wordOf(raw)),
  level: (raw, field) => levelOf(wordOf(raw), field),
  choice: (raw, field) => choiceOf(wordOf(raw), field.choices ?? []),
  list: (raw, field) => (Array.isArray(raw) ? raw.map(wordOf) : field.verbatim ? [wordOf(raw)] : commaParts(wordOf(raw))),
}

/** The parts of a list written with commas. A comma inside braces belongs to its glob: `src/{a,b}.ts`. */
export function commaParts(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if (char === ',' && depth === 0) parts.push('')
    else parts.push(parts.pop() + char)
    if (char === '{') depth++
    if (char === '}') depth = Math.max(0, depth - 1)
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function wordOf(raw: unknown): string {
  if (typeof raw === 'string') return raw
  if (typeof raw === 'number' && Number.isFinite(raw)) return String(raw)
  throw new TypeError(`takes a text, not ${shown(raw)}`)
}

function flagOf(raw: unknown): boolean {
  if (typeof raw === 'boolean') return raw
  throw new TypeError(`is a switch and takes no value, not ${shown(raw)}`)
}

function numberOf(word: string): number {
  if (!/^\d{1,15}$/.test(word)) throw new TypeError(`takes a whole number, not ${shown(word)}`)
  return Number(word)
}

function levelOf(word: string, { doc, least }: Field): (typeof LEVELS)[number] {
  if (least === undefined) return levelFrom(word)
  const level = levelNamed(word)
  if (level === undefined || heightOf(level) < heightOf(least)) throw new TypeError(`takes ${doc}, not ${shown(word)}`)
  return level
}

function choiceOf(word: string, choices: readonly string[]): string {
  if (!choices.includes(word)) throw new TypeError(`${shown(word)} is not known; ${suggestion(word, choices)}`)
  return word
}
