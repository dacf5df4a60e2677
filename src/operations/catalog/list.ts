import { text, UsageError } from '../../core/field.ts'
import { suggestion } from '../../core/nearest.ts'
import type { SourceState } from '../../catalog/ports.ts'
import { defineOperation } from '../operation.ts'
import { keeping, reading, withCatalog } from './opening.ts'
import { withdraw } from '../../workspace/catalog/index.ts'
import { row } from '../../workspace/index.ts'

/** Lists the sources. */
export const listing = defineOperation({
  name: 'catalog list',
  title: 'List the sources, with how many resources each has and when it was scanned',
  doc: 'Only sources of which you may see something are listed. References to secrets are shown by name with --json, never what they hold.',
  examples: ['fovea catalog list', 'fovea catalog list --json'],
  fields: reading,
  run: (input, context) => withCatalog(context, input, async ({ catalog }) => {
    const sources = await catalog.sources()
    return {
      text: sources.length === 0 ? [] : [`${table(sources).map(row).join('\n')}\n`], data: sources,
      report: sources.length === 0 ? ['there are no sources yet: add one with "fovea catalog add NAME LOCATION"'] : [],
    }
  }),
})

/** Forgets a source. */
export const remove = defineOperation({
  name: 'catalog rm',
  title: 'Forget a source and what is known of it',
  doc: 'The source itself is not touched. Your consent to open it is taken back.',
  examples: ['fovea catalog rm main'],
  fields: { name: text('The source', { place: 'one', sign: 'NAME' }), ...reading },
  run: (input, context) => keeping(context, input, async ({ workspace, catalog }) => {
    const name = input.name ?? ''
    const known = (await catalog.store.sources()).map(({ spec }) => spec)
    const spec = known.find((one) => one.name === name)
    if (spec !== undefined) await withdraw(workspace.root, spec)
    if (await catalog.store.remove(name)) return { text: [`${name} is forgotten\n`], data: { removed: name } }
    throw new UsageError(name === '' ? 'say which source: fovea catalog rm NAME' : `there is no source "${name}"; ${suggestion(name, known.map((one) => one.name))}`)
  }),
})

function table(sources: readonly SourceState[]): string[] {
  const rows = [['source', 'type', 'resources', 'scanned', ''], ...sources.map(({ spec, resources, scanned, failure }) =>
    [spec.name, spec.type, String(resources), scanned ?? 'never', failure === undefined ? '' : `down since ${failure.at}: ${failure.message}`])]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
}
