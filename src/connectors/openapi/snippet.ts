// A call as a command that can be tried: what must be given stands in it, secrets are names of variables.
import type { CallWay, Details, Input } from '../../catalog/record.ts'

type Http = Extract<CallWay, { by: 'http' }>
type Snippet = Details['usage']['snippets'][number]

const LONGEST = 500

/** The call of an operation that reads; undefined for others, and where the address is not known. */
export function snippetOf(call: Http, inputs: readonly Input[]): Snippet | undefined {
  if (call.method !== 'GET' || call.server === '') return undefined
  const needed = inputs.filter((input) => input.required === true)
  const query = needed.filter((input) => input.in === 'query').map((input) => `${encodeURIComponent(input.name)}=${sample(input)}`)
  const headers = [...needed.filter((input) => input.in === 'header').map((input) => `${input.name}: ${sample(input)}`), ...entrance(call)]
  const address = `${call.server}${call.path.replace(/\{([^{}]*)\}/g, (_, name: string) => sampleOf(name, inputs))}${[...query, ...(call.auth === 'query' ? [`${call.auth_name ?? 'key'}=$TOKEN`] : [])].map((pair, at) => `${at === 0 ? '?' : '&'}${pair}`).join('')}`
  const code = ['curl', ...headers.map((header) => `-H ${quoted(header)}`), ...(call.auth === 'basic' ? ['-u "$USER:$PASSWORD"'] : []), quoted(address)].join(' ')
  return code.length > LONGEST ? undefined : { engine: 'bash', code }
}

const entrance = ({ auth, auth_name: name }: Http): string[] => (auth === 'bearer' ? ['Authorization: Bearer $TOKEN'] : auth === 'header' ? [`${name ?? 'Authorization'}: $TOKEN`] : [])

const sampleOf = (name: string, inputs: readonly Input[]): string => sample(inputs.find((input) => input.in === 'path' && input.name === name) ?? { name })

const sample = ({ name, values, default: fallback }: Partial<Input> & { name: string }): string => encodeURIComponent(fallback ?? values?.[0] ?? name.toUpperCase().replace(/\W+/g, '_'))

/** In double quotes, so that `$TOKEN` is read and nothing else is. */
const quoted = (text: string): string => `"${text.replace(/["\\`]|\$(?!TOKEN\b)/g, '\\$&')}"`
