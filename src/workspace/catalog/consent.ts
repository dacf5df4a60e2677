// A registered source can name a server, a program and the secrets that are sent to it, and a folder with such a registration may come from somebody else. So whoever adds a source here says yes to it,
// and that yes is kept outside the folder, with the user's own configuration.
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { SourceSpec } from '../../catalog/ports.ts'
import { documentsIn } from '../../stores/documents.ts'
import { userConfigPath } from '../config.ts'

const NAME = 'sources'

/** Types that only read files of the folder when they are scanned. */
const READING = new Set(['files', 'sqlite', 'openapi', 'graphql', 'asyncapi', 'skills', 'imported'])
/** Those of them that also only read files when a plan runs on them; the others call what their documents name. */
const CALLING = new Set(['openapi', 'graphql', 'asyncapi'])

/** What is going to be done with a source: its files are read, or whatever it stands for is reached. */
export type Doing = 'look' | 'reach'

/** Whether that is more than reading files of the folder. What is not surely that needs consent. */
export function needsConsent({ type, location, secrets, options }: SourceSpec, doing: Doing = 'look'): boolean {
  const inside = !/[:\\]/.test(location) && !location.startsWith('/') && !location.startsWith('~') && !location.split('/').includes('..')
  return !READING.has(type) || !inside || Object.keys(secrets).length > 0 || Object.keys(options).length > 0 || (doing === 'reach' && CALLING.has(type))
}

/** Remembers that a source was added here by whoever uses this machine. */
export async function consent(root: string, spec: SourceSpec): Promise<void> {
  const key = keyOf(root, spec)
  await documents().update(NAME, (before) => `${JSON.stringify([...new Set([...keysIn(before), key])], null, 2)}\n`)
}

/** Whether this may be done with a source here. */
export async function consented(root: string, spec: SourceSpec, doing: Doing = 'look'): Promise<boolean> {
  return !needsConsent(spec, doing) || keysIn(await documents().read(NAME)).includes(keyOf(root, spec))
}

const documents = (): ReturnType<typeof documentsIn> => documentsIn('/', dirname(userConfigPath()))

/** What was agreed to is the whole of it: another address or another secret is another source. */
const keyOf = (root: string, { name, type, location, secrets, options }: SourceSpec): string =>
  createHash('sha256').update(JSON.stringify([root, name, type, location, Object.entries(secrets).sort(), Object.entries(options).sort()])).digest('hex')

function keysIn(text: string | undefined): string[] {
  try {
    const keys: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}
