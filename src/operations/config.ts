import { resolve } from 'node:path'
import { flag, text } from '../core/field.ts'
import { CONFIG_FILE, CONFIG_SCHEMA, openWorkspace, row, type Settings, settle } from '../workspace/index.ts'
import { defineOperation, EXIT } from './operation.ts'

/** Shows what is set, and by whom. */
export const config = defineOperation({
  name: 'config',
  title: 'Show the settings and where each comes from',
  doc: `Flags beat your own configuration, which beats ${CONFIG_FILE} of the repository, which beats the defaults. Excludes and rules add up. A repository's file can only narrow.`,
  examples: ['fovea config --explain', 'fovea config --schema'],
  fields: {
    path: text('The folder', { place: 'one', otherwise: '.' }),
    explain: flag('Say where each setting comes from'),
    schema: flag('Print the JSON schema of the configuration file'),
    json: flag('The answer as JSON'),
  },
  async run(input, context) {
    if (input.schema) return { text: [`${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...CONFIG_SCHEMA }, null, 2)}\n`] }
    const workspace = openWorkspace(resolve(context.cwd, input.path ?? '.'))
    const settings = settle({}, workspace.layers)
    const rows = rowsOf(settings)
    const lines = rows.map(({ name, value, origin }) => `${name} = ${shown(value)}${input.explain ? `  (${origin})` : ''}`)
    const failed = workspace.diagnostics.some((diagnostic) => diagnostic.severity === 'error')
    return { text: [`${lines.map(row).join('\n')}\n`], data: Object.fromEntries(rows.map(({ name, ...row }) => [name, row])), diagnostics: workspace.diagnostics, exit: failed ? EXIT.usage : EXIT.ok }
  },
})

function rowsOf(settings: Settings): { name: string; value: unknown; origin: string }[] {
  const { task: _task, ladder, ...decided } = settings
  return Object.entries({ ...decided, levels: ladder }).map(([name, { value, origin }]) => ({ name, value: name === 'lens' ? settings.lens.value.name : value, origin }))
}

const shown = (value: unknown): string => (value === Infinity || value === undefined ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value))
