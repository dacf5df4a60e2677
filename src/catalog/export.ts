// The catalogue as files (S3.64): `overview.jsonl` with a line for each resource, and a file for the details of each. The field names are those of the records.
import { md5 } from '../core/md5.ts'
import type { Resource } from './record.ts'

/** A file of an export. */
export interface ExportFile {
  /** Relative, with `/`. */
  readonly path: string
  readonly text: string
}

/** The file of overviews. */
export const OVERVIEW_FILE = 'overview.jsonl'
/** The folder of details. */
export const DETAILS_FOLDER = 'details'

/** The files of a catalogue, details first: whoever finds the overviews finds the rest too. */
export function* exportFiles(resources: readonly Resource[]): Iterable<ExportFile> {
  const sorted = [...resources].sort((a, b) => (a.overview.id < b.overview.id ? -1 : 1))
  for (const { overview, details } of sorted) yield { path: `${DETAILS_FOLDER}/${fileNameOf(overview.id)}`, text: `${JSON.stringify(details, null, 2)}\n` }
  yield { path: OVERVIEW_FILE, text: sorted.map(({ overview }) => `${JSON.stringify(overview)}\n`).join('') }
}

/** The catalogue in one file: a whole resource a line. */
export function* exportLines(resources: readonly Resource[]): Iterable<string> {
  for (const resource of [...resources].sort((a, b) => (a.overview.id < b.overview.id ? -1 : 1))) yield `${JSON.stringify(resource)}\n`
}

const LONGEST = 120

/** `db.pg.main.public.orders.json`. A name that some system could not hold, or could take for another, carries a hash. */
export function fileNameOf(id: string): string {
  const name = id.slice('res:'.length)
  const safe = name.toLowerCase().replace(/[^a-z0-9._-]/g, '_').slice(0, LONGEST)
  return safe === name && !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/.test(name) ? `${safe}.json` : `${safe}-${md5(id).slice(0, 8)}.json`
}
