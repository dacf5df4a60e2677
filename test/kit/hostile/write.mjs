// How hostile things are put on a disk.
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes of a path below a folder, so that names need not be UTF-8. */
export const below = (folder, name) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)])

/** Writes files below a folder; a name with a slash at its end is an empty folder. */
export function put(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    const file = `${folder}/${path}`
    mkdirSync(path.endsWith('/') ? file : dirname(file), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(file, content)
  }
}

/** A file of a size that takes no room on the disk: a few bytes at its beginning, nothing behind them. */
export function sparse(file, size, beginning) {
  const handle = openSync(file, 'w')
  ftruncateSync(handle, size)
  writeSync(handle, beginning, 0)
  closeSync(handle)
}

/** A size by a scale, and never less than what makes it hostile at all. */
export const sized = (full, scale, least = 1) => Math.max(least, Math.round(full * scale))
