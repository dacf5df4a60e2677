// Plans on the disk: what was compiled, and golden results. Whoever reads sees all files or those before.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Table } from '../../catalog/ports.ts'
import { goldenDifferences, goldenText } from '../../ir/golden.ts'
import { makeFolder } from '../../stores/make-folder.ts'
import { writeTogether } from '../../stores/together.ts'
import { writeWhole } from '../../stores/write.ts'
import { writeCause } from '../output.ts'
import { PlanFailed } from './plan-run.ts'

/** Reads the text of a plan; a file that is far too large for one is not read. */
export function planText(file: string, most: number): string {
  try {
    const { size } = statSync(file)
    if (size > most * 4) throw new PlanFailed(`${file} is too large for a plan: it has ${size} bytes`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw error instanceof PlanFailed ? error : new PlanFailed(`${file} cannot be read: ${(error as { code?: string }).code === 'ENOENT' ? 'there is no such file' : writeCause(error)}`)
  }
}

/** Writes the files of a compiled plan into a folder, all of them or none. */
export function writeArtefacts(folder: string, files: Readonly<Record<string, string>>): string[] {
  const drafts = Object.entries(files).map(([name, text]) => ({ file: join(folder, name), text }))
  try {
    writeTogether(drafts)
    return drafts.map(({ file }) => file)
  } catch (error) {
    throw new PlanFailed(`${folder} cannot be written: ${writeCause(error)}`)
  }
}

/** What became of a golden result: written when there was none, else what is different from it. */
export function golden(file: string, table: Table, ordered: boolean): 'written' | readonly string[] {
  try {
    if (existsSync(file)) return goldenDifferences(readFileSync(file, 'utf8'), table, ordered)
    makeFolder(dirname(resolve(file)))
    writeWhole(file, goldenText(table), { mode: 0o644 })
    return 'written'
  } catch (error) {
    throw new PlanFailed(`${file} cannot be written: ${writeCause(error)}`)
  }
}
