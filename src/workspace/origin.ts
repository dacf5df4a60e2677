// What a page follows from, as one digest: whoever keeps something of a page keeps it under this, and it is found again only where nothing of all that has changed.
import type { Entry } from '../core/ports.ts'
import type { Reading, Workspace } from './workspace.ts'

/** What was asked (`said`), and what a page follows from besides. */
export interface Saying {
  readonly said: string
  readonly besides: string
}

/** A digest of the files that were read, of what was asked, and of what a page follows from besides. */
export const originOf = (workspace: Workspace, reading: Reading, saying: Saying): string => originOn(groundOf(workspace, reading, saying), workspace, reading)

/** The same, for whoever has the digest of all that is not in files. */
export const originOn = (ground: string, { digest }: Workspace, { entries }: Reading): string => digest.sha256(`${ground}\n${entries.map(({ sha256, bytes }) => `${sha256} ${bytes}\n`).join('')}`)

/** A digest of all that a page follows from apart from what is in files that have text: which there are, and all of those that are only named. */
export function groundOf({ frozen, commit, diagnostics, storeDiagnostics, digest, reach }: Workspace, reading: Reading, { said, besides }: Saying): string {
  const told = [said, besides, frozen, commit, reach, diagnostics, storeDiagnostics, reading.diagnostics]
  return digest.sha256(`${JSON.stringify(told)}\n${reading.entries.map(rowOf).join('')}`)
}

const rowOf = ({ path, sha256, stub, bytes }: Entry): string => (stub === undefined ? `${path}\n` : `${path}\0${sha256}\0${stub}\0${bytes}\n`)
