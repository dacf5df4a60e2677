// Keys are named, never written down: a setting says which environment variable holds one, and it is read when a server is asked.
import { ModelError } from './post.ts'

const KEY = /^env:([A-Za-z_][A-Za-z0-9_]*)$/

/** The environment, as far as keys need it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What is wrong with a setting that names a key; nothing when it is fine. A key that was written down is not repeated. */
export const keyFaults = (setting: string, key: string | undefined): string[] =>
  (key === undefined || KEY.test(key) ? [] : [`${setting} must name an environment variable, as in env:OPENAI_API_KEY: a key itself does not belong in a file`])

/** The key that a setting names; undefined when it names none. */
export function keyOf(setting: string, reference: string | undefined, env: Environment): string | undefined {
  const name = KEY.exec(reference ?? '')?.[1]
  if (name === undefined) return undefined
  const key = env[name]?.trim() ?? ''
  if (key === '') throw new ModelError(`the environment variable ${name} is not set, and ${setting} names it`)
  if (/[^\x21-\x7e]/.test(key)) throw new ModelError(`the environment variable ${name} holds something that cannot be a key`)
  return key
}
