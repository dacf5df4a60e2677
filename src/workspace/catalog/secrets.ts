// References to secrets: a source says where one lies, and it is read when the source is opened. It is in nothing that is kept or shown.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { SourceDown, type OpenSource, type SourceSpec } from '../../catalog/ports.ts'

const ENV = /^env:([A-Za-z_][A-Za-z0-9_]*)$/
const FILE = /^file:(.+)$/s

/** A secret is small. */
const MOST_BYTES = 64 << 10

/** Whether a text says where something lies instead of being it. */
export const isReference = (text: string): boolean => ENV.test(text) || (FILE.test(text) && !text.startsWith('file://'))

/** A source with what its references lead to. */
export function opened(spec: SourceSpec, root: string): OpenSource {
  const read = (text: string): string => (isReference(text) ? resolved(text, root) : text)
  return { ...spec, root, address: read(spec.location), credentials: Object.fromEntries(Object.entries(spec.secrets).map(([name, reference]) => [name, read(reference)])) }
}

/** Why a reference leads nowhere; undefined when it leads to something. */
export function referenceFault(reference: string, root: string): string | undefined {
  try {
    resolved(reference, root)
    return undefined
  } catch (error) {
    if (error instanceof SourceDown) return error.message
    throw error
  }
}

function resolved(reference: string, root: string): string {
  const name = ENV.exec(reference)?.[1]
  const text = name === undefined ? contentOf(FILE.exec(reference)?.[1] ?? '', root) : process.env[name]
  const secret = text?.trim() ?? ''
  if (secret === '') throw new SourceDown(name === undefined ? `${reference} is empty` : `the environment variable ${name} is not set`)
  return secret
}

function contentOf(path: string, root: string): string {
  const file = resolve(root, path)
  try {
    const stat = statSync(file)
    if (!stat.isFile()) throw new SourceDown(`file:${path} is not a plain file`)
    if (stat.size > MOST_BYTES) throw new SourceDown(`file:${path} is too large for a secret`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof SourceDown) throw error
    throw new SourceDown(`file:${path} cannot be read (${(error as { code?: string }).code ?? 'unknown'})`)
  }
}
