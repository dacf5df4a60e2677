import { list, text, UsageError } from '../../core/field.ts'
import type { Lesson } from '../../core/learn/lesson.ts'
import { fileIn } from '../../core/learn/store.ts'
import { defineOperation } from '../operation.ts'
import { knownFiles, placing, ratingTyped, withMemory, workspaceAt } from './reach.ts'

/** Says outright how useful files are. */
export const mark = defineOperation({
  name: 'mark',
  title: 'Say how useful a file is, or tag it',
  doc: 'What is said here holds at once, whatever was learned before; later feedback and zooms move it again. The next pack, task and explain count with it; --frozen does not.',
  examples: ['fovea mark src/auth.ts --utility 0.9', 'fovea mark docs/old.md --utility 0 --reason "nobody reads it"', 'fovea mark src/core.ts --tag core --tag hot', 'fovea mark src/core.ts --untag hot'],
  fields: {
    paths: list('Files, relative to the folder', { place: 'rest', sign: 'PATH' }),
    utility: text('0 useless, 0.5 nothing special, 1 always needed', { sign: 'N' }),
    tag: list('A word to find it by in the journal; may be repeated', { sign: 'WORD' }),
    untag: list('A tag to take away; may be repeated', { sign: 'WORD' }),
    reason: text('Why, for the journal', { sign: 'TEXT' }),
    ...placing,
  },
  async run(input, context) {
    if (input.paths.length === 0) throw new UsageError('name a file: fovea mark src/auth.ts --utility 0.9')
    const tags = [...input.tag, ...input.untag.map((tag) => `-${tag}`)]
    if (input.utility === undefined && tags.length === 0) throw new UsageError('say what is to be kept: --utility 0.9, --tag WORD or --untag WORD')
    const value = input.utility === undefined ? {} : { value: ratingTyped('--utility', input.utility) }
    const workspace = workspaceAt(context, input.root)
    const paths = knownFiles(workspace, input.paths)
    const lessons = paths.map((path): Lesson => ({ kind: 'marked', path, ...value, ...(tags.length === 0 ? {} : { tags }), ...(input.reason === undefined ? {} : { why: input.reason }) }))
    const store = await withMemory(() => workspace.experience.learn(lessons))
    const rows = paths.map((path) => ({ path, ...fileIn(store, path) }))
    return { text: rows.map(({ path, utility_score: utility, tags: kept }) => `${path}  utility ${utility.toFixed(2)}${kept.length === 0 ? '' : `  tags ${kept.join(' ')}`}\n`), data: { files: rows } }
  },
})
