import { isRecord } from '../../json.ts'
import type { Fact } from '../facts/fact.ts'
import { jsonValue } from '../json-value.ts'
import type { Row } from './rows.ts'

/** The rows of a profile card: settings as `name=value`, names of what holds them before a dot. */
export function profileRows(text: string): Row[] {
  return [{ label: '', items: settingsIn(text).map(([name, value]) => `${name}=${value}`), between: ', ', noun: 'setting', rank: 1 }]
}

/** Settings as names and values: of JSON by its structure, of others by their lines. */
export function settingsIn(text: string): readonly Pair[] {
  const json = jsonValue(text)
  return json === undefined ? pairsIn(text) : flat(json, '')
}

/** Settings with their values whole and as they are written, quotes and remarks included: for comparing. The body tells `1` from `"1"`. */
export function exactSettings(text: string): Fact[] {
  const json = jsonValue(text)
  return json === undefined ? pairsIn(text, (written) => written.trim()).map(([name, said]) => settingFact(name, said)) : exactValues(json)
}

/** Every value inside a JSON value, with the names that lead to it. */
export const exactValues = (json: unknown): Fact[] => leaves(json, [])

/** Values deeper than this are told to be there: a reader that goes further could run out of stack. */
const DEEPEST_LEAF = 200

function leaves(value: unknown, names: readonly string[]): Fact[] {
  const inner = value !== null && typeof value === 'object' ? Object.entries(value) : []
  const plainList = Array.isArray(value) && !value.some((one) => one !== null && typeof one === 'object')
  if (inner.length > 0 && !plainList) return names.length > DEEPEST_LEAF ? [settingFact(names.join('.'), '…')] : inner.flatMap(([key, one]) => leaves(one, [...names, key]))
  return [{ ...settingFact(names.join('.'), typeof value === 'string' ? value : plainList ? `[${(value as unknown[]).map(String).join(',')}]` : JSON.stringify(value)), body: JSON.stringify(value) }]
}

const settingFact = (name: string, value: string): Fact => ({ holder: '', name, value, kind: 'setting' })

/** Longer values are told by their length. */
const LONG_VALUE = 60

const short = (value: string): string => (value.length > LONG_VALUE ? `(${value.length} characters)` : value)

type Pair = readonly [string, string]

/** Settings deeper than this are told to be there. */
const DEEPEST = 8

function flat(value: unknown, name: string, depth = 0): Pair[] {
  const dotted = (key: string): string => (name === '' ? key : `${name}.${key}`)
  if (depth > DEEPEST && value !== null && typeof value === 'object') return [[name, Array.isArray(value) ? '[…]' : '{…}']]
  if (isRecord(value)) return Object.entries(value).flatMap(([key, inner]) => flat(inner, dotted(key), depth + 1))
  if (Array.isArray(value) && value.some((one) => isRecord(one) || Array.isArray(one))) return value.flatMap((inner, i) => flat(inner, dotted(String(i)), depth + 1))
  return [[name, short(Array.isArray(value) ? `[${value.map(String).join(',')}]` : String(value))]]
}

/** What a longer line says after this is not read. */
const LONG_LINE = 2000

interface Level { readonly indent: number; readonly name: string }

/** Settings of YAML, TOML and INI as their lines say them. Texts over several lines are passed over. */
function pairsIn(text: string, read = value): Pair[] {
  const pairs: [string, string][] = []
  let levels: Level[] = []
  let skip = -1
  for (const whole of text.split(/\r?\n/)) {
    const line = whole.slice(0, LONG_LINE)
    const indent = line.length - line.trimStart().length
    if (line.trim() === '' || /^\s*[#;]/.test(line) || (skip >= 0 && indent > skip)) continue
    skip = -1
    const table = /^\s*\[+([^\][]+)\]+\s*$/.exec(line)?.[1]
    if (table !== undefined) levels = [{ indent: -1, name: table }]
    const pair = table === undefined ? /^\s*(?:-\s+)?["']?([\w.$/ -]+?)["']?\s*(?::(?:\s+|$)|=\s*)(.*)$/.exec(line) : null
    const item = pair === null ? /^\s*-\s+(.*)$/.exec(line)?.[1] : undefined
    if (item !== undefined) pairs.push([levels.filter((level) => level.indent <= indent).map(({ name }) => name).join('.') || 'items', read(item)])
    if (pair === null) continue
    const own = /^\s*(?:-\s+)*/.exec(line)?.[0].length ?? indent
    levels = [...levels.filter((level) => level.indent < own), { indent: own, name: pair[1] as string }]
    const said = read(pair[2] as string)
    if (/^(?:[!&]\S*\s+)*[|>][+-]?\d*[+-]?$/.test(value(pair[2] as string))) skip = indent
    else if (said !== '') pairs.push([levels.map(({ name }) => name).join('.'), said])
  }
  return joined(pairs).map(([name, said]): Pair => [name, read === value ? short(said) : said])
}

/** A value without its comment and quotes. */
const value = (text: string): string => short(text.replace(/\s#.*$/, '').trim().replace(/^(["'])(.*)\1$/, '$2'))

/** Items of one list side by side. */
function joined(pairs: readonly [string, string][]): Pair[] {
  const groups = new Map<string, string[]>()
  for (const [name, said] of pairs) groups.set(name, [...(groups.get(name) ?? []), said])
  return [...groups].map(([name, values]): Pair => [name, values.length === 1 ? values[0] as string : `[${values.join(',')}]`])
}
