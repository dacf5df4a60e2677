// Where an API lives, without anything secret: OpenAPI 3 lists servers, Swagger 2 gives host, base path and schemes.
import { entriesOf, listOf, member, nameOf, textOf } from '../schema/tree.ts'

/** The address of an API and what stands before each of its paths. */
export interface Server {
  /** `https://api.example.com/v3`; empty when the document does not say. */
  readonly server: string
  /** `/v3` where only a path is known. */
  readonly prefix: string
}

const NOWHERE: Server = { server: '', prefix: '' }

/** The server of an operation: its own, its path's or the document's. `from` is where the document came from. */
export function serverOf(document: unknown, levels: readonly unknown[], from: string): Server {
  if (member(document, 'swagger') !== undefined) return swaggerServer(document)
  const servers = [...levels, document].map((level) => listOf(member(level, 'servers'))).find((list) => list.length > 0) ?? []
  const url = textOf(member(servers[0], 'url'))
  return url === undefined ? NOWHERE : placed(filled(url.slice(0, 1000), member(servers[0], 'variables')), from)
}

/** An address with the variables of the document at their defaults. */
const filled = (url: string, variables: unknown): string =>
  entriesOf(variables).slice(0, 20).reduce((text, [name, variable]) => text.replaceAll(`{${name}}`, textOf(member(variable, 'default'))?.slice(0, 200) ?? `{${name}}`), url)

function placed(url: string, from: string): Server {
  if (/^https?:\/\//i.test(url)) return { server: cleaned(url), prefix: '' }
  if (/^https?:\/\//i.test(from) && URL.canParse(url, from)) return { server: cleaned(new URL(url, from).href), prefix: '' }
  return url.startsWith('/') && !url.startsWith('//') ? { server: '', prefix: nameOf(url.replace(/[?#].*$/, '').replace(/\/+$/, '')) ?? '' } : NOWHERE
}

/** An address without user, password, parameters and the slash at its end. */
function cleaned(address: string): string {
  if (!URL.canParse(address)) return nameOf(address.replace(/^(https?:\/\/)[^/@]*@/i, '$1').replace(/[?#].*$/, '').replace(/\/+$/, '')) ?? ''
  const { origin, pathname } = new URL(address)
  return `${origin}${decodedBraces(pathname)}`.replace(/\/+$/, '')
}

const decodedBraces = (path: string): string => path.replace(/%7B/gi, '{').replace(/%7D/gi, '}')

function swaggerServer(document: unknown): Server {
  const host = textOf(member(document, 'host'))
  const base = textOf(member(document, 'basePath')) ?? ''
  const schemes = listOf(member(document, 'schemes')).filter((scheme) => scheme === 'https' || scheme === 'http')
  const path = base === '' || base.startsWith('/') ? base : `/${base}`
  return host === undefined ? placed(path === '' ? '/' : path, '') : { server: cleaned(`${schemes.length === 0 || schemes.includes('https') ? 'https' : 'http'}://${host.slice(0, 300)}${path.slice(0, 300)}`), prefix: '' }
}
