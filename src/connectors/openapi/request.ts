// Arguments by name become a request: each is put where its input says, encoded.
import { type OpenSource, SourceDown } from '../../catalog/ports.ts'
import type { CallWay, Input, Resource } from '../../catalog/record.ts'
import { type Args, branchOf, has, mustFit } from '../calls/arguments.ts'
import type { Ask } from '../calls/http.ts'
import { mustBeAgreed, mustBePrivate, shownIn } from '../calls/credentials.ts'
import { jsonText } from '../files/cells.ts'

type Http = Extract<CallWay, { by: 'http' }>

/** The request of a call. Throws when arguments are missing, unknown or cannot be written. */
export function requestOf(source: OpenSource, { overview, details }: Resource, args: Args): Ask {
  const { call, inputs = [] } = details
  if (call?.by !== 'http') throw new TypeError(`${overview.id} is not called over HTTP`)
  mustFit(inputs, args, overview.title)
  const given = inputs.filter(({ name }) => has(args, name))
  const secret = shownIn(source, call, details.access.secrets[0]?.split('/').at(-1))
  const url = addressOf(source, call, args)
  mustBePrivate(url, secret)
  mustBeAgreed(url, secret, source)
  for (const input of given.filter((one) => one.in === 'query')) for (const text of texts(input, args[input.name])) url.searchParams.append(input.name, text)
  for (const [name, text] of secret.query) url.searchParams.append(name, text)
  const body = bodyOf(inputs, args)
  return { url, method: call.method, headers: { accept: 'application/json', 'user-agent': 'fovea', ...headersOf(given, args), ...secret.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }, ...(body === undefined ? {} : { body }) }
}

/** The address with its path filled in. It stays at its server whatever the arguments are. */
function addressOf({ options }: OpenSource, call: Http, args: Args): URL {
  const server = (options['server'] ?? call.server).replace(/\/+$/, '')
  if (server === '') throw new SourceDown('the document does not say where the API is: add the source again with the option server=https://…')
  if (!/^https?:\/\//i.test(server) || !URL.canParse(server) || server.includes('{')) throw new SourceDown('the address of the API cannot be used: add the source again with the option server=https://…')
  const url = new URL(`${server}${call.path.replace(/\{([^{}]*)\}/g, (_, name: string) => segment(name, args))}`)
  if (url.origin !== new URL(server).origin) throw new SourceDown('the path of the call leads to another server')
  return url
}

/** An argument as a part of a path. `.` and `..` would lead to another operation, encoded or not. */
function segment(name: string, args: Args): string {
  const text = has(args, name) ? texts({ separator: ',' }, args[name])[0] ?? '' : ''
  if (text === '' || /^\.{1,2}$/.test(text)) throw new SourceDown(`"${name}" is a part of the path and cannot be ${text === '' ? 'empty' : `"${text}"`}`)
  return encodeURIComponent(text)
}

function texts({ separator }: Pick<Input, 'separator'>, value: unknown): string[] {
  const all = (Array.isArray(value) ? value : [value]).map((one: unknown) => (typeof one === 'object' ? jsonText(one) : String(one)))
  return separator === undefined ? all : [all.join(separator)]
}

function headersOf(given: readonly Input[], args: Args): Record<string, string> {
  const headers = given.filter((input) => input.in === 'header').map((input) => [input.name.toLowerCase(), headerText(input, args)] as const)
  const cookies = given.filter((input) => input.in === 'cookie').map((input) => `${input.name}=${encodeURIComponent(headerText(input, args))}`)
  return Object.fromEntries([...headers, ...(cookies.length === 0 ? [] : [['cookie', cookies.join('; ')] as const])])
}

function headerText(input: Input, args: Args): string {
  const text = texts({ separator: ',' }, args[input.name])[0] ?? ''
  if (/[^\t\x20-\x7E\x80-\xFF]/.test(text)) throw new SourceDown(`"${input.name}" goes into a header, which cannot hold all of its characters`)
  return text
}

/** The fields of the body, each at its dotted name; `body` is the whole of it. */
function bodyOf(inputs: readonly Input[], args: Args): string | undefined {
  const given = inputs.filter((input) => input.in === 'body' && has(args, input.name))
  if (given.length === 0) return undefined
  if (given.length === 1 && given[0]?.name === 'body') return jsonText(args['body'])
  return jsonText(branchOf(Object.fromEntries(given.map(({ name }) => [plainName(name, inputs), args[name]]))))
}

/** `body.id` is the field `id` where a parameter is named so too. */
const plainName = (name: string, inputs: readonly Input[]): string =>
  name.startsWith('body.') && inputs.some((input) => input.in !== 'body' && input.name === name.slice('body.'.length)) ? name.slice('body.'.length) : name
