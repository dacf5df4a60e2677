import { number, text } from '../../core/field.ts'
import { entryLine } from '../../core/learn/told.ts'
import type { ContextStore } from '../../core/learn/store.ts'
import { counted } from '../../core/names.ts'
import { nearest, suggestion } from '../../core/nearest.ts'
import { defineOperation, Failure } from '../operation.ts'
import { placing, withMemory, workspaceAt } from './reach.ts'
import { row } from '../../workspace/index.ts'

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
    const store = await withMemory(() => workspaceAt(context, input.root).experience.recall())
    const files = filesIn(store, input)
    if (files.size === 0 && store.files.size > 0) throw nothingOf(store, input)
    const narrowed = input.path !== undefined || input.tag !== undefined
    const told = store.journal.filter(({ path }) => !narrowed || (path !== undefined && files.has(path))).toReversed()
    const entries = told.slice(0, input.limit ?? 20)
    const lenses = narrowed ? [] : [...store.lenses].map(([lens, profile]) => ({ lens, effectiveness: profile.effectiveness_score, priorities: Object.fromEntries(profile.learned_priorities) }))
    return {
      text: [...entries.map((entry) => `${row(entryLine(entry))}\n`), ...lenses.map(({ lens, effectiveness, priorities }) => `lens ${lens}: effectiveness ${effectiveness.toFixed(2)}, ${counted(Object.keys(priorities).length, 'learned priority', 'learned priorities')}\n`)],
      data: { entries, files: Object.fromEntries(files), lenses },
      report: [told.length === 0 && lenses.length === 0 ? 'nothing was learned yet: fovea feedback, fovea mark and fovea zoom teach' : `${counted(files.size, 'file')}${told.length > entries.length ? `, ${told.length - entries.length} older lessons not shown: raise --limit` : ''}`],
    }
  },
})

interface Asked {
  readonly path: string | undefined
  readonly tag: string | undefined
}

/** Something was learned, but not of what is asked for. */
function nothingOf({ files }: ContextStore, { path, tag }: Asked): Failure {
  if (path !== undefined && (tag === undefined || !files.has(plainPath(path)))) return new Failure(`nothing was learned about ${path}; ${nearFile(path, [...files.keys()])}`)
  const tags = [...new Set([...files.values()].flatMap((file) => file.tags))]
  return new Failure(path === undefined ? `no file has the tag ${tag}; ${tags.length === 0 ? 'none has a tag: fovea mark PATH --tag WORD gives one' : suggestion(tag as string, tags)}` : `${path} does not have the tag ${tag}`)
}

/** There may be thousands of files: they are not all told. */
function nearFile(path: string, known: readonly string[]): string {
  const near = nearest(path, known)
  return near.length === 0 ? '"fovea journal" shows what was learned' : `did you mean ${near.join(', ')}?`
}

const plainPath = (path: string): string => path.replace(/^(?:\.\/)+/, '')

/** The files that are asked for. */
function filesIn({ files }: ContextStore, { path, tag }: Asked): ContextStore['files'] {
  const plain = path === undefined ? undefined : plainPath(path)
  return new Map([...files].filter(([name, file]) => (plain === undefined || name === plain) && (tag === undefined || file.tags.includes(tag))))
}
