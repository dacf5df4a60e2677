// A source as the catalogue opens it, and what a scan of it gives.
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Descriptor } from '../../src/catalog/descriptor.ts'
import type { Connector, Limits, OpenSource, Table } from '../../src/catalog/ports.ts'
import type { Resource } from '../../src/catalog/record.ts'
import { resourceOf } from '../../src/catalog/resource.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'

/** Limits that no small test reaches. */
export const ROOMY: Limits = { rows: 100_000, bytes: 100_000_000, milliseconds: 60_000 }

/** A source whose references are resolved. */
export const opened = (root: string, address = '.', more: Partial<OpenSource> = {}): OpenSource => ({ name: 'here', type: 'files', location: address, address, secrets: {}, options: {}, credentials: {}, root, ...more })

/** A folder of its own with files in it. */
export async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'fovea-data-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  return root
}

/** What a scan gives, by kind. */
export interface Scanned {
  readonly descriptors: readonly Descriptor[]
  readonly remarks: readonly Diagnostic[]
  /** The record of the resource whose name ends so. */
  record(end: string): Resource
}

/** Scans a source to its end. */
export async function scanned(connector: Connector, source: OpenSource): Promise<Scanned> {
  const descriptors: Descriptor[] = []
  const remarks: Diagnostic[] = []
  for await (const one of connector.scan(source, { progress: () => {} })) {
    if ('code' in one) remarks.push(one)
    else descriptors.push(one)
  }
  const record = (end: string): Resource => {
    const found = descriptors.find(({ place }) => place.path.join('.').endsWith(end.replaceAll('/', '.')))
    if (found === undefined) throw new Error(`nothing ends with ${end}`)
    return resourceOf(found, '2026-01-01T00:00:00Z')
  }
  return { descriptors, remarks, record }
}

/** All rows of a resource. */
export function rowsOf(connector: Connector, source: OpenSource, resource: Resource, more: { columns?: readonly string[]; limits?: Partial<Limits> } = {}): Promise<Table> {
  if (connector.run === undefined) throw new Error('it runs nothing')
  return connector.run(source, { by: 'rows', resource, ...(more.columns === undefined ? {} : { columns: more.columns }) }, { ...ROOMY, ...more.limits })
}
