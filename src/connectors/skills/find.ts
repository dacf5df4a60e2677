// Files below a folder, without following links and without end.
import type { Dirent } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SourceDown } from '../../catalog/ports.ts'
import { listReal } from '../../disk/open.ts'

const SKIPPED = new Set(['node_modules', '.git', '.fovea', 'dist', 'coverage'])
const MOST_ENTRIES = 100_000

/** How far is looked. */
export interface Far {
  readonly depth: number
  readonly most: number
}

/** The files below a path whose names fit, sorted; the path itself when it is a file. Paths are relative to it, `/` between parts; the file itself is empty. */
export async function filesBelow(path: string, shown: string, fits: (name: string) => boolean, far: Far): Promise<string[]> {
  const kind = await stat(path).catch(() => undefined)
  if (kind === undefined) throw new SourceDown(`${shown} does not exist or cannot be read`)
  if (kind.isFile()) return ['']
  const found: string[] = []
  let [ring, entries] = [[''], 0]
  for (let depth = 0; depth <= far.depth && ring.length > 0; depth += 1) {
    const next: string[] = []
    for (const folder of ring) {
      for (const entry of listed(join(path, folder))) {
        if ((entries += 1) > MOST_ENTRIES || found.length >= far.most) return found.sort()
        const at = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) next.push(at)
        else if (entry.isFile() && fits(entry.name)) found.push(at)
      }
    }
    ring = next.sort()
  }
  return found.sort()
}

function listed(folder: string): Dirent[] {
  try {
    return listReal(folder)
  } catch {
    return []
  }
}
