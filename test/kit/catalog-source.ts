// Sources for tests of connectors: a folder of files, and what a scan of it gives.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { Descriptor } from '../../src/catalog/descriptor.ts'
import type { Connector, OpenSource } from '../../src/catalog/ports.ts'
import type { Resource } from '../../src/catalog/record.ts'
import { ResourceSchema } from '../../src/catalog/record-schema.ts'
import { resourceOf } from '../../src/catalog/resource.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'

const made: string[] = []
afterAll(() => { for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true }) })

/** A folder with these files, which is gone after the tests. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'fovea-source-'))
  made.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** A source at a location of a folder. */
export const sourceAt = (root: string, location: string, more: Partial<OpenSource> = {}): OpenSource => ({ name: 'main', type: 'test', location, address: location, root, secrets: {}, credentials: {}, options: {}, ...more })

/** What a scan found. */
export interface Scanned {
  readonly descriptors: readonly Descriptor[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Scans a source to its end. */
export async function scanned(connector: Pick<Connector, 'scan'>, source: OpenSource): Promise<Scanned> {
  const descriptors: Descriptor[] = []
  const diagnostics: Diagnostic[] = []
  for await (const one of connector.scan(source, { progress() {} })) {
    if ('severity' in one) diagnostics.push(one)
    else descriptors.push(one)
  }
  return { descriptors, diagnostics }
}

/** The record of a descriptor, checked against the schema of records. */
export const recordOf = (descriptor: Descriptor): Resource => ResourceSchema.parse(resourceOf(descriptor, '2026-01-01T00:00:00Z'))
