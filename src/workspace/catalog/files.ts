// An export on disk is replaced as a whole: whoever reads it finds the old one or the new one.
import { lstatSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DETAILS_FOLDER, exportFiles, exportLines, OVERVIEW_FILE } from '../../catalog/export.ts'
import type { Resource } from '../../catalog/record.ts'
import { UsageError } from '../../core/field.ts'
import { draftFor } from '../../stores/drafts.ts'
import { makeFolder } from '../../stores/make-folder.ts'
import { forgetFolder, writeThrough } from '../../stores/write.ts'
import { writeOutput } from '../output.ts'

/** Writes a catalogue: into one file when its name ends in `.jsonl`, else into a folder. Throws what the system throws. */
export function writeExport(path: string, shown: string, resources: readonly Resource[]): void {
  if (path.endsWith('.jsonl')) return writeOutput(path, [...exportLines(resources)])
  mustBeOurs(path, shown)
  makeFolder(dirname(path))
  const [draft, old] = [draftFor(path), draftFor(path)]
  try {
    fill(draft, resources)
    swap(path, draft, old)
  } finally {
    forgetFolder(draft)
    forgetFolder(old)
  }
}

/** A folder that holds anything else is not replaced. */
function mustBeOurs(path: string, shown: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (!stat.isDirectory()) throw new UsageError(`${shown} is not a folder; give a folder, or a file that ends in .jsonl`)
  const strange = readdirSync(path).find((name) => name !== OVERVIEW_FILE && name !== DETAILS_FOLDER)
  if (strange !== undefined) throw new UsageError(`${shown} holds ${strange}, which is not part of an export, and would be replaced; give a folder of its own`)
}

function fill(folder: string, resources: readonly Resource[]): void {
  makeFolder(join(folder, DETAILS_FOLDER))
  for (const { path, text } of exportFiles(resources)) writeThrough(join(folder, path), text, 0o644)
}

function swap(path: string, draft: string, old: string): void {
  const there = lstatSync(path, { throwIfNoEntry: false }) !== undefined
  if (there) renameSync(path, old)
  try {
    renameSync(draft, path)
  } catch (error) {
    if (there) renameSync(old, path)
    throw error
  }
}

/** How an export is called in a registration: relative to the workspace where it lies inside. */
export const locationOf = (root: string, path: string): string => (dirname(path) === root ? basename(path) : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path)
