// A registered source can name a server, a program and the secrets that are sent to it, and a folder with such a registration may come from somebody else. So whoever adds a source here says yes to it,
// and that yes is kept outside the folder, with the user's own configuration.
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { ConsentsError, consentsFrom, consentsText, olderConsents } from '../../catalog/consents.ts'
import { CatalogError } from '../../catalog/manifest.ts'
import type { SourceSpec } from '../../catalog/ports.ts'
import { nextStep } from '../../core/document-fault.ts'
import { DocumentError, type Documents, documentsIn, OnlyCopyLeft } from '../../stores/documents.ts'
import { userConfigPath } from '../config.ts'

/** The document, beside the user's own configuration. */
export const CONSENTS = 'sources'

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

/** Remembers that a source was added here by whoever uses this machine. A file that cannot be read is not written over. */
export async function consent(root: string, spec: SourceSpec): Promise<void> {
  const key = keyOf(root, spec)
  told('written', (documents) => documents.update(CONSENTS, (before) => {
    const { keys, other } = consentsFrom(before)
    return consentsText({ keys: [...keys, ...keysBeside(documents, before), key], other })
  }))
}

/** Takes a yes back: who forgets a source does not want it reached when it comes back with a folder. */
export async function withdraw(root: string, spec: SourceSpec): Promise<void> {
  const key = keyOf(root, spec)
  if (!told('read', (documents) => consentsFrom(documents.read(CONSENTS)).keys.includes(key))) return
  told('written', (documents) => documents.update(CONSENTS, (before) => {
    const { keys, other } = consentsFrom(before)
    return consentsText({ keys: [...keys, ...keysBeside(documents, before)].filter((one) => one !== key), other })
  }))
}

/** An older Fovea writes over what this one wrote, which it cannot read; what it dropped is still beside it. */
function keysBeside(documents: Documents, before: string | undefined): readonly string[] {
  if (before === undefined || olderConsents(before) === undefined) return []
  try {
    return consentsFrom(documents.lastGood(CONSENTS)).keys
  } catch {
    return []
  }
}

/** Whether this may be done with a source here. */
export async function consented(root: string, spec: SourceSpec, doing: Doing = 'look'): Promise<boolean> {
  return !needsConsent(spec, doing) || told('read', (documents) => consentsFrom(documents.read(CONSENTS)).keys.includes(keyOf(root, spec)))
}

/** Where that is kept. The folder is the user's own: it may be a link. */
export function consentDocuments(): Documents {
  const folder = dirname(userConfigPath())
  return documentsIn(folder, folder, { keepsLast: true, older: olderConsents })
}

function told<T>(what: 'read' | 'written', act: (documents: Documents) => T): T {
  try {
    return act(consentDocuments())
  } catch (error) {
    if (!(error instanceof ConsentsError || error instanceof DocumentError)) throw error
    const next = error instanceof ConsentsError ? error : what === 'read' || error instanceof OnlyCopyLeft ? { newer: false } : undefined
    throw new CatalogError(`sources.json beside your own configuration, which says what you agreed to, cannot be ${next === undefined ? what : 'used'}: ${error.message}${next === undefined ? '' : `. ${nextStep(next)}`}`)
  }
}

/** What was agreed to is the whole of it: another address or another secret is another source. */
const keyOf = (root: string, { name, type, location, secrets, options }: SourceSpec): string =>
  createHash('sha256').update(JSON.stringify([root, name, type, location, Object.entries(secrets).sort(), Object.entries(options).sort()])).digest('hex')
