// A registered source can name a server, a program and the secrets that are sent to it, and a folder with such a registration may come from somebody else. So whoever adds a source here says yes to it,
// and that yes is kept outside the folder, with the user's own configuration.
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { SourceSpec } from '../../catalog/ports.ts'
import { documentsIn } from '../../stores/documents.ts'
import { userConfigPath } from '../config.ts'
import { isReference } from './secrets.ts'

const NAME = 'sources'

/** Types that run a program of the source. */
const RUNNING = new Set(['mcp', 'functions'])

/** Whether looking at a source does more than read files of the folder. */
export function needsConsent({ type, location, secrets }: SourceSpec): boolean {
  const outside = location.startsWith('/') || location.startsWith('~') || location.split(/[\\/]/).includes('..') || /^[A-Za-z]:/.test(location)
  return RUNNING.has(type) || Object.keys(secrets).length > 0 || isReference(location) || location.includes('://') || outside
}

/** Remembers that a source was added here by whoever uses this machine. */
export async function consent(root: string, spec: SourceSpec): Promise<void> {
  if (!needsConsent(spec)) return
  const key = keyOf(root, spec)
  await documents().update(NAME, (before) => `${JSON.stringify([...new Set([...keysIn(before), key])], null, 2)}\n`)
}

/** Whether a source was added here. */
export async function consented(root: string, spec: SourceSpec): Promise<boolean> {
  return !needsConsent(spec) || keysIn(await documents().read(NAME)).includes(keyOf(root, spec))
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
