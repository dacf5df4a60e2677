// An export on disk: a folder with overview.jsonl and details/, or one file with a resource a line.
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DETAILS_FOLDER, type ExportFile, OVERVIEW_FILE } from '../../catalog/export.ts'
import { importFiles, importLines } from '../../catalog/import.ts'
import type { Resource } from '../../catalog/record.ts'
import { UsageError } from '../../core/field.ts'
import { bytesReal, listReal } from '../../disk/open.ts'

/** What is larger is not an export of ours, and would not fit into memory. */
const MOST_BYTES = 256 << 20
const MOST_CARD_BYTES = 16 << 20

/** The resources of an export; `shown` is what messages call it. Throws a UsageError that names file, line and field. */
export function readExport(given: string, shown: string): readonly Resource[] {
  const isFolder = kindOf(given, shown).isDirectory()
  // What somebody named may be a link; what lies in it may not.
  const path = realpathSync(given)
  if (!isFolder) return importLines(fileAt(path, shown, MOST_BYTES))
  return importFiles(fileAt(join(path, OVERVIEW_FILE), `${shown}/${OVERVIEW_FILE}`, MOST_BYTES), cardsIn(join(path, DETAILS_FOLDER), `${shown}/${DETAILS_FOLDER}`))
}

function kindOf(path: string, shown: string): { isDirectory(): boolean } {
  try {
    return statSync(path)
  } catch {
    throw new UsageError(`${shown} is not there; give a folder or a file that "fovea catalog export" wrote`)
  }
}

/** One at a time: a catalogue may have a hundred thousand. */
function* cardsIn(folder: string, shown: string): Iterable<ExportFile> {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return
  for (const name of listReal(folder).map((each) => each.name).filter((name) => name.endsWith('.json')).sort()) yield fileAt(join(folder, name), `${shown}/${name}`, MOST_CARD_BYTES)
}

function fileAt(path: string, shown: string, most: number): ExportFile {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) throw new UsageError(`${shown} is not there; an export is a folder with ${OVERVIEW_FILE} and ${DETAILS_FOLDER}/, or one file with a resource a line`)
  if (!stat.isFile()) throw new UsageError(`${shown} is not a plain file`)
  const bytes = bytesReal(path, most)
  if (bytes === undefined) throw new UsageError(`${shown} is larger than ${most >> 20} MB`)
  return { path: shown, text: bytes.toString('utf8') }
}
