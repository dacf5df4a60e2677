// The command line, read by the tables of the operations.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { commaParts, dashed, type Fields, UsageError } from '../core/field.ts'
import { suggestion } from '../core/nearest.ts'
import type { Operation } from '../operations/index.ts'

/** What was typed: which operation, with which raw values. */
export interface Typed {
  readonly operation: Operation
  readonly raw: ReadonlyMap<string, unknown>
  readonly help: boolean
}

/** Reads a command line. The first word is an operation; without one, it is `pack`. */
export function readArgs(argv: readonly string[], operations: readonly Operation[]): Typed {
  const { operation, rest } = chosen(fractal(argv), operations)
  const { values, tokens } = parseArgs({ args: [...rest], options: optionsOf(operation.fields), strict: false, allowPositionals: true, tokens: true })
  const raw = new Map<string, unknown>()
  for (const token of tokens) {
    if (token.kind === 'option' && token.name !== 'help') readOption(raw, operation.fields, { name: token.name, typed: token.rawName, value: token.value, apart: token.inlineValue === false })
  }
  placeWords(raw, operation, tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])))
  return { operation, raw, help: values['help'] === true }
}

/** `--zoom fn=x` is how the Fractal protocol asks for what is `zoom fn=x` here; a folder before it becomes the root. */
function fractal(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => word === '--zoom' || word.startsWith('--zoom='))
  if (at < 0) return argv
  const word = argv[at] as string
  const target = word === '--zoom' ? argv.slice(at + 1, at + 2) : [word.slice('--zoom='.length)]
  const before = argv[0] === 'pack' ? argv.slice(1, at) : argv.slice(0, at)
  const root = before[0] !== undefined && !before[0].startsWith('-') ? ['--root', before[0], ...before.slice(1)] : before
  return ['zoom', ...target, ...root, ...argv.slice(at + (word === '--zoom' ? 2 : 1))]
}

function chosen(argv: readonly string[], operations: readonly Operation[]): { operation: Operation; rest: readonly string[] } {
  const [word] = argv
  for (let words = LONGEST_NAME; words > 0; words--) {
    const named = operations.find((operation) => operation.name === argv.slice(0, words).join(' '))
    if (named !== undefined) return { operation: named, rest: argv.slice(words) }
  }
  if (verbsOf(word ?? '', operations).length > 0) throw unnamed(argv, operations)
  if (word !== undefined && /^[a-z]+$/.test(word) && !existsSync(word)) {
    throw new UsageError(`there is no command and no folder "${word}"; ${suggestion(word, firstWords(operations))}`)
  }
  const pack = operations.find((operation) => operation.name === 'pack') as Operation
  return { operation: pack, rest: argv }
}

/** Words in the longest name of an operation: `ctx alias add`. */
const LONGEST_NAME = 3

/** The operations of a group such as `session`: those whose name goes on after its word. */
export const verbsOf = (group: string, operations: readonly Operation[]): Operation[] => operations.filter((operation) => operation.name.startsWith(`${group} `))

/** What may stand first on a command line. */
export const firstWords = (operations: readonly Operation[]): string[] => [...new Set(operations.map((operation) => operation.name.split(' ')[0] as string))]

/** The words that may follow a group's, each once. */
export const nextWords = (group: string, operations: readonly Operation[]): string[] =>
  [...new Set(verbsOf(group, operations).map(({ name }) => name.slice(group.length + 1).split(' ')[0] as string))]

/** The mistake in a command line that begins with a group and names none of its operations. */
function unnamed(argv: readonly string[], operations: readonly Operation[]): UsageError {
  const [first, second] = argv as [string, string | undefined]
  const inner = second !== undefined && verbsOf(`${first} ${second}`, operations).length > 0
  const group = inner ? `${first} ${second}` : first
  const word = argv[inner ? 2 : 1]
  const words = nextWords(group, operations)
  if (word === undefined || word.startsWith('-')) return new UsageError(`fovea ${group} needs a ${inner ? 'third' : 'second'} word: ${words.join(', ')}`)
  return new UsageError(`there is no command "${group} ${word}"; ${suggestion(word, words)}`)
}

type Parsing = Record<string, { type: 'boolean' | 'string'; short?: string; multiple: boolean }>

function optionsOf(fields: Fields): Parsing {
  const options: Parsing = { help: { type: 'boolean', short: 'h', multiple: false } }
  for (const [name, field] of Object.entries(fields)) {
    options[dashed(name).slice(2)] = { type: field.kind === 'flag' ? 'boolean' : 'string', multiple: field.kind === 'list', ...(field.short === undefined ? {} : { short: field.short }) }
  }
  return options
}

interface Given {
  readonly name: string
  /** As it was written: `-b`. */
  readonly typed: string
  readonly value: string | undefined
  /** The value is a word of its own, which could be the next option. */
  readonly apart: boolean
}

/** `--task` and `-b`, but not a single `-` and no text that merely begins with one. */
const isOption = (word: string): boolean => /^(?:-[a-z]|--[a-z][a-z-]*(?:=.*)?)$/is.test(word)

function readOption(raw: Map<string, unknown>, fields: Fields, { name, typed, value, apart }: Given): void {
  const field = Object.entries(fields).find(([key]) => dashed(key) === `--${name}`)
  if (field === undefined) throw new UsageError(`there is no option ${typed}; ${suggestion(`--${name}`, Object.entries(fields).filter(([, { place }]) => place === undefined).map(([key]) => dashed(key)))}`)
  const [key, { kind, sign, verbatim }] = field
  if (kind === 'flag') {
    if (value !== undefined) throw new UsageError(`--${name} is a switch and takes no value, not "${value}"`)
    raw.set(key, true)
  } else if (value === undefined) throw new UsageError(`--${name} needs a value: --${name} ${sign ?? 'VALUE'}`)
  else if (apart && isOption(value)) throw new UsageError(`${typed} needs a value, and ${value} is an option: ${typed} ${sign ?? 'VALUE'}, or --${name}=${value} if that is the value`)
  else if (kind === 'list') raw.set(key, [...((raw.get(key) as string[] | undefined) ?? []), ...(verbatim ? [value] : commaParts(value))])
  else raw.set(key, value)
}

function placeWords(raw: Map<string, unknown>, operation: Operation, words: readonly string[]): void {
  const places = Object.entries(operation.fields).filter(([, field]) => field.place !== undefined)
  words.forEach((word, i) => {
    const place = places[i]
    if (place === undefined) throw new UsageError(`fovea ${operation.name} does not know what to do with "${word}"`)
    raw.set(place[0], word)
  })
}
