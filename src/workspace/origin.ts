// What a page follows from, as one digest: whoever keeps something of a page keeps it under this, and it is found again only where nothing of all that has changed.
import type { Reading, Workspace } from './workspace.ts'

/** A digest of the files that were read, of what was asked (`said`), and of what a page follows from besides. */
export function originOf({ frozen, commit, diagnostics, storeDiagnostics, digest, reach }: Workspace, reading: Reading, { said, besides }: { said: string; besides: string }): string {
  const told = [said, besides, frozen, commit, reach, diagnostics, storeDiagnostics, reading.diagnostics]
  return digest.sha256(`${JSON.stringify(told)}\n${reading.entries.map(({ path, sha256, stub = '', bytes }) => `${path}\0${sha256}\0${stub}\0${bytes}\n`).join('')}`)
}
