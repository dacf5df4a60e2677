// SQLite keeps checks and generated columns only as the text of CREATE TABLE. It is read sign by sign: brackets, quotes and remarks are known, nothing else.

/** What the text of a table says beyond its columns. */
export interface TableText {
  readonly checks: readonly string[]
  /** Expressions by the names of their columns, in lower case. */
  readonly generated: ReadonlyMap<string, string>
  /** The few values that a check allows, by the names of their columns, in lower case. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

/** Reads the text of CREATE TABLE. */
export function readTable(sql: string): TableText {
  const parts = partsOf(sql)
  const checks = parts.flatMap((part) => after(part, /\bcheck\s*$/i))
  const generated = parts.flatMap((part) => after(part, /\bas\s*$/i).slice(0, 1).map((expression) => [nameOf(part).toLowerCase(), expression] as const))
  return { checks: checks.map((check) => `(${check})`), generated: new Map(generated), values: new Map(checks.flatMap(choiceOf)) }
}

type Token = { readonly text: string; readonly depth: number }

const TOKEN = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|[(),]|[^-/'"`[(),]+|[-/]/g

/** Signs with how deep in brackets they stand; remarks are left out. */
function* tokensOf(sql: string): Iterable<Token> {
  let depth = 0
  for (const [text] of sql.matchAll(TOKEN)) {
    if (text.startsWith('--') || text.startsWith('/*')) continue
    if (text === ')') depth--
    yield { text, depth }
    if (text === '(') depth++
  }
}

/** What stands between the commas of the outermost brackets: a column or a constraint each. */
function partsOf(sql: string): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokensOf(sql)) {
    if (token.depth === 1 && token.text === ',') parts.push([])
    else if (token.depth >= 1) parts.at(-1)?.push(token)
  }
  return parts
}

/** The insides of the brackets that follow a word. */
function after(part: readonly Token[], word: RegExp): string[] {
  return part.flatMap(({ text, depth }, at) => {
    if (text !== '(' || depth !== 1 || !word.test(part[at - 1]?.text ?? '')) return []
    const end = part.findIndex((token, i) => i > at && token.depth === 1 && token.text === ')')
    return [part.slice(at + 1, end === -1 ? undefined : end).map((token) => token.text).join('').trim().replace(/\s+/g, ' ')]
  })
}

const nameOf = (part: readonly Token[]): string => {
  const first = part.find(({ text }) => text.trim() !== '')?.text.trim() ?? ''
  return QUOTED.test(first) ? unquoted(first) : first.split(/\s/)[0] ?? ''
}

const QUOTED = /^["`[]/

const unquoted = (name: string): string => (QUOTED.test(name) ? name.slice(1, -1) : name)

const CHOICE = /^\s*("[^"]+"|\[[^\]]+\]|`[^`]+`|\w+)\s+in\s*\(\s*((?:'(?:[^']|'')*'\s*,?\s*)+)\)\s*$/i

/** `rating in ('G', 'PG')` says what a column may hold. */
function choiceOf(check: string): (readonly [string, string[]])[] {
  const [, name, list] = CHOICE.exec(check) ?? []
  if (name === undefined || list === undefined) return []
  return [[unquoted(name).toLowerCase(), [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) => value.replaceAll("''", "'"))]]
}
