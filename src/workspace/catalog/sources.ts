// What somebody types about a source becomes its registration.
import { readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SourceSpec } from '../../catalog/ports.ts'
import { CONNECTORS, type ConnectorLabel } from '../../connectors/index.ts'
import { UsageError } from '../../core/field.ts'
import { suggestion } from '../../core/nearest.ts'
import { look } from '../../sources/read.ts'
import { writeCause } from '../output.ts'
import { isReference } from './secrets.ts'

/** What was typed. */
export interface Typed {
  readonly name: string
  readonly location: string
  readonly type?: string | undefined
  /** `token=env:GITHUB_TOKEN`. */
  readonly secret: readonly string[]
  /** `schemas=public,sales`. */
  readonly option: readonly string[]
  readonly owner?: string | undefined
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/

/** The registration that was meant. */
export function specFrom(typed: Typed, root: string): SourceSpec {
  if (!NAME.test(typed.name)) throw new UsageError(`a source is named by letters, digits, - and _, such as main, not "${typed.name.slice(0, 80)}"`)
  if (!isReference(typed.location)) withoutPassword(typed.location)
  const { type } = typed.type === undefined ? claimed(typed.location, root) : connectorNamed(typed.type)
  const secrets = pairs(typed.secret, 'secret')
  for (const [name, reference] of Object.entries(secrets)) {
    if (!isReference(reference)) throw new UsageError(`--secret ${name} must say where the secret lies, as in ${name}=env:TOKEN or ${name}=file:secrets/token: the secret itself is never stored`)
  }
  return { name: typed.name, type, location: typed.location, secrets, options: optionsFrom(typed.option), ...(typed.owner === undefined ? {} : { owner: typed.owner }) }
}

/** The connector of a type. */
export function connectorNamed(type: string): ConnectorLabel {
  const found = CONNECTORS.find((connector) => connector.type === type)
  if (found === undefined) throw new UsageError(`there is no type of source "${type}"; ${suggestion(type, CONNECTORS.map((connector) => connector.type))}`)
  return found
}

function claimed(location: string, root: string): ConnectorLabel {
  const head = isReference(location) || location.includes('://') ? '' : headOf(resolve(root, location))
  const found = CONNECTORS.find((connector) => connector.claims(location, head))
  if (found === undefined) throw new UsageError(`nobody knows what ${isReference(location) ? location : `"${location.slice(0, 80)}"`} is: say it with --type (${CONNECTORS.map(({ type }) => type).join(', ')})`)
  return found
}

/** Enough of a document to tell what it is. */
const HEAD_BYTES = 4096

/** How the text of a file begins, or what lies in a folder, a name a line; nothing when it is neither. What is there and cannot be read is not guessed: a wrong type would be kept. */
function headOf(file: string): string {
  try {
    return statSync(file).isDirectory() ? readdirSync(file).slice(0, 1000).join('\n') : Buffer.from(look(file, HEAD_BYTES).bytes).toString('utf8')
  } catch (error) {
    if (UNREADABLE.has((error as { code?: string }).code ?? '')) throw new UsageError(`${file} cannot be read, so nobody knows what it is: ${writeCause(error)}; try again, or say it with --type`)
    return ''
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'EINTR', 'EAGAIN'])

/** What looks like a secret inside an address, a command or an option: a user with a password however it is written, a word that names one and its value, an option of a command. */
const PASSWORD = /:[^@/\s]*@|(?:pass(?:word|wd)?|pwd|token|secret|sig(?:nature)?|api[-_]?key|access[-_]?key|auth)\s*[=:]\s*\S|--?(?:[a-z-]*(?:pass(?:word|wd)?|token|secret|key|auth))[=\s]+\S/i
/** A user alone is a token to some servers. */
const TOKEN = /^(?:nats|redis|rediss|tls|wss?|https?):(?:\/\/)?[^@/\s]+@/i

/** A password in an address would be stored: it is refused, and not repeated. */
function withoutPassword(location: string): void {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/(.*)$/is.exec(location)?.[1]
  // A password may hold a slash or a number sign: everything before the last @ is looked at.
  const user = authority === undefined ? '' : authority.slice(0, Math.max(0, authority.lastIndexOf('@')))
  if (PASSWORD.test(location) || TOKEN.test(location) || user.includes(':')) throw new UsageError('the address has a password or a token in it, and those are never stored: put the whole address into an environment variable and give its name, as in env:DATABASE_URL')
}

/** The same for what a connector is told. */
function optionsFrom(texts: readonly string[]): Record<string, string> {
  const options = pairs(texts, 'option')
  for (const [name, value] of Object.entries(options)) {
    if (PASSWORD.test(`${name}=${value}`) || PASSWORD.test(value) || TOKEN.test(value)) throw new UsageError(`--option ${name} holds a password or a token, and those are never stored: say where it lies with --secret, as in --secret token=env:TOKEN`)
  }
  return options
}

function pairs(texts: readonly string[], option: string): Record<string, string> {
  return Object.fromEntries(texts.map((text) => {
    const [, name, value] = /^([A-Za-z_][A-Za-z0-9_-]*)=(.*)$/s.exec(text) ?? []
    if (name === undefined || value === undefined) throw new UsageError(`--${option} takes NAME=VALUE${option === 'secret' ? ', such as token=env:GITHUB_TOKEN' : ''}`)
    return [name, value]
  }))
}
