// What was chosen for a context, in the address, as a command, as a request to this server and as a call of an agent's tool.
import { href } from './address.ts'

/** The names of the query that choose a context; they are the options of `fovea pack`. */
export const CHOICES = ['budget', 'task', 'lens', 'include', 'exclude', 'pin', 'level', 'skeleton', 'levels', 'format', 'meter', 'order', 'commit'] as const

/** Only what chooses a context: what else stands in the address is about the page. */
export function choicesIn(query: URLSearchParams): URLSearchParams {
  const chosen = new URLSearchParams()
  for (const name of CHOICES) for (const value of query.getAll(name)) chosen.append(name, value)
  return chosen
}

/** The command that makes the same context, or asks for a word of it. */
export const commandFor = (query: URLSearchParams, command = 'fovea .', word?: string): string => commandOf(command, choicesIn(query), word)

/** A command with what the address says: names of the query are the names of its options. Neither a value nor the word is taken for an option. */
export function commandOf(command: string, options: URLSearchParams, word?: string): string {
  const said = [...options].map(([name, value]) => (value.startsWith('-') ? `--${name}=${quoted(value)}` : `--${name} ${quoted(value)}`))
  const [before, after] = word === undefined ? [[], []] : word.startsWith('-') ? [[], ['--', quoted(word)]] : [[quoted(word)], []]
  return [command, ...before, ...said, ...after].join(' ')
}

/** What a terminal takes for a key when it is pasted, whatever quotes stand around it: the key that interrupts, and then what follows is run. */
// oxlint-disable-next-line no-control-regex
const KEYS = /[\0-\x08\x0b-\x1f\x7f]/g

/** A word for a shell. */
export function quoted(word: string): string {
  if (/^[\w@%+:,./-]+$/.test(word)) return word
  if (word.search(KEYS) < 0) return `'${word.replaceAll("'", `'\\''`)}'`
  return `$'${word.replace(/[\\']/g, '\\$&').replace(KEYS, (key) => `\\${key.charCodeAt(0).toString(8).padStart(3, '0')}`)}'`
}

/** A command that reads a text, for a shell: no line of the text ends it, and nothing in it is a key. */
export function reading(command: string, text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(KEYS, '').replace(/\n$/, '').split('\n')
  let end = 'PLAN'
  while (lines.includes(end)) end += '_'
  return [`${command} <<'${end}'`, ...lines, end].join('\n')
}

/** The same request from a shell; the token is not in it. */
export const curlFor = (origin: string, page: string, query: URLSearchParams): string => `curl -H "Authorization: Bearer $FOVEA_TOKEN" ${quoted(`${origin}${href(page, choicesIn(query))}`)}`

/** What the plan says where the address says nothing. */
export interface Decided {
  readonly budget: number | 'none'
  readonly format: string
}

/** Budgets and formats that the tool takes. */
const BUDGETS = { least: 64, most: 200_000 }
const FORMATS: ReadonlySet<string> = new Set(['minimal', 'markdown', 'claude-xml', 'json', 'xml', 'plusminus'])

/** The call of `get_context` that is nearest to it, and which choices it cannot say. */
export function callFor(query: URLSearchParams, { budget, format }: Decided): { call: string; unsaid: readonly string[] } {
  const held = budget !== 'none' && budget >= BUDGETS.least && budget <= BUDGETS.most
  const path = pathIn(query.getAll('include'))
  const one = (name: string): Record<string, string> => (query.get(name) === null ? {} : { [name]: query.get(name) as string })
  const focus = query.getAll('pin')
  const args = { ...one('task'), ...(held ? { budget } : {}), ...(path === undefined ? {} : { path }), ...(focus.length === 0 ? {} : { focus }), ...one('lens'), ...one('skeleton'), ...(FORMATS.has(format) ? { format } : {}) }
  const unsaid = [
    ...(held ? [] : [`budget ${budget} (it takes ${BUDGETS.least} to ${BUDGETS.most})`]), ...(FORMATS.has(format) ? [] : [`format ${format}`]),
    ...(path === undefined && query.has('include') ? ['include'] : []), ...['exclude', 'level', 'levels', 'meter', 'order', 'commit'].filter((name) => query.has(name)),
  ]
  return { call: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_context', arguments: args } }, null, 2), unsaid }
}

/** One path from the root without wildcards is what the tool calls a path. */
function pathIn(include: readonly string[]): string | undefined {
  const [only = '', ...more] = include
  return more.length === 0 && /^\/[^*?[\]\\!#]+$/.test(only) ? only.slice(1) : undefined
}

/** The address of a context. */
export const contextAt = (query: URLSearchParams): string => href('/', choicesIn(query))

/** Glob characters in a path are meant as they are. */
export const exactly = (path: string): string => `/${path.replace(/[\\*?[\]!#{} ]/g, '\\$&')}`
