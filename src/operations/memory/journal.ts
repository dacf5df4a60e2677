import { number, text } from '../../core/field.ts'
import { entryLine } from '../../core/learn/told.ts'
import type { ContextStore } from '../../core/learn/store.ts'
import { counted } from '../../core/names.ts'
import { defineOperation } from '../operation.ts'
import { placing, withMemory, workspaceAt } from './reach.ts'

/** Tells what was learned and why. */
export const journal = defineOperation({
  name: 'journal',
  title: 'Show what was learned about files, and why',
  doc: 'Newest first: when, which file, how its usefulness moved, and what moved it. Then what is believed of lenses. "fovea memory export" gives all of it as data.',
  examples: ['fovea journal', 'fovea journal src/auth.ts', 'fovea journal --tag core', 'fovea journal --limit 5 --json'],
  fields: {
    path: text('Only what was learned of this file', { place: 'one' }),
    tag: text('Only files with this tag', { sign: 'WORD' }),
    limit: number('The most lessons shown', { otherwise: 20, sign: 'N' }),
    ...placing,
  },
  async run(input, context) {
    const store = withMemory(() => workspaceAt(context, input.root).experience.recall())
    const files = filesIn(store, input)
    const narrowed = input.path !== undefined || input.tag !== undefined
    const told = store.journal.filter(({ path }) => !narrowed || (path !== undefined && files.has(path))).toReversed()
    const entries = told.slice(0, input.limit ?? 20)
    const lenses = narrowed ? [] : [...store.lenses].map(([lens, profile]) => ({ lens, effectiveness: profile.effectiveness_score, priorities: Object.fromEntries(profile.learned_priorities) }))
    return {
      text: [...entries.map((entry) => `${entryLine(entry)}\n`), ...lenses.map(({ lens, effectiveness, priorities }) => `lens ${lens}: effectiveness ${effectiveness.toFixed(2)}, ${counted(Object.keys(priorities).length, 'learned priority', 'learned priorities')}\n`)],
      data: { entries, files: Object.fromEntries(files), lenses },
      report: [told.length === 0 && lenses.length === 0 ? 'nothing was learned yet: fovea feedback, fovea mark and fovea zoom teach' : `${counted(files.size, 'file')}${told.length > entries.length ? `, ${told.length - entries.length} older lessons not shown: raise --limit` : ''}`],
    }
  },
})

/** The files that are asked for. */
function filesIn({ files }: ContextStore, { path, tag }: { path: string | undefined; tag: string | undefined }): ContextStore['files'] {
  const plain = path?.replace(/^(?:\.\/)+/, '')
  return new Map([...files].filter(([name, file]) => (plain === undefined || name === plain) && (tag === undefined || file.tags.includes(tag))))
}
