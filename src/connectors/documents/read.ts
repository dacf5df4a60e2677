// Documents that describe something: JSON or YAML, from a file of the workspace or an address. They are hostile until read: size, depth and aliases are bounded.
import { type OpenSource, SourceDown } from '../../catalog/ports.ts'
import { shownAddress } from '../../drivers/address.ts'
import { bytesReal, Moved, NotAFile } from '../../disk/open.ts'
import { received } from '../calls/http.ts'
import { pathInside } from '../inside.ts'

const MOST_BYTES = 128_000_000
const MOST_YAML = 16_000_000
/** Each sign that could begin something takes about a kilobyte while YAML is read: a document of 4 MB can ask for 2 GB. The largest real one that was found, of 11 MB, has 700,000. */
const MOST_MARKS = 1_000_000
/** Signs of JSON that begin a value: 128 MB of `{},` would take 3 GB. The largest real document that was found, of 78 MB, has 2.5 million. */
const MOST_NODES = 10_000_000
const MOST_ALIASES = 10_000
const SECONDS = 30

/** Whether a location is an address of the web. */
const isWeb = (location: string): boolean => /^https?:\/\//i.test(location)

/** The path of a source's file. */
export const pathOf = (source: OpenSource): string => pathInside(source, source.address)

/** How a message names where a source is: never with a password. */
export const shownPlace = ({ location, address }: OpenSource): string => (isWeb(address) ? shownAddress(address) : location)

/** The text of a source's document. */
export async function textOfSource(source: OpenSource): Promise<string> {
  if (isWeb(source.address)) return received({ url: new URL(source.address), method: 'GET', headers: { accept: 'application/json, application/yaml, text/plain, */*' } }, { bytes: MOST_BYTES, milliseconds: SECONDS * 1000 })
  return textOfFile(pathOf(source), source.location)
}

/** The text of a file, of at most so many bytes; `shown` is what a message calls it. */
export async function textOfFile(path: string, shown: string, most = MOST_BYTES): Promise<string> {
  const bytes = bytesOfFile(path, shown, most)
  if (bytes === undefined) throw new SourceDown(`${shown} is larger than the ${most / 1e6} MB that are read`)
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

function bytesOfFile(path: string, shown: string, most: number): Buffer | undefined {
  try {
    return bytesReal(path, most)
  } catch (error) {
    throw new SourceDown(error instanceof NotAFile ? `${shown} is no file` : `${shown} cannot be read: ${error instanceof Moved ? 'it was moved meanwhile' : causeOf(error)}`)
  }
}

/** Why reading failed, without the absolute path that Node puts into its messages. */
function causeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  const words: Readonly<Record<string, string>> = { ENOENT: 'it does not exist', EACCES: 'access is denied', EISDIR: 'it is a folder', EPERM: 'access is denied', ENOTDIR: 'a part of its path is no folder', ELOOP: 'its links form a circle' }
  return words[code ?? ''] ?? code ?? 'it is no text'
}

/** The data of a JSON or YAML text. */
export async function dataOf(text: string, shown: string): Promise<unknown> {
  if (countIn(text, NODES) > MOST_NODES) throw new SourceDown(`${shown} holds more than ${MOST_NODES} values, which would take too much memory to read`)
  const json = /^\s*[[{]/.test(text) ? fromJson(text) : undefined
  if (json?.data !== undefined) return json.data
  // A YAML document may begin with a bracket, but one that is large was meant to be JSON.
  if (json !== undefined && text.length > 1_000_000) throw new SourceDown(`${shown} is no valid JSON: ${json.cause}`)
  if (text.length > MOST_YAML) throw new SourceDown(`${shown} has ${Math.round(text.length / 1e6)} MB of YAML; at most ${MOST_YAML / 1e6} MB are read: convert it to JSON`)
  if (countIn(text, MARKS) > MOST_MARKS) throw new SourceDown(`${shown} holds more than ${MOST_MARKS} entries of YAML, which would take too much memory to read: convert it to JSON`)
  return fromYaml(text, shown, json?.cause)
}

/** Signs as a table of their codes: every character of up to 128 MB is looked up. */
const tableOf = (signs: string): Uint8Array => Uint8Array.from({ length: 128 }, (_, code) => (signs.includes(String.fromCharCode(code)) ? 1 : 0))
const NODES = tableOf('{[:,')
/** Lines, and signs that begin an entry. */
const MARKS = tableOf('\n:?-,[{')

function countIn(text: string, table: Uint8Array): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) count += table[text.charCodeAt(at)] ?? 0
  return count
}

function fromJson(text: string): { data?: unknown; cause: string } {
  try {
    return { data: JSON.parse(text), cause: '' }
  } catch (error) {
    return { cause: firstLine(error) }
  }
}

async function fromYaml(text: string, shown: string, json: string | undefined): Promise<unknown> {
  const { parse } = await import('yaml')
  try {
    return parse(text, { maxAliasCount: MOST_ALIASES, logLevel: 'error', uniqueKeys: false, merge: true, stringKeys: true })
  } catch (error) {
    throw new SourceDown(`${shown} is no valid ${json === undefined ? 'YAML' : 'JSON'}: ${json ?? firstLine(error)}`)
  }
}

const firstLine = (error: unknown): string => (error instanceof Error ? error.message : 'unknown').split('\n')[0]?.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 200) ?? ''
