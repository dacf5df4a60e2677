// The catalogue as files, and back.
import { resolve } from 'node:path'
import { text, UsageError } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { importCatalog, writeExport } from '../../workspace/catalog/index.ts'
import { writeCause } from '../../workspace/index.ts'
import { defineOperation, Failure } from '../operation.ts'
import { keeping, reading, withCatalog } from './opening.ts'

/** Writes the catalogue for others. */
export const exporting = defineOperation({
  name: 'catalog export',
  title: 'Write the catalogue as files',
  doc: 'A folder gets overview.jsonl, with a line for each resource, and a file for the details of each under details/; a name that ends in .jsonl gets one file with both. A folder with an older export is replaced as a whole, one with anything else is left alone. Only what the role may see is written.',
  examples: ['fovea catalog export catalog/', 'fovea catalog export catalog.jsonl --role analyst'],
  fields: { path: text('The folder, or a file that ends in .jsonl', { place: 'one', sign: 'PATH' }), ...reading },
  run: (input, context) => withCatalog(context, input, async ({ catalog }) => {
    const path = needed(input.path, 'export')
    const resources = await catalog.resources()
    write(path, () => writeExport(resolve(context.cwd, path), path, resources))
    return { text: [], data: { path, resources: resources.length }, report: [`${counted(resources.length, 'resource')} written to ${path}`] }
  }),
})

/** Reads the catalogue of others. */
export const importing = defineOperation({
  name: 'catalog import',
  title: 'Take over an export',
  doc: 'Reads what "fovea catalog export" wrote, here or elsewhere. Every record is checked first; a mistake is told with its file, line and field, and then nothing is kept. What was imported before of a source of the same name is replaced, and revisions go on; a source that was added here with "fovea catalog add" is not replaced.',
  examples: ['fovea catalog import catalog/', 'fovea catalog import catalog.jsonl'],
  fields: { path: text('A folder with overview.jsonl and details/, or one file', { place: 'one', sign: 'PATH' }), ...reading },
  run: (input, context) => keeping(context, input, async ({ workspace, catalog }) => {
    const shown = needed(input.path, 'import')
    const all = await importCatalog(catalog, { root: workspace.root, path: resolve(context.cwd, shown), shown, now: workspace.timestamp() })
    return {
      text: all.map(({ source, resources, changes }) => `${source}: ${counted(resources, 'resource')}, ${counted(changes.length, 'change')}\n`), data: all,
      report: all.length === 0 ? [`${shown} holds no resources`] : [],
    }
  }),
})

function needed(path: string | undefined, what: string): string {
  if (path === undefined || path === '') throw new UsageError(`say where: fovea catalog ${what} catalog/`)
  return path
}

function write(shown: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new Failure(`${shown} cannot be written: ${writeCause(error)}`)
  }
}
