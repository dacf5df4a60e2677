// What somebody said yes to, by hash. Version 1 was the bare list; since version 2 the file says its version, and fields of later ones stay.
import { DocumentFault, newerVersion } from '../core/document-fault.ts'
import { isRecord, jsonFrom } from '../core/json.ts'

export const CONSENTS_VERSION = 2

/** What was agreed to. */
export interface Consents {
  readonly keys: readonly string[]
  /** Fields of others. */
  readonly other: Readonly<Record<string, unknown>>
}

/** Why a text does not say what was agreed to. */
export class ConsentsError extends DocumentFault {
  override readonly name = 'ConsentsError'
}

const KEY = /^[0-9a-f]{64}$/
const isKey = (value: unknown): value is string => typeof value === 'string' && KEY.test(value)

/** What a text says was agreed to; nothing when there is none. */
export function consentsFrom(text: string | undefined): Consents {
  const value = text === undefined ? [] : jsonFrom(text, (why) => new ConsentsError(why))
  if (Array.isArray(value)) return { keys: checked(value), other: {} }
  if (!isRecord(value)) throw new ConsentsError('it is not a list of what was agreed to')
  const { version, sources, ...other } = value
  if (typeof version !== 'number') throw new ConsentsError('its version is missing')
  if (version > CONSENTS_VERSION) throw new ConsentsError(newerVersion(version, CONSENTS_VERSION), true)
  if (!Array.isArray(sources)) throw new ConsentsError('sources must be a list')
  return { keys: checked(sources), other }
}

function checked(keys: readonly unknown[]): string[] {
  const wrong = keys.findIndex((key) => !isKey(key))
  if (wrong >= 0) throw new ConsentsError(`sources[${wrong}] is not 64 hex digits`)
  return keys as string[]
}

/** The text of what was agreed to, each key once. */
export const consentsText = ({ keys, other }: Consents): string => `${JSON.stringify({ ...other, version: CONSENTS_VERSION, sources: [...new Set(keys)] }, null, 2)}\n`

/** The version of a text that an older Fovea wrote. */
export function olderConsents(text: string): number | undefined {
  try {
    return Array.isArray(JSON.parse(text)) ? 1 : undefined
  } catch {
    return undefined
  }
}

/** The keys that can be read of a value in which something is broken. */
export function consentsIn(value: unknown): Consents {
  const { version: _version, sources, ...other } = isRecord(value) ? value : { version: 0, sources: value }
  return { keys: (Array.isArray(sources) ? sources : []).filter(isKey), other }
}
