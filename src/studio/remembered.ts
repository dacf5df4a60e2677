// What was learned, for a page.
import type { Entry } from '../core/learn/lesson.ts'
import type { FileRecord } from '../core/learn/store.ts'
import { entryLine } from '../core/learn/told.ts'
import type { LearnedFile, MemoryView } from './contract.ts'

/** What the journal gives as data. */
export interface Told {
  /** Newest first. */
  readonly entries: readonly Entry[]
  readonly files: Readonly<Record<string, FileRecord>>
  readonly lenses: readonly { readonly lens: string; readonly effectiveness: number; readonly priorities: Readonly<Record<string, number>> }[]
}

/** The newest lessons, and what is believed of files and lenses. */
export function learnedIn({ entries, files, lenses }: Told, limit: number): Pick<MemoryView, 'entries' | 'older' | 'files' | 'lenses'> {
  const shown = entries.slice(0, limit)
  return {
    entries: shown.map((entry) => ({ at: entry.at, line: entryLine(entry), ...(entry.path === undefined ? {} : { path: entry.path }) })), older: entries.length - shown.length,
    files: Object.entries(files).map(([path, file]) => fileOf(path, file, lenses)).sort((a, b) => b.utility - a.utility || (a.path < b.path ? -1 : 1)),
    lenses: lenses.map(({ lens, effectiveness, priorities }) => ({ lens, effectiveness, files: Object.keys(priorities).length })),
  }
}

function fileOf(path: string, { utility_score: utility, access_count: uses, tags }: FileRecord, lenses: Told['lenses']): LearnedFile {
  const under = lenses.flatMap(({ lens, priorities }) => (Object.hasOwn(priorities, path) ? [[lens, (priorities[path] ?? 50) / 100]] : []))
  return { path, utility, uses, tags, lenses: Object.fromEntries(under) as Readonly<Record<string, number>> }
}
