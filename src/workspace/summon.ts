// What a task calls for beside the files of the folder. Without a catalogue nothing of it is loaded.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Entry } from '../core/ports.ts'
import type { FileSignal } from '../core/rank/rank.ts'
import { redactSecrets } from '../guards/secrets.ts'
import type { Settings } from './settings.ts'
import type { Reading, Workspace } from './workspace.ts'

/** What was read, with what was called for. */
export interface Summons {
  readonly reading: Reading
  readonly signals: readonly FileSignal[]
  readonly diagnostics: readonly Diagnostic[]
}

/** How the path of a resource begins: no file is called so. */
const RESOURCE = 'res:'

/** Adds the resources that a task asks for. A frozen run and one that asks for some paths alone stay with the files. */
export async function summon(workspace: Workspace, settings: Settings, reading: Reading): Promise<Summons> {
  const plain = { reading, signals: [], diagnostics: [] }
  const asked = settings.task !== '' && !workspace.frozen && settings.include.value.length === 0
  if (!asked || !hasCatalog(workspace) || reading.entries.some(({ path }) => path.startsWith(RESOURCE))) return plain
  try {
    const { entries, signal } = await (await import('./catalog/entries.ts')).resourcesFor(workspace, settings.task)
    return { reading: { ...reading, entries: [...reading.entries, ...entries] }, signals: [signal], diagnostics: [] }
  } catch (error) {
    return { ...plain, diagnostics: [{ code: 'catalog/silent', severity: 'warning', message: `the catalogue was not asked: ${redactSecrets(error instanceof Error ? error.message : 'it failed').text}`, hint: 'The context was made from files alone.' }] }
  }
}

/** Adds the resource that somebody names: `res:db.pg.main.public.orders`. */
export async function summonNamed(workspace: Workspace, name: string, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const id = /^res:\S+$/.exec(name)?.[0]
  if (id === undefined || workspace.frozen || !hasCatalog(workspace)) return entries
  return [...entries, ...await (await import('./catalog/entries.ts')).resourceNamed(workspace, id)]
}

/** Whether a catalogue was ever made here or a team has one. */
export const hasCatalog = ({ root, layers }: Workspace): boolean =>
  existsSync(join(root, '.fovea', 'catalog')) || (process.env['FOVEA_DATABASE'] ?? '') !== '' || layers.some(({ config }) => config.database !== undefined)
