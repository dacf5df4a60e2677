// Folders on disk for random cases, made once for each process and gone with it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ProjectFile } from './projects.ts'

const passing = new Set<string>()

/** Removes what was made; a process that ends does it too, but one that is ended by a runner of tests does not come to it. */
export function removePassing(): void {
  for (const folder of passing) rmSync(folder, { recursive: true, force: true })
  passing.clear()
}
process.once('exit', removePassing)

/** A folder that is removed when the process ends. */
export function passingFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `fovea-${name}-`))
  passing.add(folder)
  return folder
}

/** Writes files below a folder; names that a disk cannot hold are left out. */
export function writeFiles(root: string, files: readonly ProjectFile[]): void {
  for (const { path, content } of files) {
    if (path.includes('\0')) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}
