// Whether a file is there and still has the columns of its record.
import { SourceDown, type OpenSource } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { withSheet } from './locate.ts'
import type { Sheet } from './sheet.ts'

/** What is wrong with a file, compared with its record. */
export async function probe(source: OpenSource, resource: Resource): Promise<Diagnostic | undefined> {
  try {
    const gone = await withSheet(source, { ...resource, details: { ...resource.details, columns: [] } }, async (sheet) => missing(sheet, resource))
    return gone.length === 0 ? undefined : told('changed', `${resource.overview.id} no longer has ${gone.slice(0, 5).map((name) => JSON.stringify(name)).join(', ')}. Scan the source again.`)
  } catch (error) {
    if (error instanceof SourceDown) return told('unreachable', error.message)
    throw error
  }
}

function missing(sheet: Sheet, { details }: Resource): string[] {
  const there = new Set(sheet.columns.map(({ name }) => name))
  return details.columns.map(({ name }) => name).filter((name) => !there.has(name))
}

const told = (code: string, message: string): Diagnostic => ({ code: `catalog/${code}`, severity: 'error', message })
