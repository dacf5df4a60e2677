// Files on a disk, written as a table.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes files below a folder, in the order they are given; a path that ends in a slash is an empty folder. */
export function put(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    const full = join(root, path)
    mkdirSync(path.endsWith('/') ? full : dirname(full), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(full, content)
  }
}
