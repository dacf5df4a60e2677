// Looking after the files of a cache: what is broken is forgotten when it is met, so all there is to do is to make room.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isLedger } from './ledger.ts'
import { Segment } from './segment.ts'
import { shelvedText } from './shelf.ts'

/** The files of a cache that nothing can be read from any more. */
export function brokenIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !isOther(name) && !isSound(join(folder, name), name)).sort()
}

/** Marks, drafts and locks. */
const isOther = (name: string): boolean => name.startsWith('.') || name === 'used' || name === 'CACHEDIR.TAG' || /\.(?:tmp|lock)$/.test(name)

function isSound(file: string, name: string): boolean {
  if (name.startsWith('files-')) return isLedger(file)
  if (/^(?:pack|out|answer|list)-[0-9a-f]{8}\.(?:json|txt)$/.test(name)) return shelvedText(file) !== undefined
  const segment = Segment.open(file)
  segment?.close()
  return segment !== undefined || lstatSync(file, { throwIfNoEntry: false }) === undefined
}

/** Removes a file of a cache; it is made again when it is needed. */
export const removeCached = (folder: string, name: string): void => rmSync(join(folder, name), { recursive: true, force: true })
