// What a page follows from, as one digest: whoever keeps something of a page keeps it under this, and it is found again only where nothing of all that has changed.
import type { Entry } from '../core/ports.ts'
import type { Reading, Workspace } from './workspace.ts'

/** What was asked (`said`), and what a page follows from besides. */
export interface Saying {
  readonly said: string
  readonly besides: string
}

/** A digest of the files that were read, of what was asked, and of what a page follows from besides. */
export const originOf = (workspace: Workspace, reading: Reading, saying: Saying): string => originOn(groundOf(toldOf(workspace, reading, saying), workspace, reading), workspace, reading)

/** The same, for whoever has the digest of all that is not in files. */
export const originOn = (ground: string, { digest }: Workspace, { entries }: Reading): string => digest.sha256(`${ground}\n${entries.map(({ sha256, bytes }) => `${sha256} ${bytes}\n`).join('')}`)

/** A digest of all that a page follows from apart from what is in files: what is told besides, which files there are, and which of them are only named, as what. */
export const groundOf = (told: string, { digest }: Workspace, { entries }: Reading): string => digest.sha256(`${told}\n${entries.map(rowOf).join('')}`)

/** What a page follows from besides the files: all of it that may change while the page is made, for what was read does not. */
export const toldOf = ({ frozen, commit, diagnostics, storeDiagnostics, reach }: Workspace, reading: Reading, { said, besides }: Saying): string =>
  JSON.stringify([said, besides, frozen, commit, reach, diagnostics, storeDiagnostics, reading.diagnostics])

const rowOf = ({ path, stub }: Entry): string => (stub === undefined ? `${path}\n` : `${path}\0${stub}\n`)
