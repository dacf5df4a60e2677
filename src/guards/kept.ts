// Documents that are kept or were found lying about hold words of people: a reason, a request, a note, a message. None of them keeps or tells a secret.
import { redactWith } from './secrets.ts'

/** What was typed or stored is no source code: a remark in it allows nothing. */
const clean = (text: string): string => redactWith({ remarks: false }, text).text

/** The same value with every text in it, names included, without its secrets. */
export const withoutSecrets = <T>(value: T): T => cleaned(value) as T

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [cleaned(key), cleaned(one)]))
  return value !== null && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([key, one]) => [clean(key), cleaned(one)])) : value
}

/** What was read from a JSON text, without its secrets. A large document in which none can be costs one look: an escape could hide one. */
export const readWithoutSecrets = <T>(json: string, value: T): T => (!json.includes('\\') && clean(json) === json ? value : withoutSecrets(value))
