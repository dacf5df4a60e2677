// Forgetting what was learned, and carrying it elsewhere.
import { readFileSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { flag, list, text, UsageError } from '../../core/field.ts'
import { suggestion } from '../../core/nearest.ts'
import { counted } from '../../core/names.ts'
import { joined } from '../../core/learn/joined.ts'
import { type ContextStore, ContextStoreError, storeFrom, storeText } from '../../core/learn/store.ts'
import { MOST_DOCUMENT_BYTES } from '../../workspace/index.ts'
import { defineOperation, Failure, type Group } from '../operation.ts'
import { writeTo } from '../pack.ts'
import { placing, withMemory, workspaceAt } from './reach.ts'

/** Commands about what was learned. */
export const MEMORY: Group = {
  name: 'memory', title: 'Forget what was learned, or carry it elsewhere',
  doc: 'What was learned lies in .fovea/memory.json. "fovea journal" shows it, "fovea feedback", "fovea mark" and zooms change it, and --frozen neither reads nor writes it.',
}

/** The seeds' own name for the file. */
const EXCHANGE = '.pm_context_store.json'

/** Forgets files. */
export const forget = defineOperation({
  name: 'memory forget',
  title: 'Forget what was learned about files',
  doc: 'They count again as if nothing had been learned, under every lens. The files need not exist any more.',
  examples: ['fovea memory forget src/auth.ts', 'fovea memory forget docs/old.md docs/older.md'],
  fields: { paths: list('Files, relative to the folder', { place: 'rest', sign: 'PATH' }), ...placing },
  async run(input, context) {
    if (input.paths.length === 0) throw new UsageError('name a file: fovea memory forget src/auth.ts; to forget everything use fovea memory reset')
    const { experience } = workspaceAt(context, input.root)
    const known = await withMemory(() => experience.recall())
    const paths = input.paths.map((path) => path.replace(/^(?:\.\/)+/, ''))
    const missing = paths.find((path) => !isKnown(known, path))
    if (missing !== undefined) throw new Failure(`nothing was learned about ${missing}; ${known.files.size === 0 ? 'nothing was learned at all' : suggestion(missing, [...known.files.keys()])}`)
    await withMemory(() => experience.learn(paths.map((path) => ({ kind: 'forgotten', path }))))
    return { text: paths.map((path) => `${path}  forgotten\n`), data: { forgotten: paths } }
  },
})

const isKnown = ({ files, lenses }: ContextStore, path: string): boolean => files.has(path) || [...lenses.values()].some((lens) => lens.learned_priorities.has(path))

/** Forgets everything. */
export const reset = defineOperation({
  name: 'memory reset',
  title: 'Start anew with nothing learned',
  doc: 'The file is kept beside as memory.json.bak, also one that could not be read.',
  examples: ['fovea memory reset'],
  fields: placing,
  async run(input, context) {
    const workspace = workspaceAt(context, input.root)
    const aside = await withMemory(() => workspace.experience.reset())
    const shown = aside === undefined ? undefined : relative(workspace.root, aside).replaceAll('\\', '/')
    return { text: [shown === undefined ? 'there was nothing to forget\n' : `forgotten; what was known is kept as ${shown}\n`], data: { kept: shown ?? null } }
  },
})

/** Writes the store for others. */
export const exporting = defineOperation({
  name: 'memory export',
  title: 'Write what was learned as a context store',
  doc: `The schema of the protocol: version, files, lens_profiles. Without a file it goes to standard output; the protocol's own name is ${EXCHANGE}.`,
  examples: [`fovea memory export ${EXCHANGE}`, 'fovea memory export | jq .files'],
  fields: { file: text('Where to; standard output unless told', { place: 'one' }), reasons: flag('With the journal, under the key fovea'), root: placing.root, json: flag('The store is JSON without this too; what was written to a file is then told as JSON') },
  async run(input, context) {
    const store = await withMemory(() => workspaceAt(context, input.root).experience.recall())
    const json = storeText(store, { reasons: input.reasons })
    if (input.file === undefined || input.file === '-') return { text: [json] }
    writeTo(resolve(context.cwd, input.file), input.file, [json])
    return { text: [], data: { file: input.file, files: store.files.size, lenses: store.lenses.size }, report: [`${counted(store.files.size, 'file')} and ${counted(store.lenses.size, 'lens', 'lenses')} written to ${input.file}`] }
  },
})

/** Reads a store of others. */
export const importing = defineOperation({
  name: 'memory import',
  title: 'Take over what was learned elsewhere',
  doc: 'Reads a context store of the protocol. Files and lenses it knows replace what is known of them here; everything else stays.',
  examples: [`fovea memory import ${EXCHANGE}`],
  fields: { file: text('The file', { place: 'one', otherwise: EXCHANGE }), ...placing },
  async run(input, context) {
    const shown = input.file ?? EXCHANGE
    const theirs = storeIn(resolve(context.cwd, shown), shown)
    const workspace = workspaceAt(context, input.root)
    await withMemory(() => workspace.experience.become((ours) => joined(ours, theirs)))
    return { text: [`${counted(theirs.files.size, 'file')} and ${counted(theirs.lenses.size, 'lens', 'lenses')} taken over\n`], data: { files: theirs.files.size, lenses: theirs.lenses.size } }
  },
})

function storeIn(path: string, shown: string): ContextStore {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new Failure(`${shown} cannot be read: it does not exist`)
  if (!stat.isFile() || stat.size > MOST_DOCUMENT_BYTES) throw new Failure(`${shown} cannot be read: ${stat.isFile() ? `it has ${stat.size} bytes, at most ${MOST_DOCUMENT_BYTES} are read` : 'it is not a plain file'}`)
  try {
    return storeFrom(readFileSync(path, 'utf8'))
  } catch (error) {
    throw error instanceof ContextStoreError ? new Failure(`${shown} cannot be used: ${error.message}`) : error
  }
}
