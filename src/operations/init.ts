import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { flag, text } from '../core/field.ts'
import { CONFIG_FILE, openWorkspace, writeCause, writeOutput } from '../workspace/index.ts'
import { defineOperation, Failure } from './operation.ts'

const START = {
  budget: '32k',
  lens: 'default',
  exclude: [] as string[],
  rules: [{ match: 'CHANGELOG.md', atMost: 'line', why: 'history is rarely needed' }],
}

/** Writes a first configuration. */
export const init = defineOperation({
  name: 'init',
  title: `Write a first ${CONFIG_FILE}`,
  doc: 'Nothing else is written, and a file that is already there is kept unless --force is given.',
  examples: ['fovea init', 'fovea init --force'],
  fields: {
    path: text('The folder', { place: 'one', otherwise: '.' }),
    force: flag('Replace the file that is there'),
    json: flag('The answer as JSON'),
  },
  async run(input, context) {
    const { root } = openWorkspace(resolve(context.cwd, input.path ?? '.'), { frozen: true })
    const file = join(root, CONFIG_FILE)
    if (existsSync(file) && !input.force) throw new Failure(`${CONFIG_FILE} is already there: edit it, or use --force to replace it`)
    try {
      writeOutput(file, [`${JSON.stringify(START, null, 2)}\n`])
    } catch (error) {
      throw new Failure(`${CONFIG_FILE} cannot be written: ${writeCause(error)}`)
    }
    const shown = join(input.path ?? '.', CONFIG_FILE)
    return { text: [`wrote ${shown}; "fovea config --explain" shows what it changes\n`], data: { wrote: shown } }
  },
})
